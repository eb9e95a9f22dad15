import { hours, later, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { billingCustomer, lockBilling } from './customer-queries.ts'
import {
  putEndedCustomer,
  removeBillingCustomer,
  removeEndedCustomer,
  takeEndedCustomer,
} from './ended-customer-queries.ts'
import { forgetEventsOf } from './event-queries.ts'
import { endAtStripe } from './end-at-stripe.ts'

/** 1, 2, 4 … minutes, at most six hours, until it is done: nobody may be charged for an account that is gone. */
const pauseMs = (attempts: number): number => Math.min(minutes(2 ** (attempts - 1)), hours(6))
const alertAfter = 8

/** Before an account goes: what must end at Stripe is written where it outlives the account. May run twice. */
export async function endBilling(ctx: Pick<Context, 'clock' | 'db' | 'jobs'>, userId: string): Promise<void> {
  await ctx.db.asService(async (tx) => {
    // A purchase that is under way comes first, so that its customer is known here.
    await lockBilling(tx, userId)
    const row = await billingCustomer(tx, userId)
    if (row?.stripe_customer_id) {
      const customerId = row.stripe_customer_id
      await putEndedCustomer(tx, { id: customerId, mode: row.mode, now: ctx.clock.now() })
      await ctx.jobs.enqueue(tx, 'end-customer', { customerId })
      await forgetEventsOf(tx, customerId)
    }
    await removeBillingCustomer(tx, userId)
  })
}

/**
 * Ends open purchases and subscriptions of a customer, and then the customer, so that nothing can begin anew. What fails stays, and is tried
 * again for as long as it takes. May run twice.
 */
export async function endCustomer(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events'>,
  { customerId }: JobPayload<'end-customer'>,
): Promise<void> {
  const now = ctx.clock.now()
  const next = (attempts: number): Date => later(now, pauseMs(attempts))
  const row = await ctx.db.asService((tx) => takeEndedCustomer(tx, customerId, { now, next }))
  const { stripe } = ctx.vendors
  if (!row) return
  if (stripe?.mode !== row.mode) return ctx.events.billingAlert({ reason: 'cannot_end_customer' })
  try {
    if (!(await endWholly(stripe, customerId))) return ctx.events.billingAlert({ reason: 'customer_unknown' })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    ctx.events.billingFailed({ userId: null, status: error.status, code: error.code, param: error.param })
    if (row.attempts >= alertAfter) ctx.events.billingAlert({ reason: 'cannot_end_customer' })
    return
  }
  await ctx.db.asService((tx) => removeEndedCustomer(tx, customerId))
}

/** @returns false where this account of Stripe's has never had the customer, so that another one may still charge them */
async function endWholly(stripe: StripeClient, customerId: string): Promise<boolean> {
  const { state } = await stripe.findCustomer(customerId)
  if (state === 'deleted') return true
  // The sandbox forgets everything when it stops.
  if (state === 'unknown') return stripe.mode === 'sandbox'
  await endAtStripe(stripe, customerId)
  await stripe.deleteCustomer(customerId)
  return true
}
