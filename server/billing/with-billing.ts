import type { ErrorCode } from '../../contract/errors.ts'
import type { Context, RemoteContext } from '../context.ts'
import { DatabaseError } from '../db/database-error.ts'
import { fail } from '../errors.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { lockBilling, wantSyncOfUser } from './customer-queries.ts'

/** How many connections to the database may wait for Stripe at once in this process. */
const atOnce = 4

/**
 * Works on a person's billing, one at a time over all nodes: a double click, a second tab, a webhook and the night's job wait for each other.
 * The lock is a transaction of its own; `work` writes in others, so that what Stripe has done is kept, whatever comes after.
 * @throws Failure `billing_not_configured`
 */
export function withBilling<T>(
  ctx: Pick<Context, 'db' | 'vendors'>,
  userId: string,
  work: (stripe: StripeClient) => Promise<T>,
): Promise<T> {
  const stripe = ctx.vendors.stripe ?? fail('billing_not_configured')
  return stripe.turns.take(userId, 1, () =>
    stripe.turns.take('billing', atOnce, () =>
      ctx.db.asService(async (tx) => {
        await lockBilling(tx, userId)
        return work(stripe)
      }),
    ),
  )
}

/**
 * As `withBilling`, for a click: says in words what Stripe refused. Where no answer came nobody knows what was done, so Stripe is read anew
 * as soon as it answers.
 */
export async function clickOnBilling<T>(
  ctx: RemoteContext,
  at: { userId: string; failure: ErrorCode },
  work: (stripe: StripeClient) => Promise<T>,
): Promise<T> {
  try {
    return await withBilling(ctx, at.userId, work)
  } catch (error) {
    // Somebody else of theirs has held the lock for too long: nothing was asked of Stripe.
    if (error instanceof DatabaseError && error.code === '57014') fail('billing_unavailable')
    if (!(error instanceof StripeError)) throw error
    ctx.events.billingFailed({ userId: at.userId, status: error.status, code: error.code, param: error.param })
    if (error.transient || error.isInDoubt) await syncSoon(ctx, at.userId)
    if (error.isInDoubt) fail('billing_outcome_unknown')
    if (error.customerMessage !== null) fail('addon_payment_declined', error.customerMessage)
    fail(at.failure)
  }
}

/**
 * Work of several requests that changes something at Stripe: once it has begun, no answer means that nobody knows what was done, and that is
 * what is said then, not that nothing was changed.
 */
export async function changing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StripeError && error.transient ? error.inDoubt() : error
  }
}

/** Has Stripe read anew for a person, as soon as there is a worker. */
export async function syncSoon(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, userId: string): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (await wantSyncOfUser(tx, userId, ctx.clock.now())) await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
  })
}
