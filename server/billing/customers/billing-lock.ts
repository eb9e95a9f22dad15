import type { ErrorCode } from '../../../contract/errors.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { fail } from '../../errors.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { StripeError, withUnknownOutcome } from '../../vendors/stripe/stripe-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { lockBilling, requestSync } from './customer-queries.ts'

/** Database connections that may wait for Stripe at once, per process. */
const billingConcurrency = 4

/**
 * Runs work under the user's billing lock, over all nodes: double clicks, second tabs, webhooks and the nightly job
 * wait for each other. The lock is held by its own transaction; `work` uses others, so that recorded results of Stripe
 * survive a later failure.
 * @throws AppError `billing_not_configured`
 */
export function withBillingLock<T>(
  ctx: Pick<Context, 'db' | 'vendors'>,
  userId: string,
  work: (stripe: StripeClient) => Promise<T>,
): Promise<T> {
  const stripe = ctx.vendors.stripe ?? fail('billing_not_configured')
  return stripe.limiter.run(userId, 1, () =>
    stripe.limiter.run('billing', billingConcurrency, () =>
      ctx.db.asService(async (tx) => {
        await lockBilling(tx, userId)
        return work(stripe)
      }),
    ),
  )
}

/**
 * Like `withBillingLock`, for a user's request: converts Stripe's errors to error codes. If the outcome is unknown, a
 * sync is enqueued.
 */
export async function handleBillingRequest<T>(
  ctx: RemoteContext,
  at: { userId: string; failure: ErrorCode },
  work: (stripe: StripeClient) => Promise<T>,
): Promise<T> {
  try {
    return await withBillingLock(ctx, at.userId, work)
  } catch (error) {
    // Statement timeout: another request of the same user holds the lock; Stripe was not called.
    if (error instanceof DatabaseError && error.code === '57014') fail('billing_unavailable')
    if (!(error instanceof VendorError)) throw error
    ctx.events.billingFailed({ userId: at.userId, error })
    const { isOutcomeUnknown, customerMessage } =
      error instanceof StripeError ? error : { isOutcomeUnknown: false, customerMessage: null }
    if (error.transient || isOutcomeUnknown) await enqueueSync(ctx, at.userId)
    if (isOutcomeUnknown) fail('billing_outcome_unknown')
    if (customerMessage !== null) fail('addon_payment_declined', customerMessage)
    fail(at.failure)
  }
}

/**
 * Runs several requests that change something at Stripe. A transient failure in between is marked as an unknown
 * outcome, so that no response claims that nothing was changed.
 */
export async function trackUnknownOutcome<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof VendorError && error.transient ? withUnknownOutcome(error) : error
  }
}

/** Requests and enqueues a sync of the user's customer. */
export async function enqueueSync(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, userId: string): Promise<void> {
  await ctx.db.asService(async (tx) => {
    if (await requestSync(tx, userId, ctx.clock.now())) await ctx.jobs.enqueue(tx, 'sync-customer', { userId })
  })
}
