import { z } from 'zod'

const mailboxId = z.uuid('Must be the id of a mailbox.')

/** Messages that a mailbox in preview mode would have sorted (`mailbox-settings`, `previewUntil`). */
export const PreviewedMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), mailboxId }),
  /** Moves them to their targets without counting them again. */
  z.strictObject({ action: z.literal('sort'), mailboxId }),
  /** Ends the preview mode. */
  z.strictObject({ action: z.literal('stop'), mailboxId }),
])
export type PreviewedMailInput = z.infer<typeof PreviewedMailInput>

export const PreviewedMailOutput = z.object({
  /** Null: messages are sorted. */
  previewUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Of the last days, still in the inbox according to the processing log. */
  waiting: z.int(),
})
export type PreviewedMailOutput = z.infer<typeof PreviewedMailOutput>
