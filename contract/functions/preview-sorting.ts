import { z } from 'zod'
import { instructionsMaxLength } from '../limits.ts'
import { ConditionKind, ConditionOrder, conditionValue } from './folder-conditions.ts'

/** What would become of the last mails if the folder had these instructions, or the mailbox a condition more or less, or its conditions in another order. Nothing is written anywhere. */
export const PreviewSortingInput = z.strictObject({
  mailboxId: z.uuid('Must be the id of a mailbox.'),
  folderId: z.uuid('Must be the id of a folder.'),
  /** Left out: as they are. */
  instructions: z.string().max(instructionsMaxLength).optional(),
  /** One more, after all others; one that is there already changes its folder. */
  condition: z
    .strictObject({ kind: ConditionKind, value: z.string() })
    .refine(({ kind, value }) => conditionValue(kind, value) !== null, 'This is not a condition of its kind.')
    .optional(),
  /** One less; one that is gone already changes nothing. */
  withoutCondition: z.uuid('Must be the id of a condition.').optional(),
  /** Left out: in the order in which they stand. */
  order: ConditionOrder.optional(),
})
export type PreviewSortingInput = z.infer<typeof PreviewSortingInput>

/** Where a mail goes: a folder's id; `inbox` where nothing fits or the user wants it there; `unsure` where the sorter would leave it. */
const Place = z.union([z.uuid(), z.literal('inbox'), z.literal('unsure')])

export const PreviewedMail = z.object({
  logId: z.uuid(),
  subject: z.string().nullable(),
  from: z.string().nullable(),
  before: Place,
  after: Place,
})
export type PreviewedMail = z.infer<typeof PreviewedMail>

export const PreviewSortingOutput = z.object({
  /** Mails that could be looked at, of the last `previewedMost` in the history. */
  looked: z.int(),
  /** Into the folder, and out of it. */
  into: z.int(),
  outOf: z.int(),
  /** Unsure afterwards, that is to say: up to the person, or the language model. */
  unsure: z.int(),
  /** Those for which something changes, newest first. */
  changed: PreviewedMail.array(),
})
export type PreviewSortingOutput = z.infer<typeof PreviewSortingOutput>
