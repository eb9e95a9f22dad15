import { z } from 'zod'
import { listRoute, route, type Route } from '../api/call.ts'
import { nothing, text } from '../api/params.ts'
import { noSuch, StripeError } from '../errors.ts'
import type { CheckoutSession } from '../hosted-model.ts'
import type { Stripe } from '../state.ts'
import { createCheckoutSession } from './create.ts'
import { expireSession } from './expire.ts'
import { CreateParams } from './params.ts'
import { renderCheckoutSession, renderLineItems } from './render.ts'

const RESOURCE = 'checkout_sessions'
const Filter = z.strictObject({
  customer: text().optional(),
  subscription: text().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
})

/** `/v1/checkout/sessions`. */
export const checkoutRoutes: readonly Route[] = [
  route(['POST', '/v1/checkout/sessions'], RESOURCE, CreateParams, (call, params) =>
    renderCheckoutSession(call.world, createCheckoutSession(call, params)),
  ),
  listRoute('/v1/checkout/sessions', RESOURCE, Filter, ({ world }, filter) =>
    [...world.stripe.checkout_sessions.values()]
      .toReversed()
      .filter((session) => fits(session, filter))
      .map((session) => renderCheckoutSession(world, session)),
  ),
  route(['GET', '/v1/checkout/sessions/:session'], RESOURCE, nothing(), ({ world }, _, id = '') =>
    renderCheckoutSession(world, sessionIn(world.stripe, id)),
  ),
  route(['POST', '/v1/checkout/sessions/:session/expire'], RESOURCE, nothing(), (call, _, id = '') => {
    const session = sessionIn(call.world.stripe, id)
    if (session.status !== 'open') {
      const words = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`
      throw new StripeError(400, words)
    }
    expireSession(call, session, call.now)
    return renderCheckoutSession(call.world, session)
  }),
  route(['GET', '/v1/checkout/sessions/:session/line_items'], RESOURCE, nothing(), ({ world }, _, id = '') =>
    renderLineItems(world, sessionIn(world.stripe, id)),
  ),
]

function fits(session: CheckoutSession, { customer, subscription, status }: z.infer<typeof Filter>): boolean {
  if (customer !== undefined && session.customer !== customer) return false
  if (subscription !== undefined && session.subscription !== subscription) return false
  return status === undefined || session.status === status
}

export function sessionIn({ checkout_sessions }: Stripe, id: string): CheckoutSession {
  const session = checkout_sessions.get(id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}
