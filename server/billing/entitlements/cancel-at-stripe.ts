import { VendorError } from '../../vendors/http/vendor-error.ts'
import { StripeError } from '../../vendors/stripe/stripe-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { isLive } from './entitlements.ts'

/**
 * Expires a customer's open checkout sessions, so that no forgotten tab can subscribe again, then cancels every
 * subscription that could still be charged, immediately and without credit. Idempotent.
 */
export async function cancelAllAtStripe(stripe: StripeClient, customerId: string): Promise<void> {
  for (const { id } of await stripe.listOpenCheckoutSessions(customerId)) await expireCheckoutSession(stripe, id)
  for (const subscription of await stripe.listSubscriptions(customerId))
    if (isLive(subscription) || subscription.status === 'incomplete')
      await cancelStripeSubscription(stripe, subscription.id)
}

/** A session that was completed or has expired meanwhile is no error: its result is read afterwards. */
export async function expireCheckoutSession(stripe: StripeClient, sessionId: string): Promise<void> {
  try {
    await stripe.expireCheckoutSession(sessionId)
  } catch (error) {
    if (!(error instanceof VendorError) || error.transient) throw error
    if ((await stripe.checkoutSessionStatus(sessionId)) === 'open') throw error
  }
}

export async function cancelStripeSubscription(stripe: StripeClient, subscriptionId: string): Promise<void> {
  try {
    await stripe.cancelSubscription(subscriptionId)
  } catch (error) {
    if (!(error instanceof StripeError && error.isMissing)) throw error
  }
}
