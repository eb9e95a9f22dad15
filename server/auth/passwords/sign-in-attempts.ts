import { later, minutes } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { hashSecret } from '../../sealed.ts'
import { refuse } from '../protocol/auth-error.ts'
import { clearClosedWindows, countAttempt, forgetAttempts, hasSessionFrom, takeBackAttempt } from './queries.ts'

const windowMs = minutes(5)
const perAccountAndIp = 10
const perAccount = 50

/** A try is counted before the password is looked at, so that a hundred at once are no more than a hundred in a row. */
export interface Attempt {
  succeeded(): Promise<void>
}

/**
 * Limits the guessing of one account's password. Ten wrong ones within five minutes close the account to that network address;
 * fifty from everywhere close it to addresses from which nobody is signed in to it. So a stranger can lock out other strangers, never the
 * owner at a place where the owner is known, and nobody for longer than the window (security checklist B4).
 * Unknown accounts are counted alike.
 * @throws AuthError `over_request_rate_limit`
 */
export async function beginAttempt(ctx: Context, email: string, ip: string): Promise<Attempt> {
  const pair = hashSecret(`pair:${email}:${ip}`)
  const account = hashSecret(`account:${email}`)
  const allowed = await ctx.db.asAccounts(async (tx) => {
    const now = ctx.clock.now()
    const window = { now, endsAt: later(now, windowMs) }
    if ((await countAttempt(tx, pair, window)) > perAccountAndIp) return false
    return (await countAttempt(tx, account, window)) <= perAccount || (await hasSessionFrom(tx, email, ip))
  })
  if (!allowed) {
    ctx.events.signInRefused({ reason: 'too_many_attempts' })
    refuse(429, 'over_request_rate_limit', 'Too many failed sign-ins. Please wait a few minutes and try again.')
  }
  return {
    succeeded: () =>
      ctx.db.asAccounts(async (tx) => {
        await forgetAttempts(tx, pair)
        await takeBackAttempt(tx, account)
        await clearClosedWindows(tx, ctx.clock.now())
      }),
  }
}
