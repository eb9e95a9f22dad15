import { z } from 'zod'
import { days, hours } from '../clock.ts'

/** Why an e-mail with a link and a code goes out; the words of the auth protocol. */
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

/** What happened to an account that its owner should hear of, in case it was somebody else. */
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
  'account_deleted',
])
export type Notice = z.output<typeof Notice>

/**
 * Every e-mail that we send, with what is kept sealed until it goes out: never a link or a code, those are made when it is composed.
 * Nobody wants one that is older than `keptMs`.
 */
export const emailKinds = {
  'account-link': {
    payload: z.strictObject({
      purpose: LinkPurpose,
      /** Where it goes; whether anybody has this address is found out when the e-mail is composed. */
      email: z.string(),
      /** Who asked, where that is known: a change of address goes to one that is nobody's yet. */
      userId: z.uuid().optional(),
      redirectTo: z.string(),
      flowStateId: z.uuid().nullable(),
      /** The account to make where nobody has this address; null where none must be made. Without password for a sign-in by e-mail. */
      newAccount: z
        .strictObject({
          id: z.uuid(),
          passwordHash: z.string().nullable(),
          metadata: z.record(z.string(), z.json()),
        })
        .nullable(),
    }),
    keptMs: hours(1),
  },
  'account-notice': {
    payload: z.strictObject({ notice: Notice, email: z.string(), at: z.iso.datetime() }),
    keptMs: days(2),
  },
  /** Asks whoever reads an address whether mail may be forwarded there. */
  'forward-address': {
    payload: z.strictObject({ userId: z.uuid(), forwardAddressId: z.uuid() }),
    keptMs: days(1),
  },
  /** The month's limit is reached: once a month. */
  'limit-reached': {
    payload: z.strictObject({ userId: z.uuid(), month: z.iso.date() }),
    keptMs: days(2),
  },
  /** An invoice could not be paid: once for each. */
  'payment-failed': { payload: z.strictObject({ userId: z.uuid() }), keptMs: days(2) },
} as const satisfies Record<string, { payload: z.ZodType; keptMs: number }>

export type EmailKind = keyof typeof emailKinds
export type EmailPayload<K extends EmailKind> = z.output<(typeof emailKinds)[K]['payload']>
