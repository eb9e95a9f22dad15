import type { Stripe } from 'stripe'
import { fromSeconds, toSeconds, type StripeCall } from './stripe-library.ts'

/** What we read of a subscription at Stripe. */
export interface StripeSubscription {
  id: string
  /** Stripe's word, one of an open list. */
  status: string
  createdAt: Date
  items: StripeItem[]
  /** It ends by itself: at the end of the period, or at a moment that was set. */
  ends: boolean
  /** When it was over; null while it is not. */
  endedAt: Date | null
  hasSchedule: boolean
  /** A change that waits for its payment: until when, and to what; null where none does. */
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

/** One item of a change: `id` of an item that is there, `priceId` of one to add; `deleted` takes one away. */
export type ItemChange =
  | { id: string; quantity: number }
  | { id: string; priceId: string; quantity: number }
  | { priceId: string; quantity: number }
  | { id: string; deleted: true }

export interface SubscriptionChange {
  items: ItemChange[]
  /** `charge`: an invoice now, applied only when it is paid. `later`: on the next invoice. */
  bill: 'charge' | 'later'
  /** The same moment gives the same cents as the preview. */
  prorationDate: Date
  changeId: string
}

export interface Preview {
  /** What would be charged, after credit that is there already; never below 0. */
  amountDue: number
  /** Of the change alone: the sum of its prorations, below 0 where the price drops. */
  prorated: number
}

export interface StripeSubscriptions {
  /** All of them, ended ones too, newest first. */
  subscriptionsOf(customerId: string): Promise<StripeSubscription[]>
  changeSubscription(id: string, change: SubscriptionChange, key: string): Promise<StripeSubscription>
  previewChange(
    at: { customerId: string; subscriptionId: string },
    change: Pick<SubscriptionChange, 'items' | 'prorationDate'>,
  ): Promise<Preview>
  /** Now, without credit and without a last invoice. */
  cancelSubscription(id: string): Promise<void>
}

export const stripeSubscriptions = (call: StripeCall): StripeSubscriptions => ({
  async subscriptionsOf(customerId) {
    const list = await call((stripe) =>
      stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: ['data.latest_invoice'],
      }),
    )
    return list.data.map(toSubscription)
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
    return toSubscription(changed)
  },
  async previewChange({ customerId, subscriptionId }, { items, prorationDate }) {
    const proration_date = toSeconds(prorationDate)
    const { amount_due, lines } = await call((stripe) =>
      stripe.invoices.createPreview({
        customer: customerId,
        subscription: subscriptionId,
        subscription_details: { items: items.map(toParam), proration_behavior: 'always_invoice', proration_date },
      }),
    )
    const ours = lines.data.filter(
      ({ parent, period }) => parent?.subscription_item_details?.proration === true && period.start === proration_date,
    )
    return { amountDue: amount_due, prorated: ours.reduce((sum, { amount }) => sum + amount, 0) }
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

function toSubscription(found: Stripe.Subscription): StripeSubscription {
  const { pending_update: pending, latest_invoice: invoice } = found
  return {
    id: found.id,
    status: found.status,
    createdAt: fromSeconds(found.created),
    items: found.items.data.map((item) => ({
      id: item.id,
      priceId: item.price.id,
      quantity: item.quantity ?? 1,
      periodStart: fromSeconds(item.current_period_start),
      periodEnd: fromSeconds(item.current_period_end),
    })),
    // The flag is on its way out; an end may stand in either place.
    ends: found.cancel_at_period_end || found.cancel_at !== null,
    endedAt: found.ended_at === null ? null : fromSeconds(found.ended_at),
    hasSchedule: found.schedule !== null,
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
