import { z } from 'zod'
import { languages } from '../../contract/languages.ts'

const accountLinkEmailLifetimeMs = 60 * 60_000
const noticeEmailLifetimeMs = 2 * 24 * 60 * 60_000
const forwardAddressEmailLifetimeMs = 24 * 60 * 60_000

/** Purpose of an email with a link and a code, in GoTrue's terms. */
export const LinkPurpose = z.enum([
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
])
export type LinkPurpose = z.output<typeof LinkPurpose>

/** Account events that the user is notified of, since an attacker may have caused them. */
export const Notice = z.enum([
  'password_changed',
  'password_removed',
  'email_changed',
  'sign_up_attempted',
  'address_wanted',
  'factor_added',
  'factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'identity_linked',
  'identity_unlinked',
  'service_connected',
  'mailbox_added',
  'account_deleted',
])
export type Notice = z.output<typeof Notice>

/**
 * Kinds of outgoing emails with their sealed payloads. Links and codes are created when an email is composed, never
 * stored. An email older than `lifetimeMs` is dropped.
 */
export const emailKinds = {
  'account-link': {
    payload: z.strictObject({
      purpose: LinkPurpose,
      /** Recipient. The account is looked up when the email is composed. */
      email: z.string(),
      /** The requesting user, if known: the recipient of an email change has no account yet. */
      userId: z.uuid().optional(),
      redirectTo: z.string(),
      flowStateId: z.uuid().nullable(),
      /** Account to create where the address has none; null: create none. Without password for a sign-in by email. */
      newAccount: z
        .strictObject({
          id: z.uuid(),
          passwordHash: z.string().nullable(),
          metadata: z.record(z.string(), z.json()),
        })
        .nullable(),
    }),
    lifetimeMs: accountLinkEmailLifetimeMs,
  },
  'account-notice': {
    payload: z.strictObject({
      notice: Notice,
      email: z.string(),
      /** Stored with the email, because the notice of a deletion outlives the account. */
      language: z.enum(languages).default('en'),
      /** What was connected. */
      detail: z.string().optional(),
      at: z.iso.datetime(),
    }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Asks the recipient for consent to forwarding. */
  'forward-address': {
    payload: z.strictObject({ userId: z.uuid(), forwardAddressId: z.uuid() }),
    lifetimeMs: forwardAddressEmailLifetimeMs,
  },
  /** Tells the user that an address was asked for, or confirmed, to which their mail is then forwarded. */
  'forward-address-notice': {
    payload: z.strictObject({
      userId: z.uuid(),
      forwardAddressId: z.uuid(),
      event: z.enum(['requested', 'confirmed']),
      /** Network address that the event came from. */
      ip: z.string(),
      at: z.iso.datetime(),
    }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Tells the user that an action stores files in another place. */
  'file-destination-notice': {
    payload: z.strictObject({ userId: z.uuid(), destination: z.string(), ip: z.string(), at: z.iso.datetime() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** The same, about all changes of an hour with very many. What it reports is read when it is composed. */
  'file-destination-summary': {
    payload: z.strictObject({ userId: z.uuid(), since: z.iso.datetime() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Once per recipient and hour: emails to it are held back. */
  'hourly-limit-notice': {
    payload: z.strictObject({ userId: z.uuid(), kind: z.enum(['forward', 'draft']), address: z.string() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Once per month. */
  'limit-reached': {
    payload: z.strictObject({ userId: z.uuid(), month: z.iso.date() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Once per invoice. */
  'payment-failed': { payload: z.strictObject({ userId: z.uuid() }), lifetimeMs: noticeEmailLifetimeMs },
  /** Once per stop. */
  'mailbox-stopped': {
    payload: z.strictObject({ userId: z.uuid(), mailboxId: z.uuid(), stoppedAt: z.iso.datetime() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Once per stop that was emailed. */
  'mailbox-resumed': {
    payload: z.strictObject({ userId: z.uuid(), mailboxId: z.uuid() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Once per period. What it reports is read when it is composed. */
  digest: {
    // Nodes of the former version also store a frequency.
    payload: z.object({ userId: z.uuid(), from: z.iso.datetime(), until: z.iso.datetime() }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
  /** Asks the reader of an unproven address for consent to the digest. */
  'digest-confirmation': { payload: z.strictObject({ userId: z.uuid() }), lifetimeMs: noticeEmailLifetimeMs },
  /** What an operator has to look at: providers with an outage, and kinds of differences that the self-check found. */
  'operator-alert': {
    payload: z.strictObject({ userId: z.uuid(), providers: z.array(z.string()), differences: z.array(z.string()) }),
    lifetimeMs: noticeEmailLifetimeMs,
  },
} as const satisfies Record<string, { payload: z.ZodType; lifetimeMs: number }>

export type EmailKind = keyof typeof emailKinds
export type EmailPayload<K extends EmailKind> = z.output<(typeof emailKinds)[K]['payload']>
