import { z } from 'zod'

/** When digests are sent, in the user's time zone. */
export const DigestSchedule = z.strictObject({
  hour: z.int().min(0, 'Choose an hour from 0 to 23.').max(23, 'Choose an hour from 0 to 23.'),
  /** Days of the week as in ISO 8601: 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().min(1).max(7)).min(1, 'Choose at least one day.').max(7),
})
export type DigestSchedule = z.infer<typeof DigestSchedule>

export const everyDay = [1, 2, 3, 4, 5, 6, 7]
export const defaultDigestSchedule: DigestSchedule = { hour: 6, days: everyDay }

export const EmailDigestInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read') }),
  z.strictObject({
    action: z.literal('save'),
    /** Null: off. */
    schedule: DigestSchedule.nullable().optional(),
    /** An email when a mailbox stops being sorted, and when it is sorted again. */
    stopEmails: z.boolean().optional(),
  }),
  /** Sends the confirmation link again. */
  z.strictObject({ action: z.literal('confirm') }),
])
export type EmailDigestInput = z.infer<typeof EmailDigestInput>

export const EmailDigestOutput = z.object({
  /** Null: off. */
  schedule: DigestSchedule.nullable(),
  /** When the next digest is due; null where it is off. */
  nextAt: z.iso.datetime({ offset: true }).nullable(),
  /** No digest is sent before the reader of the address has agreed by an emailed link. */
  needsConfirmation: z.boolean(),
  stopEmails: z.boolean(),
  /** Whether this server can send email. */
  isAvailable: z.boolean(),
})
export type EmailDigestOutput = z.infer<typeof EmailDigestOutput>
