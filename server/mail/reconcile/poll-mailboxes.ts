import { addMs } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findSignedInUsers } from '../../shared/sessions.ts'
import { findPolledMailboxes } from './reconcile-mailboxes-queries.ts'

/**
 * Polling of mailboxes without change notifications, in delta queries: 2,880 a day while their user is signed in, 720
 * otherwise, 288 after a day without email. Graph allows 10,000 requests in ten minutes per app and mailbox
 * (learn.microsoft.com/graph/throttling-limits).
 */
const pollSignedInMs = 30_000
const pollSignedOutMs = 2 * 60_000
const pollIdleMs = 5 * 60_000

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
    const due = mailboxes.filter(({ userId, isIdle, polledAt }) => {
      const intervalMs = signedIn.has(userId) ? pollSignedInMs : isIdle ? pollIdleMs : pollSignedOutMs
      return polledAt === null || polledAt <= addMs(now, -intervalMs)
    })
    await ctx.jobs.enqueueAll(
      tx,
      'catch-up',
      due.map(({ mailboxId }) => ({ mailboxId })),
    )
    for (const { mailboxId, userId } of due)
      if (signedIn.has(userId))
        await ctx.jobs.enqueue(tx, 'catch-up', { mailboxId }, { after: addMs(now, pollSignedInMs) })
  })
}
