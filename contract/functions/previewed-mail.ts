import { z } from 'zod'

const mailboxId = z.uuid('Must be the id of a mailbox.')

/** Mail that would have been sorted, while the mailbox is only previewed (`mailbox-settings`, `previewUntil`). */
export const PreviewedMailInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('status'), mailboxId }),
  /** Moves all of it to where it would have gone: it is not counted a second time. */
  z.strictObject({ action: z.literal('sort'), mailboxId }),
  /** From now on mail is sorted. */
  z.strictObject({ action: z.literal('stop'), mailboxId }),
])
export type PreviewedMailInput = z.infer<typeof PreviewedMailInput>

export const PreviewedMailOutput = z.object({
  /** Null: mail is sorted. */
  previewUntil: z.iso.datetime({ offset: true }).nullable(),
  /** Of the last days, still in the inbox as far as we know. */
  waiting: z.int(),
})
export type PreviewedMailOutput = z.infer<typeof PreviewedMailOutput>
