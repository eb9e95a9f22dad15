import type { Context } from '../context.ts'
import {
  dueForCatchUp,
  dueForDraining,
  dueForFeeding,
  dueForRefresh,
  dueForSentMail,
  dueForSync,
  dueForTending,
  dueForUndoing,
  dueForWatching,
  liveMailboxes,
} from './look-after-queries.ts'

const care = [
  ['refresh-token', dueForRefresh],
  ['tend-subscription', dueForTending],
  ['catch-up', dueForCatchUp],
  ['read-sent-mail', dueForSentMail],
  ['watch-folders', dueForWatching],
  ['sync-mailbox', dueForSync],
  ['drain-mailbox', dueForDraining],
  ['feed-backfill', dueForFeeding],
  ['undo-sorting', dueForUndoing],
] as const

/**
 * Every minute: asks the database what is due, and enqueues it. It does nothing itself, so it cannot be late; and because it asks the
 * rows, not a plan, nothing that was lost (a job, a notification, a worker) stays lost.
 */
export async function lookAfterMailboxes(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  for (const [job, due] of care) {
    await ctx.db.asService(async (tx) => {
      for (const mailboxId of await due(tx, now)) await ctx.jobs.enqueue(tx, job, { mailboxId })
    })
  }
}

/** Once when a worker starts: mail may have come while none was there, and its notifications may be lost for good. */
export async function catchUpAfterStart(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const mailboxes = await liveMailboxes(tx, ctx.clock.now())
    await ctx.jobs.enqueueAll(
      tx,
      'catch-up',
      mailboxes.map((mailboxId) => ({ mailboxId })),
    )
  })
}
