import type { Context } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import type { Work } from '../../db/database.ts'
import { mailboxLeaseSeconds } from '../limits.ts'
import { claimLease, clearLease, extendLease, requireLease, type Lease } from './lease-queries.ts'

export type { Lease }

/**
 * What a killed worker leaves behind, and who continues (for actions:
 * `server/actions/engine/reconcile-actions.ts`):
 * - The row of the message in `app.inbox_events` stays and is still due. Its attempt was counted before the work began
 *   (`countAttempt`): a message that kills its worker reaches `messageMaxAttempts`.
 * - A message whose decision was recorded has a row with status `processing` in `email_processing_logs`, counted
 *   against the month. It may have been moved.
 * - The lease stays with the dead worker's token. It can be claimed as soon as the node's presence has ended
 *   (`server/db/presence.ts`), or else after `mailboxLeaseSeconds` (`claimLease`).
 *
 * Then a `drain-mailbox` job on any node claims the lease with a higher token. `reconcileMailboxes` enqueues this job
 * every minute and when a node dies, unless one waits already. The job reads the processing log and the message in the
 * mailbox, and continues from there (`sortMessage`). A former worker that was only slow still has the lower token: its
 * transactions fail with `LeaseLost`.
 */

/** Another worker has taken the mailbox over. The transaction is rolled back. */
export class LeaseLost extends Error {}

/** A lease is renewed once a third of it has passed. The other two thirds cover a message with slow responses. */
const leaseFreshMs = (mailboxLeaseSeconds * 1000) / 3

/** @returns null while a living worker holds the mailbox */
export async function acquireLease(ctx: Pick<Context, 'db' | 'presence'>, mailboxId: string): Promise<Lease | null> {
  const freshUntil = performance.now() + leaseFreshMs
  const [token] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [claimLease(tx, mailboxId, ctx.presence.node)]),
  )
  return token === null ? null : { mailboxId, token, freshUntil }
}

/**
 * Call it directly before each move, and before each call that may take long: the lease must not expire meanwhile. It
 * costs a transaction only once in `leaseFreshMs`.
 * @throws LeaseLost
 */
export async function keepLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  if (performance.now() >= lease.freshUntil) await renewLease(ctx, lease)
}

/** @throws LeaseLost */
export async function renewLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  const freshUntil = performance.now() + leaseFreshMs
  if (!(await ctx.db.asService((tx) => extendLease(tx, lease)))) throw new LeaseLost()
  lease.freshUntil = freshUntil
}

export async function releaseLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  // If the database crashes and loses this write, the lease expires.
  await ctx.db.asService((tx, sendLast) => sendLast(() => [commitWithoutWaiting(tx), clearLease(tx, lease)]))
}

/**
 * Runs a transaction that only the lease's holder can commit: the lease row stays locked against a new holder until
 * it ends. The lock is sent with the first statement of `fn`. Without the lease, PostgreSQL refuses all statements.
 * @param durable false for writes that the next attempt repeats, such as attempts and outcomes: the commit does not
 *   wait for the disk. A decision must be durable before the move.
 * @throws LeaseLost
 */
export async function withLease<T>(
  ctx: Pick<Context, 'db'>,
  lease: Lease,
  fn: Work<T>,
  { durable = true }: { durable?: boolean } = {},
): Promise<T> {
  let held: Promise<boolean> = Promise.resolve(true)
  try {
    return await ctx.db.asService((tx, sendLast) => {
      held = requireLease(tx, lease, durable)
      // Awaited below; without a handler here Node would end the process.
      held.catch(() => undefined)
      return fn(tx, sendLast)
    })
  } catch (error) {
    if (!(await held)) throw new LeaseLost()
    throw error
  }
}
