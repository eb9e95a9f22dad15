import { z } from 'zod'
import { ConditionKind, ConditionOrder, conditionValue } from './folder-conditions.ts'

/** Decides about recent messages with an added or removed condition, or another order of conditions. Stores nothing. */
export const PreviewSortingInput = z.strictObject({
  mailboxId: z.uuid('Must be the id of a mailbox.'),
  folderId: z.uuid('Must be the id of a folder.'),
  /** An additional last condition; an existing one changes its folder. */
  condition: z
    .strictObject({ kind: ConditionKind, value: z.string() })
    .refine(({ kind, value }) => conditionValue(kind, value) !== null, 'This is not a condition of its kind.')
    .optional(),
  /** A condition to leave out; an unknown id changes nothing. */
  withoutCondition: z.uuid('Must be the id of a condition.').optional(),
  /** Missing: unchanged order. */
  order: ConditionOrder.optional(),
})
export type PreviewSortingInput = z.infer<typeof PreviewSortingInput>

/**
 * Target of a message: a folder id; `inbox` where nothing matches or a rule keeps it there; `unsure` below the
 * threshold.
 */
export const Place = z.union([z.uuid(), z.literal('inbox'), z.literal('unsure')])

export const PreviewedMail = z.object({
  logId: z.uuid(),
  subject: z.string().nullable(),
  from: z.string().nullable(),
  before: Place,
  after: Place,
})
export type PreviewedMail = z.infer<typeof PreviewedMail>

export const PreviewSortingOutput = z.object({
  /** Messages that could be read, of the last `maxPreviewedMessages`. */
  looked: z.int(),
  /** Into the folder, and out of it. */
  into: z.int(),
  outOf: z.int(),
  /** Unsure after the change: left to the user or the language model. */
  unsure: z.int(),
  /** Messages whose target changes, newest first. */
  changed: PreviewedMail.array(),
})
export type PreviewSortingOutput = z.infer<typeof PreviewSortingOutput>
