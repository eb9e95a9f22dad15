import type { Stripe } from 'stripe'
import { fromSeconds, toSeconds, type StripeCall } from './stripe-sdk.ts'
import { stripePageSize } from '../limits.ts'

/** A Stripe subscription, as far as it is read. */
export interface StripeSubscription {
  id: string
  /** Stripe's status; Stripe may add values. */
  status: string
  createdAt: Date
  items: StripeItem[]
  /** `cancel_at_period_end` or `cancel_at` is set. */
  endsAutomatically: boolean
  /** Null while the subscription has not ended. */
  endedAt: Date | null
  hasSchedule: boolean
  /** A change that is applied once its invoice is paid; null if there is none. */
  pendingUpdate: { expiresAt: Date; items: { priceId: string; quantity: number }[] } | null
  latestInvoice: { id: string; status: string | null; url: string | null } | null
}

export interface StripeItem {
  id: string
  priceId: string
  quantity: number
  periodStart: Date
  periodEnd: Date
}

/** Change of one item: `id` of an existing item, `priceId` of a new one; `deleted` removes an item. */
export type ItemChange =
  | { id: string; quantity: number }
  | { id: string; priceId: string; quantity: number }
  | { priceId: string; quantity: number }
  | { id: string; deleted: true }

interface SubscriptionChange {
  items: ItemChange[]
  /** `charge`: invoiced now and applied only when paid. `later`: prorated on the next invoice. */
  bill: 'charge' | 'later'
  /** With the date of the price that was shown Stripe computes the same amounts. */
  prorationDate: Date
  changeId: string
}

interface ProratedAmounts {
  /** Amount to be charged after existing credit; never negative. */
  amountDue: number
  /** Sum of the prorations of this change; negative for a credit. */
  prorated: number
}

export interface StripeSubscriptions {
  /** All subscriptions of a customer, ended ones included, newest first. */
  listSubscriptions(customerId: string): Promise<StripeSubscription[]>
  changeSubscription(id: string, change: SubscriptionChange, key: string): Promise<StripeSubscription>
  computeProration(
    at: { customerId: string; subscriptionId: string },
    change: Pick<SubscriptionChange, 'items' | 'prorationDate'>,
  ): Promise<ProratedAmounts>
  /** Cancels immediately, without credit and without a final invoice. */
  cancelSubscription(id: string): Promise<void>
}

export const stripeSubscriptions = (call: StripeCall): StripeSubscriptions => ({
  async listSubscriptions(customerId) {
    const list = await call((stripe) =>
      stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: stripePageSize,
        expand: ['data.latest_invoice'],
      }),
    )
    return list.data.map(parseSubscription)
  },
  async changeSubscription(id, { items, bill, prorationDate, changeId }, idempotencyKey) {
    const changed = await call((stripe) =>
      stripe.subscriptions.update(
        id,
        {
          items: items.map(toParam),
          proration_date: toSeconds(prorationDate),
          metadata: { change_id: changeId },
          expand: ['latest_invoice'],
          ...(bill === 'charge'
            ? { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' }
            : { proration_behavior: 'create_prorations' }),
        },
        { idempotencyKey },
      ),
    )
    return parseSubscription(changed)
  },
  async computeProration({ customerId, subscriptionId }, { items, prorationDate }) {
    const proration_date = toSeconds(prorationDate)
    const { amount_due, lines } = await call((stripe) =>
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscriptionId,
        subscription_details: { items: items.map(toParam), proration_behavior: 'always_invoice', proration_date },
      }),
    )
    const prorations = lines.data.filter(
      ({ parent, period }) => parent?.subscription_item_details?.proration === true && period.start === proration_date,
    )
    return { amountDue: amount_due, prorated: prorations.reduce((sum, { amount }) => sum + amount, 0) }
  },
  async cancelSubscription(id) {
    await call((stripe) => stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }))
  },
})

const toParam = (change: ItemChange): Stripe.SubscriptionUpdateParams.Item => ({
  ...('id' in change && { id: change.id }),
  ...('priceId' in change && { price: change.priceId }),
  ...('quantity' in change && { quantity: change.quantity }),
  ...('deleted' in change && { deleted: true }),
})

function parseSubscription(subscription: Stripe.Subscription): StripeSubscription {
  const { pending_update: pending, latest_invoice: invoice } = subscription
  return {
    id: subscription.id,
    status: subscription.status,
    createdAt: fromSeconds(subscription.created),
    items: subscription.items.data.map((item) => ({
      id: item.id,
      priceId: item.price.id,
      quantity: item.quantity ?? 1,
      periodStart: fromSeconds(item.current_period_start),
      periodEnd: fromSeconds(item.current_period_end),
    })),
    // Stripe deprecates the flag in favour of `cancel_at`; either may be set.
    endsAutomatically: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at === null ? null : fromSeconds(subscription.ended_at),
    hasSchedule: subscription.schedule !== null,
    pendingUpdate: pending && {
      expiresAt: fromSeconds(pending.expires_at),
      items: (pending.subscription_items ?? []).map(({ price, quantity }) => ({
        priceId: price.id,
        quantity: quantity ?? 1,
      })),
    },
    latestInvoice:
      typeof invoice === 'object' && invoice !== null
        ? { id: invoice.id ?? '', status: invoice.status, url: invoice.hosted_invoice_url ?? null }
        : null,
  }
}
