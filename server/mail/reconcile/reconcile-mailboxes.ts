import type { Context } from '../../context.ts'
import {
  dueForBaseline,
  dueForCatchUp,
  dueForSorting,
  dueForBackfill,
  dueForDelayed,
  dueForProbe,
  dueForRefresh,
  dueForSenderScan,
  dueForSentMail,
  dueForSync,
  dueForSubscription,
  dueForTidyUp,
  dueForUndo,
  dueForManualMoves,
  findRealTimeMailboxes,
} from './reconcile-mailboxes-queries.ts'
import { dueForWatch } from '../imap/watch-queries.ts'
import { pollMailboxes } from './poll-mailboxes.ts'

const jobsAndQueries = [
  ['catch-up', dueForProbe],
  ['refresh-token', dueForRefresh],
  ['ensure-subscription', dueForSubscription],
  ['ensure-subscription', dueForWatch],
  ['catch-up', dueForCatchUp],
  ['read-sent-mail', dueForSentMail],
  ['detect-manual-moves', dueForManualMoves],
  ['sync-mailbox', dueForSync],
  ['learn-mailbox', dueForBaseline],
  ['look-at-delayed', dueForDelayed],
  ['drain-mailbox', dueForSorting],
  ['feed-backfill', dueForBackfill],
  ['undo-sorting', dueForUndo],
  ['tidy-up', dueForTidyUp],
  ['scan-senders', dueForSenderScan],
] as const

/**
 * Every minute: enqueues the jobs that are due according to the database. Because due work is derived from rows and not
 * from a schedule, a lost job, change notification or worker is always made up for.
 */
export async function reconcileMailboxes(ctx: Pick<Context, 'clock' | 'config' | 'db' | 'jobs'>): Promise<void> {
  const now = ctx.clock.now()
  for (const [job, due] of jobsAndQueries) {
    await ctx.db.asService(async (tx) => {
      const mailboxIds = await due(tx, now, ctx.config)
      await ctx.jobs.enqueueAll(
        tx,
        job,
        mailboxIds.map((mailboxId) => ({ mailboxId })),
      )
    })
  }
  await pollMailboxes(ctx)
}

/**
 * Once when a worker starts: messages may have arrived while none was running, and their change notifications may be
 * lost.
 */
export async function catchUpAfterStart(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const mailboxes = await findRealTimeMailboxes(tx, ctx.clock.now())
    await ctx.jobs.enqueueAll(
      tx,
      'catch-up',
      mailboxes.map((mailboxId) => ({ mailboxId })),
    )
  })
}
