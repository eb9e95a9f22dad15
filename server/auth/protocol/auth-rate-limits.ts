import { composeText } from '../../../contract/compose-text.ts'
import type { Context } from '../../context.ts'
import { perIp, type RouteLimit } from '../../http/routing/route.ts'
import { hashSecret } from '../../sealed.ts'
import { RateLimitExceeded } from './auth-error.ts'
import { emailMinIntervalSeconds } from '../../../contract/limits.ts'

/** Emails of all kinds to one address. `emailMinIntervalSeconds` limits each kind. */
const emailsPerAddressPerDay = 10

/** Calls per network address within five minutes, GoTrue's window. */
const perFiveMinutes = (points: number): RouteLimit => ({ by: 'ip', points, seconds: 300 })

/** Rate limits per network address, as in GoTrue; the `limit` of the routes. */
export const routeLimits = {
  token: perFiveMinutes(150),
  /** More than GoTrue's 30: many users of a school or office sign up from one network address within minutes. */
  signUp: perFiveMinutes(100),
  signOut: perFiveMinutes(150),
  verify: perFiveMinutes(30),
  otp: perFiveMinutes(30),
  magicLink: perFiveMinutes(30),
  recover: perFiveMinutes(30),
  resend: perFiveMinutes(30),
  reauthenticate: perFiveMinutes(30),
  updateUser: perFiveMinutes(30),
  /** The same as sign-in by password. */
  authorize: perFiveMinutes(150),
  factorChallenge: perIp(15, 'minute'),
  factorVerify: perIp(15, 'minute'),
} satisfies Record<string, RouteLimit>

/**
 * Kinds of email, each with its own minimum interval; magic link and recovery share one, as in GoTrue.
 * `recovery`: /recover, /otp, /magiclink. `confirmation`: /signup and its /resend.
 */
export type EmailGroup = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication' | 'invite'

const emailPause = { points: 1, seconds: emailMinIntervalSeconds }
const emailsPerDay = { points: emailsPerAddressPerDay, seconds: 86_400 }

/**
 * Call before an email is enqueued: at most one per minute and group, and ten per day per address. Known and unknown
 * addresses are treated alike, so a refusal reveals nothing; the address is stored as a hash. Refused calls do not
 * extend the wait, so an attacker cannot block the owner's emails permanently.
 * @param email in the form of `normalizeEmail`
 * @throws RateLimitExceeded 429 `over_email_send_rate_limit`
 */
export async function limitEmailsTo(ctx: Pick<Context, 'limits'>, group: EmailGroup, email: string): Promise<void> {
  const wait =
    (await ctx.limits.tryConsume('email-pause', emailPause, subject(`${group}:${email}`))) ||
    (await ctx.limits.tryConsume('email-day', emailsPerDay, subject(email)))
  if (wait === 0) return
  const message = composeText('For security purposes, you can only request this after {number} seconds.', {
    number: wait,
  })
  throw new RateLimitExceeded('over_email_send_rate_limit', message, wait)
}

const subject = (text: string): string => hashSecret(`email-limit:${text}`).toString('base64url')
