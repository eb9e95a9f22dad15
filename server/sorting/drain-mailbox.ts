import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { mailboxById } from '../mail/queries.ts'
import { newestBackfill } from './backfill/backfill-queries.ts'
import { acquireLease, LeaseLost, releaseLease, renewLease, type Lease } from './ledger/lease.ts'
import { loadMemory } from './learning/memory.ts'
import { nextDue, nextEvents, pausedUntil } from './ledger/inbox-queries.ts'
import { sortMessage } from './sort-message.ts'
import type { Work } from './ledger/work.ts'

/** Graph answers four calls of a mailbox at once, never a fifth (invariant I13). */
const sideBySide = 4
const batch = 20

/** How soon to look again where a living worker holds the mailbox. */
const leaseHeldMs = 2000

/**
 * The wake-up job: works through the mailbox's inbox table, oldest first, until nothing is due. Runs under the mailbox's lease.
 * Whatever remains (waiting for a retry, a pause, a new sign-in) has a later wake-up or is woken when its obstacle goes.
 */
export async function drainMailbox(ctx: Context, { mailboxId }: JobPayload<'drain-mailbox'>): Promise<void> {
  const mailbox = await ctx.db.asService((tx) => mailboxById(tx, mailboxId))
  if (!mailbox || mailbox.status !== 'active') return
  const lease = await acquireLease(ctx, mailboxId)
  if (!lease) return wakeLater(ctx, mailboxId, later(ctx.clock.now(), leaseHeldMs))

  try {
    while (await sortBatch(ctx, lease)) await renewLease(ctx, lease)
  } catch (error) {
    if (error instanceof LeaseLost) return
    throw error
  } finally {
    await releaseLease(ctx, lease)
  }
  const due = await ctx.db.asService(async (tx) => {
    const next = await nextDue(tx, mailboxId)
    const pause = await pausedUntil(tx, mailboxId)
    // What was sorted of the mail that lay there before makes room for more of it.
    if ((await newestBackfill(tx, mailboxId))?.state === 'running')
      await ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId })
    return next && pause && pause > next ? pause : next
  })
  if (due) await wakeLater(ctx, mailboxId, due)
}

/**
 * Each piece begins with what the user has set, and the sorter learned, by then: a run may last for hours.
 * @returns whether there may be more to do now
 */
async function sortBatch(ctx: Context, lease: Lease): Promise<boolean> {
  const now = ctx.clock.now()
  const { mailbox, events } = await ctx.db.asService(async (tx) => {
    const pause = await pausedUntil(tx, lease.mailboxId)
    return {
      mailbox: await mailboxById(tx, lease.mailboxId),
      events: pause && pause > now ? [] : await nextEvents(tx, lease.mailboxId, now, batch),
    }
  })
  if (mailbox?.status !== 'active' || events.length === 0) return false
  const work: Work = { ...(await loadMemory(ctx, mailbox)), mailbox, lease }
  const waiting = [...events]
  let paused = false
  const worker = async (): Promise<void> => {
    for (let event = waiting.shift(); event && !paused; event = waiting.shift()) {
      const outcome = await sortMessage(ctx, work, event)
      paused ||= outcome === 'paused'
    }
  }
  // All of them have stopped before the lease is given back, also where one fails.
  const ends = await Promise.allSettled(Array.from({ length: sideBySide }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return !paused
}

async function wakeLater(ctx: Pick<Context, 'db' | 'jobs'>, mailboxId: string, after: Date): Promise<void> {
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId }, { after }))
}
