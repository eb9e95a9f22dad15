import { days, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { endedAccounts } from './queries.ts'
import {
  forgetAuditEntries,
  forgetEmailChanges,
  forgetExpired,
  forgetSessions,
  forgetUnconfirmed,
} from './forget-queries.ts'
import { idleSince } from './sessions/session-limits.ts'

/** How long the trail of an account is kept. */
const auditMs = days(180)
/** How long an address waits to be confirmed, of an account and of a change. */
const unconfirmedMs = days(30)
const emailChangeMs = days(1)

/** Every night: what can no longer be used, what happened too long ago, and accounts whose end was interrupted. */
export async function forgetOldAccountsData(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asAccounts(async (tx) => {
    await forgetExpired(tx, now)
    await forgetEmailChanges(tx, later(now, -emailChangeMs))
    await forgetUnconfirmed(tx, later(now, -unconfirmedMs))
    await forgetSessions(tx, { now, idleSince: idleSince(now) })
    await forgetAuditEntries(tx, later(now, -auditMs))
    for (const userId of await endedAccounts(tx)) await ctx.jobs.enqueue(tx, 'delete-account', { userId })
  })
}
