import { billingAlertAfterAttempts } from './limits.ts'
import { outageWaitMs } from '../outages/classify-failure.ts'
import { addMs } from '../clock.ts'
import { retryDelayMs } from '../retry-delay.ts'
import type { Context } from '../context.ts'
import { claimProviderProbe } from '../outages/call-provider.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { VendorError } from '../vendors/http/vendor-error.ts'
import type { StripeClient } from '../vendors/stripe/stripe.ts'
import { findBillingCustomer, lockBilling } from './customers/customer-queries.ts'
import {
  insertCustomerClosure,
  deleteBillingCustomer,
  deleteCustomerClosure,
  claimCustomerClosure,
  postponeCustomerClosure,
} from './customers/customer-closure-queries.ts'
import { deleteStripeEventsOfCustomer } from './events/stripe-event-queries.ts'
import { cancelAllAtStripe } from './entitlements/cancel-at-stripe.ts'

/** Before an account is deleted: records the customer to close in a row that outlives the account. Idempotent. */
export async function closeBilling(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, userId: string): Promise<void> {
  await ctx.db.asService(async (tx) => {
    // Waits for a running purchase, so that its customer is known here.
    await lockBilling(tx, userId)
    const row = await findBillingCustomer(tx, userId)
    if (row?.stripe_customer_id) {
      const customerId = row.stripe_customer_id
      await insertCustomerClosure(tx, { id: customerId, mode: row.mode, now: ctx.clock.now() })
      await ctx.jobs.enqueue(tx, 'close-customer', { customerId })
      await deleteStripeEventsOfCustomer(tx, customerId)
    }
    await deleteBillingCustomer(tx, userId)
  })
}

/**
 * Cancels a customer's checkout sessions and subscriptions, then deletes the customer, so that nothing can be charged
 * again. A failure is retried until it succeeds: a deleted account must never be charged. Idempotent.
 */
export async function closeCustomer(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events'>,
  { customerId }: JobPayload<'close-customer'>,
): Promise<void> {
  const now = ctx.clock.now()
  const next = (attempts: number): Date => addMs(now, retryDelayMs('customerClosure', attempts))
  const row = await ctx.db.asService((tx) => claimCustomerClosure(tx, customerId, { now, next }))
  const { stripe } = ctx.vendors
  if (!row) return
  if (stripe?.mode !== row.mode) return ctx.events.billingAlert({ reason: 'cannot_end_customer' })
  const waitMs = await claimProviderProbe(ctx, 'stripe')
  if (waitMs > 0) return ctx.db.asService((tx) => postponeCustomerClosure(tx, customerId, addMs(now, waitMs)))
  try {
    if (!(await deleteAtStripe(stripe, customerId))) return ctx.events.billingAlert({ reason: 'customer_unknown' })
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const outageMs = outageWaitMs(error)
    if (outageMs !== null)
      return ctx.db.asService((tx) => postponeCustomerClosure(tx, customerId, addMs(now, outageMs)))
    ctx.events.billingFailed({ userId: null, error })
    if (row.attempts >= billingAlertAfterAttempts) ctx.events.billingAlert({ reason: 'cannot_end_customer' })
    return
  }
  await ctx.db.asService((tx) => deleteCustomerClosure(tx, customerId))
}

/** @returns false if this Stripe account never had the customer: another account may still charge them */
async function deleteAtStripe(stripe: StripeClient, customerId: string): Promise<boolean> {
  const { state } = await stripe.findCustomer(customerId)
  if (state !== 'there') return state === 'deleted'
  await cancelAllAtStripe(stripe, customerId)
  await stripe.deleteCustomer(customerId)
  return true
}
