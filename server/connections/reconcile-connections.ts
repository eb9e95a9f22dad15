import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import { findUsersWithUnblockedRuns } from '../shared/blocked-runs.ts'
import { deleteExpiredConnectionStates } from './authorization-queries.ts'
import { findIdleConnections } from './connection-queries.ts'
import { findPendingRevocations } from './revocation-queries.ts'

/** A connection that is unused for this long is refreshed. */
const idleConnectionMs = 24 * 60 * 60_000

/**
 * Every hour: deletes abandoned authorizations, and enqueues pending revocations, refreshes of idle connections, and
 * retries of runs whose account was connected again.
 */
export async function reconcileConnections(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    await deleteExpiredConnectionStates(tx, now)
    await ctx.jobs.enqueueAll(tx, 'revoke-grant', await findPendingRevocations(tx))
    const idle = await findIdleConnections(tx, addMs(now, -idleConnectionMs))
    await ctx.jobs.enqueueAll(tx, 'refresh-idle-connection', idle)
    await ctx.jobs.enqueueAll(tx, 'retry-unblocked-runs', await findUsersWithUnblockedRuns(tx))
  })
}
