import { z } from 'zod'
import { ProcessingLog } from '../tables.ts'

/** A correction of one message. It stands until the next correction, here or in Outlook, or until it is retracted. */
export const SortedMailInput = z.discriminatedUnion('action', [
  /** Moves the message to another folder of the mailbox (null: the inbox), where similar messages belong then. */
  z.strictObject({ action: z.literal('move'), logId: z.uuid(), folderId: z.uuid().nullable() }),
  /** Retracts the correction to this folder (null: the inbox): message, row and training are restored. */
  z.strictObject({ action: z.literal('take-back'), logId: z.uuid(), folderId: z.uuid().nullable() }),
])
export type SortedMailInput = z.infer<typeof SortedMailInput>

export const SortedMailOutput = z.object({
  success: z.literal(true),
  /** Outlook does not respond: the message is moved as soon as it does, and the row changes then (live event `log`). */
  waiting: z.boolean(),
  /** The current row. */
  log: ProcessingLog,
})
export type SortedMailOutput = z.infer<typeof SortedMailOutput>
