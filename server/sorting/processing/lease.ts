import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { claimLease, clearLease, extendLease, lockLease, type Lease } from './lease-queries.ts'

export type { Lease }

/** Another worker has taken the mailbox over. The transaction is rolled back. */
export class LeaseLost extends Error {}

/** @returns null while a living worker holds the mailbox */
export async function acquireLease(ctx: Pick<Context, 'db' | 'presence'>, mailboxId: string): Promise<Lease | null> {
  const token = await ctx.db.asService((tx) => claimLease(tx, mailboxId, ctx.presence.node))
  return token === null ? null : { mailboxId, token }
}

/** @throws LeaseLost */
export async function renewLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await ctx.db.asService((tx) => renewLeaseIn(tx, lease))
}

/** `renewLease` within an open transaction. @throws LeaseLost */
export async function renewLeaseIn(tx: Tx, lease: Lease): Promise<void> {
  if (!(await extendLease(tx, lease))) throw new LeaseLost()
}

export async function releaseLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await ctx.db.asService((tx) => clearLease(tx, lease))
}

/**
 * Runs a transaction that only the lease's holder can commit: the lease row stays locked against a new holder until
 * it ends.
 * @param durable false for writes that the next attempt repeats, such as attempts and outcomes: the commit does not
 *   wait for the disk. A decision must be durable before the move.
 * @throws LeaseLost
 */
export function withLease<T>(
  ctx: Pick<Context, 'db'>,
  lease: Lease,
  fn: (tx: Tx) => Promise<T>,
  { durable = true }: { durable?: boolean } = {},
): Promise<T> {
  return ctx.db.asService(async (tx) => {
    if (!(await lockLease(tx, lease, durable))) throw new LeaseLost()
    return fn(tx)
  })
}
