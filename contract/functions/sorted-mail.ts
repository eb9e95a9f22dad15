import { z } from 'zod'
import { ProcessingLog } from '../tables.ts'

/** The user's last word about a mail of the history; it stands until they say otherwise, here or in Outlook, or take it back. */
export const SortedMailInput = z.discriminatedUnion('action', [
  /** Back to the inbox; mail like it stays there from now on. */
  z.strictObject({ action: z.literal('undo'), logId: z.uuid() }),
  /** Into another folder of the same mailbox, null: the inbox. Mail like it goes there from now on. */
  z.strictObject({ action: z.literal('move'), logId: z.uuid(), folderId: z.uuid().nullable() }),
  /** What they said last, that it belongs in this folder, null: the inbox, was never said: the mail, its row and what was learned are as before. */
  z.strictObject({ action: z.literal('take-back'), logId: z.uuid(), folderId: z.uuid().nullable() }),
])
export type SortedMailInput = z.infer<typeof SortedMailInput>

export const SortedMailOutput = z.object({
  success: z.literal(true),
  /** Outlook does not answer right now: the mail is moved as soon as it does, and the row changes then (live event `log`). */
  waiting: z.boolean(),
  /** The row as it is now. */
  log: ProcessingLog,
})
export type SortedMailOutput = z.infer<typeof SortedMailOutput>
