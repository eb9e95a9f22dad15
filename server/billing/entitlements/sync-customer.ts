import { billingAlertAfterAttempts } from '../limits.ts'
import { outageWaitMs } from '../../outages/classify-failure.ts'
import { usageMonth } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'
import { retryDelayMs } from '../../retry-delay.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { claimProviderProbe } from '../../outages/call-provider.ts'
import { accountEmail } from '../../shared/account-email.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { resolveNotifications } from '../../shared/notifications.ts'
import type { JobPayload } from '../../jobs/queues.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { readCatalogue } from '../catalogue/catalogue.ts'
import {
  findBillingCustomer,
  clearCustomerId,
  completeSync,
  postponeSync,
  recordSyncFailure,
} from '../customers/customer-queries.ts'
import { readEmailLimit } from './email-limit-queries.ts'
import { updatePaymentNotifications } from './payment-notifications.ts'
import { saveEntitlements, findSubscription } from './subscription-queries.ts'
import { pickBestSubscription, resolveEntitlements } from './entitlements.ts'
import { withBillingLock } from '../customers/billing-lock.ts'

/**
 * Copies a user's subscription state from Stripe. This is the only code that changes entitlements; events, redirects,
 * requests and the nightly job only trigger it. It reads the current state, so the order and number of events do not
 * matter. Idempotent.
 */
export async function syncCustomer(ctx: RemoteContext, { userId }: JobPayload<'sync-customer'>): Promise<void> {
  if (!ctx.vendors.stripe) return
  const waitMs = await claimProviderProbe(ctx, 'stripe')
  if (waitMs > 0) return postpone(ctx, userId, waitMs)
  try {
    await withBillingLock(ctx, userId, (stripe) => syncLockedCustomer(ctx, stripe, userId))
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const now = ctx.clock.now()
    const outageMs = outageWaitMs(error)
    if (outageMs !== null) return postpone(ctx, userId, outageMs)
    const next = (attempts: number): Date => addMs(now, retryDelayMs('billingSync', attempts))
    const attempts = await ctx.db.asService((tx) => recordSyncFailure(tx, userId, next))
    ctx.events.billingFailed({ userId, error })
    if (attempts >= billingAlertAfterAttempts) ctx.events.billingAlert({ reason: 'sync_keeps_failing', userId })
  }
}

const postpone = (ctx: Pick<Context, 'clock' | 'db'>, userId: string, waitMs: number): Promise<void> =>
  ctx.db.asService((tx) => postponeSync(tx, userId, addMs(ctx.clock.now(), waitMs)))

/** The same under a billing lock that the caller holds. @throws StripeError */
export async function syncLockedCustomer(ctx: RemoteContext, stripe: StripeClient, userId: string): Promise<void> {
  const customer = await ctx.db.asService((tx) => findBillingCustomer(tx, userId))
  if (!customer?.stripe_customer_id || customer.mode !== stripe.mode) return
  const { stripe_customer_id: customerId, syncs_requested } = customer
  const readAt = ctx.clock.now()
  const found = await stripe.findCustomer(customerId)
  // Stripe reports deleted customers forever: an unknown one belongs to another account and ends no entitlements.
  if (found.state === 'unknown') ctx.events.billingAlert({ reason: 'customer_unknown', userId })
  if (found.state === 'deleted') {
    await ctx.db.asService((tx) => clearCustomerId(tx, userId))
    await endSubscription(ctx, userId, readAt)
  } else if (found.state === 'there') {
    await syncCustomerEmail(ctx, stripe, userId, { customerId, email: found.email })
    await syncSubscriptions(ctx, stripe, userId, { customerId, readAt })
  }
  await ctx.db.asService((tx) => completeSync(tx, userId, syncs_requested))
}

async function syncSubscriptions(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
  { customerId, readAt }: { customerId: string; readAt: Date },
): Promise<void> {
  const subscriptions = await stripe.listSubscriptions(customerId)
  const status = await ctx.db.asService(async (tx) => {
    const row = await findSubscription(tx, userId)
    const { entitlements, findings } = resolveEntitlements(subscriptions, await readCatalogue(tx, stripe), row)
    for (const reason of findings) ctx.events.billingAlert({ reason, userId })
    if (!entitlements) return null
    const changed = await saveEntitlements(tx, { userId, customerId, readAt }, entitlements)
    if (changed) await publishLiveEvent(tx, userId, { type: 'subscription' })
    if (changed) await resolveLimitNotification(tx, userId, readAt)
    await updatePaymentNotifications(tx, ctx, { userId, subscription: pickBestSubscription(subscriptions) })
    return changed ? entitlements.status : null
  })
  if (status) ctx.events.subscriptionChanged({ userId, status })
}

/** Resolves the limit notification if the new limit exceeds the usage. */
async function resolveLimitNotification(tx: Tx, userId: string, now: Date): Promise<void> {
  const { limit, used } = await readEmailLimit(tx, { userId, month: usageMonth(now), hasPlans: true })
  if (limit === null || used < limit) await resolveNotifications(tx, { userId, kind: 'limit_reached', now })
}

/** Ends the stored subscription of a customer that was deleted at Stripe. */
async function endSubscription(ctx: Pick<Context, 'db' | 'events'>, userId: string, readAt: Date): Promise<void> {
  const changed = await ctx.db.asService(async (tx) => {
    const row = await findSubscription(tx, userId)
    if (!row?.stripe_subscription_id) return false
    const ended = {
      planId: row.plan_id,
      status: 'canceled' as const,
      providerStatus: 'canceled',
      subscriptionId: row.stripe_subscription_id,
      periodStart: null,
      periodEnd: null,
      endsAtPeriodEnd: false,
      pendingUntil: null,
      addons: [],
    }
    if (!(await saveEntitlements(tx, { userId, customerId: null, readAt }, ended))) return false
    await publishLiveEvent(tx, userId, { type: 'subscription' })
    return true
  })
  if (changed) ctx.events.subscriptionChanged({ userId, status: 'canceled' })
}

/** Updates the customer's email address, to which Stripe sends invoices and receipts. */
async function syncCustomerEmail(
  ctx: Pick<Context, 'db'>,
  stripe: StripeClient,
  userId: string,
  customer: { customerId: string; email: string | null },
): Promise<void> {
  const email = await ctx.db.asAccounts((tx) => accountEmail(tx, userId))
  if (email !== null && email !== customer.email) await stripe.setCustomerEmail(customer.customerId, email)
}
