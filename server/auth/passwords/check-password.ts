import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { insertFailedSignIn } from '../audit-log/audit-log-queries.ts'
import { rateLimitNetwork } from '../../http/request/client-address.ts'
import { hashSecret } from '../../sealed.ts'
import { refuse } from '../protocol/auth-error.ts'
import { withHashSlot } from './hash-slots.ts'
import {
  purgeExpiredWindows,
  incrementFailures,
  failureCount,
  resetFailures,
  sessionAddresses,
} from './failed-attempt-queries.ts'

const passwordFailureWindowMs = 5 * 60_000
const passwordFailuresMaxPerNetwork = 10
const passwordFailuresMaxPerAccount = 50
/** Networks per window whose first failure is written to the audit log: guessing must not push out other events. */
const passwordFailuresMaxLogged = 5

interface PasswordAttempt {
  email: string
  ip: string
  userAgent?: string | null
  /** The stored hash; null if the address is unknown. */
  stored: string | null
  password: string
}

/**
 * Verifies a password with a limit on guessing. Ten failures within five minutes lock the account for that network
 * address; fifty from all addresses lock it for networks without a session of the user. The owner can still sign in
 * from a network with one of their sessions. Every lock ends with the window. Unknown accounts are counted alike.
 *
 * The count is read inside the hash slot, right before the work, so that concurrent guesses exceed the limit at most by
 * the number of slots.
 * @throws AuthError `over_request_rate_limit`
 */
export const checkPassword = (
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'passwords'>,
  attempt: PasswordAttempt,
): Promise<boolean> =>
  withHashSlot(async () => {
    const subjects = {
      pair: hashSecret(`pair:${attempt.email}:${rateLimitNetwork(attempt.ip)}`),
      account: hashSecret(`account:${attempt.email}`),
    }
    if (await isLockedOut(ctx, attempt, subjects)) {
      ctx.events.signInRefused({ reason: 'too_many_attempts' })
      refuse(429, 'over_request_rate_limit', 'Too many failed sign-ins. Please wait a few minutes and try again.')
    }
    const isRight = await ctx.passwords.verify(attempt.stored, attempt.password)
    await ctx.db.asAccounts(async (tx) => {
      if (isRight) return resetFailures(tx, subjects.pair)
      const now = ctx.clock.now()
      const window = { now, endsAt: addMs(now, passwordFailureWindowMs) }
      const ofPair = await incrementFailures(tx, subjects.pair, window)
      const ofAccount = await incrementFailures(tx, subjects.account, window)
      if (ofPair === 1 && ofAccount <= passwordFailuresMaxLogged) {
        await insertFailedSignIn(tx, attempt.email, { ip: attempt.ip, userAgent: attempt.userAgent ?? null, now })
      }
      return purgeExpiredWindows(tx, now)
    })
    return isRight
  })

interface FailureSubjects {
  pair: Buffer
  account: Buffer
}

const isLockedOut = (
  ctx: Pick<Context, 'clock' | 'db'>,
  { email, ip }: PasswordAttempt,
  { pair, account }: FailureSubjects,
): Promise<boolean> =>
  ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    const [ofPair, ofAccount] = await Promise.all([failureCount(tx, pair, now), failureCount(tx, account, now)])
    if (ofPair >= passwordFailuresMaxPerNetwork) return true
    if (ofAccount < passwordFailuresMaxPerAccount) return false
    const known = await sessionAddresses(tx, email)
    return !known.some((address) => rateLimitNetwork(address) === rateLimitNetwork(ip))
  })
