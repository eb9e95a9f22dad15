import { z } from 'zod'

/** What the user taught by moving mail: about one sender or list, their last word. */
export const LearnedMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list'), mailboxId: z.uuid() }),
  /** All that was taught about this sender or list; the classifier and the instructions decide again. */
  z.strictObject({ action: z.literal('forget'), mailboxId: z.uuid(), learnedId: z.uuid() }),
])
export type LearnedMailInput = z.infer<typeof LearnedMailInput>

export const LearnedMail = z.object({
  id: z.uuid(),
  kind: z.enum(['sender', 'list']),
  /** The exact address, or the list's id. */
  value: z.string(),
  /** Where such mail goes; null: it stays in the inbox. */
  folderId: z.uuid().nullable(),
  /** Where the mail was that taught it; null: the inbox. */
  fromFolderId: z.uuid().nullable(),
  /** Said in the history, or done by hand in Outlook. */
  learnedBy: z.enum(['history', 'outlook']),
  learnedAt: z.iso.datetime({ offset: true }),
})
export type LearnedMail = z.infer<typeof LearnedMail>

export const LearnedMailOutput = z.object({
  /** Newest first, at most `learnedMost`. */
  learned: LearnedMail.array(),
  /** There are more than are listed. */
  more: z.boolean(),
})
export type LearnedMailOutput = z.infer<typeof LearnedMailOutput>
