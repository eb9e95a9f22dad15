import { toSeconds, type StripeCall } from './stripe-library.ts'

export interface NewCheckout {
  customerId: string
  userId: string
  attemptId: string
  lines: { priceId: string; quantity: number }[]
  successUrl: string
  cancelUrl: string
  expiresAt: Date
}

export interface OpenCheckout {
  id: string
  url: string | null
  /** Ours, where we made it. */
  attemptId: string | null
}

export interface StripeCheckout {
  createCheckout(checkout: NewCheckout, key: string): Promise<{ id: string; url: string | null }>
  openCheckouts(customerId: string): Promise<OpenCheckout[]>
  /** `open`, `complete` or `expired`. */
  checkoutState(id: string): Promise<string>
  expireCheckout(id: string): Promise<void>
  /** A page that is good for minutes, and for whoever holds its address. */
  createPortal(portal: { customerId: string; returnUrl: string; configurationId: string }): Promise<{ url: string }>
}

export const stripeCheckout = (call: StripeCall): StripeCheckout => ({
  async createCheckout({ customerId, userId, attemptId, lines, successUrl, cancelUrl, expiresAt }, idempotencyKey) {
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
          // What stands on the session is not copied to its subscription.
          subscription_data: { metadata: { user_id: userId } },
        },
        { idempotencyKey },
      ),
    )
    return { id, url }
  },
  async openCheckouts(customerId) {
    const { data } = await call((stripe) =>
      stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 }),
    )
    return data.map(({ id, url, metadata }) => ({ id, url, attemptId: metadata?.['attempt_id'] ?? null }))
  },
  async checkoutState(id) {
    const { status } = await call((stripe) => stripe.checkout.sessions.retrieve(id))
    return status ?? 'open'
  },
  async expireCheckout(id) {
    await call((stripe) => stripe.checkout.sessions.expire(id))
  },
  async createPortal({ customerId, returnUrl, configurationId }) {
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
