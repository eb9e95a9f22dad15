import { days, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { unusedSince } from './queries.ts'
import { waitingRevocations } from './revocation-queries.ts'
import { forgetStates } from './state-queries.ts'

/**
 * Every hour: connections that nobody came back with are forgotten, grants whose end was lost on the way are ended, and connections that
 * nothing has used for a day are refreshed.
 */
export async function lookAfterConnections(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    await forgetStates(tx, now)
    const revocations = await waitingRevocations(tx)
    await ctx.jobs.enqueueAll(
      tx,
      'end-grant',
      revocations.map((revocationId) => ({ revocationId })),
    )
    const unused = await unusedSince(tx, later(now, -days(1)))
    await ctx.jobs.enqueueAll(
      tx,
      'keep-connection',
      unused.map((connectionId) => ({ connectionId })),
    )
  })
}
