import type { Context } from '../../context.ts'
import { perIp, type Limit } from '../../http/route.ts'
import { hashSecret } from '../../sealed.ts'
import { RefusedForNow } from './auth-error.ts'

/** Calls of one address within five minutes, the protocol's own span. */
const perFiveMinutes = (points: number): Limit => ({ by: 'ip', points, seconds: 300 })

/** How often one network address may make each call, as in the protocol (GoTrue); the `limit` of the routes. */
export const callLimits = {
  token: perFiveMinutes(150),
  /** More than the protocol's 30: a school or an office behind one address signs up within minutes. */
  signUp: perFiveMinutes(100),
  signOut: perFiveMinutes(150),
  verify: perFiveMinutes(30),
  otp: perFiveMinutes(30),
  magicLink: perFiveMinutes(30),
  recover: perFiveMinutes(30),
  resend: perFiveMinutes(30),
  reauthenticate: perFiveMinutes(30),
  updateUser: perFiveMinutes(30),
  /** As many as sign in by password. */
  authorize: perFiveMinutes(150),
  factorChallenge: perIp(15, 'minute'),
  factorVerify: perIp(15, 'minute'),
} satisfies Record<string, Limit>

/**
 * What an e-mail is about. Each group has a pause of its own; a sign-in link and a reset share theirs, as in the protocol.
 * `recovery`: /recover, /otp, /magiclink. `confirmation`: /signup and /resend of it.
 */
export type EmailGroup = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication' | 'invite'

const pause = { points: 1, seconds: 60 }
const perDay = { points: 10, seconds: 86_400 }

/**
 * To be called before an e-mail is put for an address: one a minute for each group, ten a day for all together. Nobody looks whether
 * the address is known, so that refusals tell nothing about it (security checklist B3), and it is kept as a hash.
 * Refused calls do not make the wait longer, so nobody can be kept from their e-mails for good (B4).
 * @param email in the form of `normalizeEmail`
 * @throws RefusedForNow 429 `over_email_send_rate_limit`
 */
export async function pausePerAddress(ctx: Pick<Context, 'limits'>, group: EmailGroup, email: string): Promise<void> {
  const wait =
    (await ctx.limits.take('email-pause', pause, subject(`${group}:${email}`))) ||
    (await ctx.limits.take('email-day', perDay, subject(email)))
  if (wait === 0) return
  const message = `For security purposes, you can only request this after ${wait} seconds.`
  throw new RefusedForNow('over_email_send_rate_limit', message, wait)
}

const subject = (text: string): string => hashSecret(`email-limit:${text}`).toString('base64url')
