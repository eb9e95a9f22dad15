import type { Context } from '../context.ts'
import { waitingRevocations } from './revocation-queries.ts'
import { forgetStates } from './state-queries.ts'

/** Every hour: connections that nobody came back with are forgotten, and grants whose end was lost on the way are ended. */
export async function lookAfterConnections(ctx: Context): Promise<void> {
  await ctx.db.asService(async (tx) => {
    await forgetStates(tx, ctx.clock.now())
    const waiting = await waitingRevocations(tx)
    await ctx.jobs.enqueueAll(
      tx,
      'end-grant',
      waiting.map((revocationId) => ({ revocationId })),
    )
  })
}
