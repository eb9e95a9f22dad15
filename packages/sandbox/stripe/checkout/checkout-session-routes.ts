import { z } from 'zod'
import { listRoute, route, type Route } from '../api/route-definition.ts'
import { noParams, text } from '../api/param-schemas.ts'
import { resourceMissing, StripeError } from '../stripe-errors.ts'
import type { CheckoutSession } from '../checkout-and-portal-objects.ts'
import type { Stripe } from '../stripe-state.ts'
import { createCheckoutSession } from './create-checkout-session.ts'
import { expireCheckoutSession } from './expire-checkout-session.ts'
import { CreateParams } from './checkout-session-params.ts'
import { renderCheckoutSession, renderLineItems } from './render-checkout-session.ts'

const RESOURCE = 'checkout_sessions'
const Filter = z.strictObject({
  customer: text().optional(),
  subscription: text().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

/** `/v1/checkout/sessions`. */
export const checkoutSessionRoutes: readonly Route[] = [
  route(['POST', '/v1/checkout/sessions'], RESOURCE, CreateParams, (call, params) =>
    renderCheckoutSession(call.sandbox, createCheckoutSession(call, params)),
  ),
  listRoute('/v1/checkout/sessions', RESOURCE, Filter, ({ sandbox }, filter) =>
    [...sandbox.stripe.checkout_sessions.values()]
      .toReversed()
      .filter((session) => matchesFilter(session, filter))
      .map((session) => renderCheckoutSession(sandbox, session)),
  ),
  route(['GET', '/v1/checkout/sessions/:session'], RESOURCE, noParams(), ({ sandbox }, _, id = '') =>
    renderCheckoutSession(sandbox, getCheckoutSession(sandbox.stripe, id)),
  ),
  route(['POST', '/v1/checkout/sessions/:session/expire'], RESOURCE, noParams(), (call, _, id = '') => {
    const session = getCheckoutSession(call.sandbox.stripe, id)
    if (session.status !== 'open') {
      const words =
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ` +
        `${session.status}.`
      throw new StripeError(400, words)
    }
    expireCheckoutSession(call, session, call.now)
    return renderCheckoutSession(call.sandbox, session)
  }),
  route(['GET', '/v1/checkout/sessions/:session/line_items'], RESOURCE, noParams(), ({ sandbox }, _, id = '') =>
    renderLineItems(sandbox, getCheckoutSession(sandbox.stripe, id)),
  ),
]

function matchesFilter(session: CheckoutSession, { customer, subscription, status }: z.infer<typeof Filter>): boolean {
  if (customer !== undefined && session.customer !== customer) return false
  if (subscription !== undefined && session.subscription !== subscription) return false
  return status === undefined || session.status === status
}

function getCheckoutSession({ checkout_sessions }: Stripe, id: string): CheckoutSession {
  const session = checkout_sessions.get(id)
  if (!session) throw resourceMissing('checkout.session', id)
  return session
}
