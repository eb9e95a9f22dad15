import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import { findSignedInUsers } from '../db/sessions.ts'
import { pollIdleMs, pollSignedInMs, pollSignedOutMs } from '../limits.ts'
import { findPolledMailboxes } from './reconcile-mailboxes-queries.ts'

/**
 * Every minute: enqueues delta queries for mailboxes without a live subscription, because Graph cannot reach
 * `PUBLIC_URL` or `NOTIFICATIONS=poll` is set. Ends by itself as soon as a subscription is created.
 */
export async function pollMailboxes(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  const mailboxes = await ctx.db.asService((tx) => findPolledMailboxes(tx, now))
  if (mailboxes.length === 0) return
  const userIds = [...new Set(mailboxes.map(({ userId }) => userId))]
  const signedIn = await ctx.db.asAccounts((tx) => findSignedInUsers(tx, userIds, now))
  await ctx.db.asService(async (tx) => {
    for (const { mailboxId, userId, isIdle, polledAt } of mailboxes) {
      const intervalMs = signedIn.has(userId) ? pollSignedInMs : isIdle ? pollIdleMs : pollSignedOutMs
      if (polledAt !== null && polledAt > later(now, -intervalMs)) continue
      await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId })
      if (signedIn.has(userId))
        await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }, { after: later(now, pollSignedInMs) })
    }
  })
}
