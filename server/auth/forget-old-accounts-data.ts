import { days, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { endedAccounts } from './queries.ts'
import { forgetAuditEntries, forgetExpired } from './forget-queries.ts'

/** How long the trail of an account is kept. */
const auditMs = days(180)

/** Every night: what can no longer be used, what happened too long ago, and accounts whose end was interrupted. */
export async function forgetOldAccountsData(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asAccounts(async (tx) => {
    await forgetExpired(tx, now)
    await forgetAuditEntries(tx, later(now, -auditMs))
    for (const userId of await endedAccounts(tx)) await ctx.jobs.enqueue(tx, 'delete-account', { userId })
  })
}
