import { z } from 'zod'
import { exactAddress } from '../address.ts'
import { mailboxNameMaxLength } from '../limits.ts'

/** Of a path without its brackets (RFC 5321, 4.5.3.1.3). */
const mailAddressMaxLength = 254
const mailHostMaxLength = 253
const mailUserMaxLength = 255
const mailPasswordMaxLength = 500

const MailAddress = z
  .string()
  .max(mailAddressMaxLength)
  .transform(exactAddress)
  .pipe(z.email('must be an email address').max(mailAddressMaxLength))

/** Without control characters, which would end a command of the protocol. */
const line = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}+$/u, 'must be one line')

/** Pages from which a password is copied may separate its parts by no-break spaces (RFC 8265, section 4.2.2). */
const MailPassword = line(mailPasswordMaxLength).transform((password) => password.replaceAll(/\p{Zs}/gu, ' '))

const NamedServer = z.strictObject({
  host: z.string().trim().min(1).max(mailHostMaxLength),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']),
})

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
    /** Of another mailbox: Microsoft asks for its sign-in, instead of which account to use. */
    email: MailAddress.optional(),
    /** Also requests the send scope, for a forward action. */
    sending: z.literal(true).optional(),
  }),
  /** How the mailbox of an address is connected. */
  z.strictObject({ action: z.literal('find-servers'), email: MailAddress }),
  /**
   * Signs in to the servers and connects the mailbox, or the user's mailbox of this sign-in again. Without `smtp` it
   * sends no email.
   */
  z.strictObject({
    action: z.literal('connect-imap'),
    email: MailAddress,
    password: MailPassword,
    /** Default: the address. */
    user: line(mailUserMaxLength).optional(),
    imap: NamedServer,
    smtp: NamedServer.optional(),
    mailboxName: z.string().trim().max(mailboxNameMaxLength).optional(),
  }),
  /** The password of a connected IMAP mailbox was changed at its provider. */
  z.strictObject({
    action: z.literal('change-password'),
    mailboxId: z.uuid(),
    password: MailPassword,
  }),
  z.strictObject({ action: z.literal('refresh'), mailboxId: z.uuid() }),
  z.strictObject({ action: z.literal('disconnect'), mailboxId: z.uuid() }),
])
export type MailAuthenticationInput = z.infer<typeof MailAuthenticationInput>

/** Mail servers of an address; null where the user has to name them. */
export const FindServersOutput = z.discriminatedUnion('kind', [
  /** By a sign-in at Microsoft (`authorize`). */
  z.object({ kind: z.literal('microsoft') }),
  z.object({
    kind: z.literal('imap'),
    imap: FoundServer.nullable(),
    smtp: FoundServer.nullable(),
    /** The name to sign in with, where it is not the address. */
    user: z.string().optional(),
    /** Its provider is not known: it may be at Microsoft, where the user can sign in. */
    microsoft: z.literal(true).optional(),
    /** Of a provider that is known. */
    help: z
      .object({
        provider: z.string(),
        /** The password that it takes from mail clients; `bridge`: that of its program; `none`: it has no IMAP. */
        password: z.enum(['account', 'app', 'bridge', 'none']),
        /** Its page about that password. */
        url: z.url().optional(),
        /** Its page about switching IMAP on, where that is off at first. */
        imapUrl: z.url().optional(),
      })
      .optional(),
  }),
])
export type FoundServers = z.infer<typeof FindServersOutput>

export const MailAuthenticationOutput = z.union([
  FindServersOutput,
  z.object({ url: z.url() }),
  z.object({ success: z.literal(true), mailboxId: z.uuid() }),
  z.object({ success: z.literal(true), expires_at: z.iso.datetime({ offset: true }).optional() }),
])
export type MailAuthenticationOutput = z.infer<typeof MailAuthenticationOutput>
