import { z } from 'zod'

export const DigestFrequency = z.enum(['daily', 'weekly'])
export type DigestFrequency = z.infer<typeof DigestFrequency>

export const EmailDigestInput = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('read') }),
  /** Null: off. */
  z.strictObject({ action: z.literal('save'), frequency: DigestFrequency.nullable() }),
  /** Sends the confirmation link again. */
  z.strictObject({ action: z.literal('confirm') }),
])
export type EmailDigestInput = z.infer<typeof EmailDigestInput>

export const EmailDigestOutput = z.object({
  /** Null: off. */
  frequency: DigestFrequency.nullable(),
  /** When the next digest is due; null where it is off. */
  nextAt: z.iso.datetime({ offset: true }).nullable(),
  /** No digest is sent before the reader of the address has agreed by an emailed link. */
  needsConfirmation: z.boolean(),
  /** Whether this server can send email. */
  isAvailable: z.boolean(),
})
export type EmailDigestOutput = z.infer<typeof EmailDigestOutput>
