import { usageMonth } from '../../contract/limits.ts'
import { later, minutes } from '../clock.ts'
import type { Context, RemoteContext } from '../context.ts'
import { addressOfAccount } from '../db/account-address.ts'
import type { Tx } from '../db/database.ts'
import { tellPages } from '../db/live.ts'
import { quietBells } from '../db/notifications.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { readCatalogue } from './catalogue.ts'
import { billingCustomer, dropCustomer, syncDone, syncFailed } from './customer-queries.ts'
import { limitOf } from './limit-queries.ts'
import { tellOfPayments } from './payment-notices.ts'
import { putRights, subscriptionOf } from './queries.ts'
import { bestOf, rightsOf } from './rights.ts'
import { withBilling } from './with-billing.ts'

/** 1, 2, 4 … minutes, at most an hour; an alert when it has failed this often, and then on. */
const pauseMs = (attempts: number): number => minutes(Math.min(2 ** (attempts - 1), 60))
const alertAfter = 8

/**
 * The one way in which what Stripe holds becomes what a person may do: asked for by events, returns, clicks and the night alike. It asks Stripe
 * what is true now, so it does not matter what was told, in which order, or how often. May run twice.
 */
export async function syncCustomer(ctx: RemoteContext, { userId }: JobPayload<'sync-customer'>): Promise<void> {
  if (!ctx.vendors.stripe) return
  try {
    await withBilling(ctx, userId, (stripe) => syncHeld(ctx, stripe, userId))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const now = ctx.clock.now()
    const next = (attempts: number): Date => later(now, pauseMs(attempts))
    const attempts = await ctx.db.asService((tx) => syncFailed(tx, userId, next))
    ctx.events.billingFailed({ userId, status: error.status, code: error.code, param: error.param })
    if (attempts >= alertAfter) ctx.events.billingAlert({ reason: 'sync_keeps_failing', userId })
  }
}

/** The same for who holds the person's lock already. @throws StripeError */
export async function syncHeld(ctx: RemoteContext, stripe: StripeClient, userId: string): Promise<void> {
  const customer = await ctx.db.asService((tx) => billingCustomer(tx, userId))
  if (!customer?.stripe_customer_id || customer.mode !== stripe.mode) return
  const { stripe_customer_id: customerId, syncs_wanted } = customer
  const readAt = ctx.clock.now()
  const found = await stripe.findCustomer(customerId)
  // Stripe itself answers for a deleted customer for ever: one that it has never heard of is another account's, and that takes nobody's rights.
  if (found.state === 'unknown') ctx.events.billingAlert({ reason: 'customer_unknown', userId })
  if (found.state === 'deleted' || (found.state === 'unknown' && stripe.mode === 'sandbox')) {
    await ctx.db.asService((tx) => dropCustomer(tx, userId))
    await endLost(ctx, userId, { customerId: null, readAt })
  } else if (found.state === 'there') {
    await followEmail(ctx, stripe, userId, { customerId, email: found.email })
    await writeRights(ctx, stripe, userId, { customerId, readAt })
  }
  await ctx.db.asService((tx) => syncDone(tx, userId, syncs_wanted))
}

async function writeRights(
  ctx: RemoteContext,
  stripe: StripeClient,
  userId: string,
  { customerId, readAt }: { customerId: string; readAt: Date },
): Promise<void> {
  const subscriptions = await stripe.subscriptionsOf(customerId)
  const status = await ctx.db.asService(async (tx) => {
    const row = await subscriptionOf(tx, userId)
    const { rights, findings } = rightsOf(subscriptions, await readCatalogue(tx, stripe), row)
    for (const reason of findings) ctx.events.billingAlert({ reason, userId })
    // Only the sandbox, which was started anew, can have lost it; of Stripe's own it is another account's, or another customer's.
    if (findings.includes('unknown_subscription') && stripe.mode === 'sandbox') return 'lost'
    if (!rights) return null
    const changed = await putRights(tx, { userId, customerId, readAt }, rights)
    if (changed) await tellPages(tx, userId, { type: 'subscription' })
    if (changed) await quietLimit(tx, userId, readAt)
    await tellOfPayments(tx, ctx, { userId, subscription: bestOf(subscriptions) })
    return changed ? rights.status : null
  })
  if (status === 'lost') await endLost(ctx, userId, { customerId, readAt })
  else if (status) ctx.events.subscriptionChanged({ userId, status })
}

/** Where there is room again the bell has nothing to tell of it. */
async function quietLimit(tx: Tx, userId: string, now: Date): Promise<void> {
  const { limit, used } = await limitOf(tx, userId, usageMonth(now))
  if (used < limit) await quietBells(tx, { userId, kind: 'limit_reached', now })
}

/** Gone at Stripe, for good: whatever the row still names is over. @param at.customerId null where the customer is gone, too */
async function endLost(
  ctx: Pick<Context, 'db' | 'events'>,
  userId: string,
  at: { customerId: string | null; readAt: Date },
): Promise<void> {
  const changed = await ctx.db.asService(async (tx) => {
    const row = await subscriptionOf(tx, userId)
    if (!row?.stripe_subscription_id) return false
    const over = {
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
    if (!(await putRights(tx, { userId, ...at }, over))) return false
    await tellPages(tx, userId, { type: 'subscription' })
    return true
  })
  if (changed) ctx.events.subscriptionChanged({ userId, status: 'canceled' })
}

/** Invoices and receipts go where the person reads their mail: after a change of address, to the new one. */
async function followEmail(
  ctx: Pick<Context, 'db'>,
  stripe: StripeClient,
  userId: string,
  there: { customerId: string; email: string | null },
): Promise<void> {
  const email = await ctx.db.asAccounts((tx) => addressOfAccount(tx, userId))
  if (email !== null && email !== there.email) await stripe.setCustomerEmail(there.customerId, email)
}
