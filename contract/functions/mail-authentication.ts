import { z } from 'zod'
import { mailboxNameMaxLength } from '../limits.ts'

export const MailAuthenticationInput = z.discriminatedUnion('action', [
  /** URL of Microsoft's authorization endpoint. */
  z.strictObject({
    action: z.literal('authorize'),
    mailboxName: z.string().trim().max(mailboxNameMaxLength).optional(),
    /** A connected mailbox: signs in again and refuses another account. */
    mailboxId: z.uuid().optional(),
    /** Also requests the send scope, for a forward action. */
    sending: z.literal(true).optional(),
  }),
  z.strictObject({ action: z.literal('refresh'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('disconnect'), mailboxId: z.uuid() }),
])
export type MailAuthenticationInput = z.infer<typeof MailAuthenticationInput>

export const MailAuthenticationOutput = z.union([
  z.object({ url: z.url() }),
  z.object({ success: z.literal(true), expires_at: z.iso.datetime({ offset: true }).optional() }),
])
export type MailAuthenticationOutput = z.infer<typeof MailAuthenticationOutput>
