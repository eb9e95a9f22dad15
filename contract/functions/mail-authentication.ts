import { z } from 'zod'
import { exactAddress } from '../address.ts'
import { mailAddressMaxLength, mailboxNameMaxLength } from '../limits.ts'

const MailAddress = z
  .string()
  .max(mailAddressMaxLength)
  .transform(exactAddress)
  .pipe(z.email('must be an email address').max(mailAddressMaxLength))

const FoundServer = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(['tls', 'starttls']),
})

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
  /** How the mailbox of an address is connected. */
  z.strictObject({ action: z.literal('find-servers'), email: MailAddress }),
  z.strictObject({ action: z.literal('refresh'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('disconnect'), mailboxId: z.uuid() }),
])
export type MailAuthenticationInput = z.infer<typeof MailAuthenticationInput>

/** Mail servers of an address; null where the user has to name them. */
const FindServersOutput = z.discriminatedUnion('kind', [
  /** By a sign-in at Microsoft (`authorize`). */
  z.object({ kind: z.literal('microsoft') }),
  z.object({
    kind: z.literal('imap'),
    imap: FoundServer.nullable(),
    smtp: FoundServer.nullable(),
    /** The name to sign in with, where it is not the address. */
    user: z.string().optional(),
    /** Of a provider that is known. */
    help: z
      .object({
        provider: z.string(),
        /** The password that it takes from mail clients; `bridge`: that of its program; `none`: it has no IMAP. */
        password: z.enum(['account', 'app', 'bridge', 'none']),
        /** Its page about that password. */
        url: z.url().optional(),
      })
      .optional(),
  }),
])
export type FoundServers = z.infer<typeof FindServersOutput>

export const MailAuthenticationOutput = z.union([
  FindServersOutput,
  z.object({ url: z.url() }),
  z.object({ success: z.literal(true), expires_at: z.iso.datetime({ offset: true }).optional() }),
])
export type MailAuthenticationOutput = z.infer<typeof MailAuthenticationOutput>
