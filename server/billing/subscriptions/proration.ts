import type { ChangePrice } from '../../../contract/functions/billing.ts'
import type { Context } from '../../context.ts'
import { fromSeconds, toSeconds } from '../../vendors/stripe/stripe-sdk.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import type { StripeSubscription } from '../../vendors/stripe/stripe-subscriptions.ts'
import type { SubscriptionItemsChange } from './addon-change.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'

/** How long the price of a change is honoured once it was shown. */
const shownPriceLifetimeMs = 10 * 60_000

// Stripe computes prorations, by the second (docs.stripe.com/billing/subscriptions/prorations). The price that is shown
// and the change pass the same proration date, so that the user is charged exactly the amount that was shown.

/**
 * What Stripe charges or credits for a change with this proration date. Changes nothing.
 * @throws StripeError
 */
export async function readChangePrice(
  stripe: StripeClient,
  at: { customerId: string; subscription: StripeSubscription; prorationDate: Date },
  { removals, rest, difference }: SubscriptionItemsChange,
  { amountOf }: Pick<Catalogue, 'amountOf'>,
): Promise<ChangePrice> {
  const { customerId, subscription, prorationDate } = at
  const items = [...removals, ...rest]
  const amounts = await stripe.computeProration(
    { customerId, subscriptionId: subscription.id },
    { items, prorationDate },
  )
  const currentMonthly = subscription.items.reduce(
    (sum, item) => sum + (amountOf.get(item.priceId) ?? 0) * item.quantity,
    0,
  )
  return {
    dueNow: difference > 0 ? amounts.amountDue : 0,
    credit: difference > 0 ? 0 : Math.max(0, -amounts.prorated),
    monthly: currentMonthly + difference,
    prorationDate: toSeconds(prorationDate),
  }
}

/**
 * Returns the proration date of a change: the date of a price shown recently, otherwise now. It is never before the
 * start of the current period, which Stripe rejects and which can be in the future by our clock.
 * @param shownProrationDate proration date of the price that the user saw, in seconds since 1970; an outdated or future
 * one is ignored
 */
export function resolveProrationDate(
  { clock }: Pick<Context, 'clock'>,
  { items }: Pick<StripeSubscription, 'items'>,
  shownProrationDate?: number,
): Date {
  const periodStart = Math.max(0, ...items.map((item) => toSeconds(item.periodStart)))
  const now = Math.max(toSeconds(clock.now()), periodStart)
  const isUsable =
    shownProrationDate !== undefined &&
    shownProrationDate >= periodStart &&
    shownProrationDate <= now &&
    now - shownProrationDate <= shownPriceLifetimeMs / 1000
  return fromSeconds(isUsable ? shownProrationDate : now)
}
