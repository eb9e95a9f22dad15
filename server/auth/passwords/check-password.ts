import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { addFailedSignIn } from '../audit/queries.ts'
import { networkOf } from '../../http/client-address.ts'
import { hashSecret } from '../../sealed.ts'
import { refuse } from '../protocol/auth-error.ts'
import { throughHashGate } from './hash-gate.ts'
import { clearClosedWindows, countFailure, failuresOf, forgetFailures, sessionAddresses } from './queries.ts'

const windowMs = minutes(5)
const perAccountAndIp = 10
const perAccount = 50
/** From how many places failures go into the account's trail: whoever guesses on must not push everything else out of it. */
const notedPerWindow = 5

export interface PasswordAttempt {
  email: string
  ip: string
  userAgent?: string | null
  /** The account's hash; null where the address is not known. */
  stored: string | null
  password: string
}

/**
 * Whether this is the right password, with a limit on guessing. Ten wrong ones within five minutes close the account to that
 * network address; fifty from everywhere close it to addresses from which nobody is signed in to it. So a stranger can lock out
 * other strangers, never the owner at a place where the owner is known, and nobody for longer than the window (security checklist
 * B4). Unknown accounts are counted alike.
 * The count is read within the gate, right before the work: of many guesses at once none but those under work can slip through.
 * @throws AuthError `over_request_rate_limit`
 */
export const checkPassword = (
  ctx: Pick<Context, 'clock' | 'db' | 'events' | 'passwords'>,
  attempt: PasswordAttempt,
): Promise<boolean> =>
  throughHashGate(async () => {
    const subjects = {
      pair: hashSecret(`pair:${attempt.email}:${networkOf(attempt.ip)}`),
      account: hashSecret(`account:${attempt.email}`),
    }
    if (await isClosed(ctx, attempt, subjects)) {
      ctx.events.signInRefused({ reason: 'too_many_attempts' })
      refuse(429, 'over_request_rate_limit', 'Too many failed sign-ins. Please wait a few minutes and try again.')
    }
    const isRight = await ctx.passwords.isRight(attempt.stored, attempt.password)
    await ctx.db.asAccounts(async (tx) => {
      if (isRight) return forgetFailures(tx, subjects.pair)
      const now = ctx.clock.now()
      const window = { now, endsAt: later(now, windowMs) }
      const ofPair = await countFailure(tx, subjects.pair, window)
      const ofAccount = await countFailure(tx, subjects.account, window)
      if (ofPair === 1 && ofAccount <= notedPerWindow) {
        await addFailedSignIn(tx, attempt.email, { ip: attempt.ip, userAgent: attempt.userAgent ?? null, now })
      }
      return clearClosedWindows(tx, now)
    })
    return isRight
  })

interface Subjects {
  pair: Buffer
  account: Buffer
}

const isClosed = (
  ctx: Pick<Context, 'clock' | 'db'>,
  { email, ip }: PasswordAttempt,
  { pair, account }: Subjects,
): Promise<boolean> =>
  ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    const [ofPair, ofAccount] = await Promise.all([failuresOf(tx, pair, now), failuresOf(tx, account, now)])
    if (ofPair >= perAccountAndIp) return true
    if (ofAccount < perAccount) return false
    const known = await sessionAddresses(tx, email)
    return !known.some((address) => networkOf(address) === networkOf(ip))
  })
