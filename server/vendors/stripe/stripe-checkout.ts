import { toSeconds, type StripeCall } from './stripe-sdk.ts'
import { stripePageSize } from '../limits.ts'

interface NewCheckoutSession {
  customerId: string
  userId: string
  attemptId: string
  lines: { priceId: string; quantity: number }[]
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

interface OpenCheckoutSession {
  id: string
  url: string | null
  /** Id of our checkout attempt; null if we did not create the session. */
  attemptId: string | null
}

export interface StripeCheckout {
  createCheckoutSession(checkout: NewCheckoutSession, key: string): Promise<{ id: string; url: string | null }>
  listOpenCheckoutSessions(customerId: string): Promise<OpenCheckoutSession[]>
  /** `open`, `complete` or `expired`. */
  checkoutSessionStatus(id: string): Promise<string>
  expireCheckoutSession(id: string): Promise<void>
  /** Creates a customer portal session. Its URL is short-lived and works for anyone who has it. */
  createPortalSession(portal: {
    customerId: string
    returnUrl: string
    configurationId: string
  }): Promise<{ url: string }>
}

export const stripeCheckout = (call: StripeCall): StripeCheckout => ({
  async createCheckoutSession(
    { customerId, userId, attemptId, lines, successUrl, cancelUrl, expiresAt },
    idempotencyKey,
  ) {
    const { id, url } = await call((stripe) =>
      stripe.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: lines.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
          success_url: successUrl,
          cancel_url: cancelUrl,
          expires_at: toSeconds(expiresAt),
          metadata: { user_id: userId, attempt_id: attemptId, kind: 'plan' },
          // Stripe does not copy the session's metadata to the subscription.
          subscription_data: { metadata: { user_id: userId } },
        },
        { idempotencyKey },
      ),
    )
    return { id, url }
  },
  async listOpenCheckoutSessions(customerId) {
    const { data } = await call((stripe) =>
      stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: stripePageSize }),
    )
    return data.map(({ id, url, metadata }) => ({ id, url, attemptId: metadata?.['attempt_id'] ?? null }))
  },
  async checkoutSessionStatus(id) {
    const { status } = await call((stripe) => stripe.checkout.sessions.retrieve(id))
    return status ?? 'open'
  },
  async expireCheckoutSession(id) {
    await call((stripe) => stripe.checkout.sessions.expire(id))
  },
  async createPortalSession({ customerId, returnUrl, configurationId }) {
    const { url } = await call((stripe) =>
      stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        configuration: configurationId,
      }),
    )
    return { url }
  },
})
