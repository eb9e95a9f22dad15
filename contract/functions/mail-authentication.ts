import { z } from 'zod'
import { mailboxNameMaxLength } from '../limits.ts'

export const MailAuthenticationInput = z.discriminatedUnion('action', [
  /** The address of Microsoft's sign-in page, to which the browser goes. */
  z.strictObject({
    action: z.literal('authorize'),
    mailboxName: z.string().trim().max(mailboxNameMaxLength).optional(),
    /** A mailbox that is connected already: signs in to it again, and refuses another account. */
    mailboxId: z.uuid().optional(),
    /** Asks for sending mail, too: where a forward action was added. */
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
