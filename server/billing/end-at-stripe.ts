import { StripeError } from '../vendors/stripe-error.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { isLive } from './rights.ts'

/**
 * Ends every open purchase of a customer (a forgotten tab must not subscribe anew), then every subscription that may still cost something,
 * at once and without credit (decision 13). What has ended already counts as done.
 */
export async function endAtStripe(stripe: StripeClient, customerId: string): Promise<void> {
  for (const { id } of await stripe.openCheckouts(customerId)) await endCheckout(stripe, id)
  for (const subscription of await stripe.subscriptionsOf(customerId))
    if (isLive(subscription) || subscription.status === 'incomplete') await cancel(stripe, subscription.id)
}

/** One that was paid or has run out meanwhile cannot be ended: that is no failure, what it came to is looked at after it. */
export async function endCheckout(stripe: StripeClient, sessionId: string): Promise<void> {
  try {
    await stripe.expireCheckout(sessionId)
  } catch (error) {
    if (!(error instanceof StripeError) || error.transient) throw error
    if ((await stripe.checkoutState(sessionId)) === 'open') throw error
  }
}

export async function cancel(stripe: StripeClient, subscriptionId: string): Promise<void> {
  try {
    await stripe.cancelSubscription(subscriptionId)
  } catch (error) {
    if (!(error instanceof StripeError && error.isMissing)) throw error
  }
}
