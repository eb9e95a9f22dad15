import type { World } from '../../kit/world.ts'
import { renderCheckoutSession } from '../checkout/render.ts'
import { renderInvoice } from '../render-invoice.ts'
import { renderCustomer, renderPaymentMethod, renderSubscription } from '../render.ts'
import { renderEndpoint } from '../webhooks/endpoints.ts'
import type { Delivery } from '../webhooks/state.ts'

/** All that there is, as the API shows each, oldest first; and what became of each event that was sent. */
export function showStripe(world: World) {
  const { stripe } = world
  return {
    customers: [...stripe.customers.values()].map(renderCustomer),
    paymentMethods: [...stripe.payment_methods.values()].map(renderPaymentMethod),
    subscriptions: [...stripe.subscriptions.values()].map((each) => renderSubscription(world, each)),
    invoices: [...stripe.invoices.values()].map((each) => renderInvoice(world, each)),
    checkoutSessions: [...stripe.checkout_sessions.values()].map((each) => renderCheckoutSession(world, each)),
    endpoints: [...stripe.webhook_endpoints.values()].map(renderEndpoint),
    events: [...stripe.events.values()],
    deliveries: stripe.webhooks.deliveries.map(showDelivery),
  }
}

export function showDelivery({ eventId, eventType, endpoint, state, attempts }: Delivery) {
  const tries = attempts.map(({ at, status, answer }) => ({ at: new Date(at).toISOString(), status, answer }))
  return { event: eventId, type: eventType, endpoint: endpoint.id, url: endpoint.url, state, attempts: tries }
}
