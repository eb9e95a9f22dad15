import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findDueMessages, findMessagesInFlight } from './pending-message-queries.ts'

/**
 * Runs every minute and when a node dies, and enqueues all messages that are due: those of a killed worker,
 * and those whose pause or retry delay is over.
 *
 * What a killed worker leaves behind (for sorting: `server/sorting/lease/lease.ts`): the message's row in
 * `app.pending_action_messages` with its attempt counted and a claim that ends with the node's presence
 * (`server/db/presence.ts`) or after `actionClaimSeconds`, its run in status `running`, and the progress that the
 * runner saved before its last call (`app.action_progress`). That call may still be in flight: until its time limit has
 * passed the message is not free (`calls-in-flight-queries.ts`), and its job waits. This job finds the row, the next
 * worker claims it with a higher token, and the runner checks what took effect before it continues.
 */
export async function reconcileActions(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const now = ctx.clock.now()
    const due = await findDueMessages(tx, now)
    const jobs = [...due.keys()].map((logId) => ({ logId }))
    // Each mailbox's oldest message starts first, with new email: a long backlog of one delays neither.
    await ctx.jobs.enqueueAll(tx, 'run-actions', jobs, ({ logId }) => -(due.get(logId) ?? 0))
    for (const { logId, waitMs } of await findMessagesInFlight(tx))
      await ctx.jobs.enqueue(tx, 'run-actions', { logId }, { after: addMs(now, waitMs) })
  })
}
