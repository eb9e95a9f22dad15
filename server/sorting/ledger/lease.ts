import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { extendLease, freeLease, holdsLease, takeLease } from './lease-queries.ts'

/** The right to work on a mailbox. The token rises with each holder: a worker that is late but alive is recognised by it (invariant I12). */
export interface Lease {
  mailboxId: string
  token: number
}

/** Thrown where another worker has taken the mailbox over in the meantime. Nothing of the transaction stays. */
export class LeaseLost extends Error {}

/** @returns null while a living worker holds the mailbox */
export async function acquireLease(ctx: Pick<Context, 'db' | 'presence'>, mailboxId: string): Promise<Lease | null> {
  const token = await ctx.db.asService((tx) => takeLease(tx, mailboxId, ctx.presence.node))
  return token === null ? null : { mailboxId, token }
}

/** @throws LeaseLost */
export async function renewLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await ctx.db.asService((tx) => keepLease(tx, lease))
}

/** The same within a transaction that is open already. @throws LeaseLost */
export async function keepLease(tx: Tx, lease: Lease): Promise<void> {
  if (!(await extendLease(tx, lease))) throw new LeaseLost()
}

export async function releaseLease(ctx: Pick<Context, 'db'>, lease: Lease): Promise<void> {
  await ctx.db.asService((tx) => freeLease(tx, lease))
}

/**
 * A transaction that only the lease's holder may commit: the row is held against a new holder until it ends.
 * @param durable false where it may be lost with the machine's last moment, since the next look at the mail finds the same again: what
 *   was tried, and how it ended. What was decided is not of that kind: it must be there before the move.
 * @throws LeaseLost
 */
export function underLease<T>(
  ctx: Pick<Context, 'db'>,
  lease: Lease,
  fn: (tx: Tx) => Promise<T>,
  { durable = true }: { durable?: boolean } = {},
): Promise<T> {
  return ctx.db.asService(async (tx) => {
    if (!(await holdsLease(tx, lease, durable))) throw new LeaseLost()
    return fn(tx)
  })
}
