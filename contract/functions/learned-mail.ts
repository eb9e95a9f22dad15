import { z } from 'zod'

/** Corrections by sender or list, the latest one of each, and moves by hand that wait for the user's decision. */
export const LearnedMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('list'), mailboxId: z.uuid() }),
  /** Deletes all corrections of this sender or list; classifier and instructions decide again. */
  z.strictObject({ action: z.literal('forget'), mailboxId: z.uuid(), learnedId: z.uuid() }),
  /** Learns from the newest of the moves to a place that were too many at once; null: the inbox. */
  z.strictObject({ action: z.literal('learn-moves'), mailboxId: z.uuid(), folderId: z.uuid().nullable() }),
  /** Never learns from them. */
  z.strictObject({ action: z.literal('dismiss-moves'), mailboxId: z.uuid(), folderId: z.uuid().nullable() }),
])
export type LearnedMailInput = z.infer<typeof LearnedMailInput>

export const LearnedMail = z.object({
  id: z.uuid(),
  kind: z.enum(['sender', 'list']),
  /** The exact address, or the list id. */
  value: z.string(),
  /** Target folder; null: the inbox. */
  folderId: z.uuid().nullable(),
  /** Folder before the correction; null: the inbox. */
  fromFolderId: z.uuid().nullable(),
  /** Made in the history, by a move in Outlook, by picking an email as an example of the folder, or on Senders. */
  learnedBy: z.enum(['history', 'outlook', 'example', 'senders']),
  learnedAt: z.iso.datetime({ offset: true }),
})
export type LearnedMail = z.infer<typeof LearnedMail>

export const LearnedMailOutput = z.object({
  /** Newest first, at most `maxLearnedEntries`. */
  learned: LearnedMail.array(),
  /** More entries exist. */
  more: z.boolean(),
  /**
   * Moves by hand of which so many came at once that nothing was learned until the user decides, by place; null: the
   * inbox.
   */
  unlearnedMoves: z.object({ folderId: z.uuid().nullable(), count: z.int() }).array(),
})
export type LearnedMailOutput = z.infer<typeof LearnedMailOutput>
