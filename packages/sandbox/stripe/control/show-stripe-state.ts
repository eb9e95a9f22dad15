import type { StripeSandbox } from '../stripe-state.ts'
import { renderCheckoutSession } from '../checkout/render-checkout-session.ts'
import { renderInvoice } from '../render-invoice.ts'
import { renderCustomer, renderPaymentMethod, renderSubscription } from '../render-objects.ts'
import { renderEndpoint } from '../webhooks/webhook-endpoints.ts'
import type { Delivery } from '../webhooks/webhook-state.ts'

/** All objects as the API renders them, oldest first, and the deliveries of each event. */
export function showStripeState(sandbox: StripeSandbox) {
  const { stripe } = sandbox
  return {
    customers: [...stripe.customers.values()].map(renderCustomer),
    paymentMethods: [...stripe.payment_methods.values()].map(renderPaymentMethod),
    subscriptions: [...stripe.subscriptions.values()].map((each) => renderSubscription(sandbox, each)),
    invoices: [...stripe.invoices.values()].map((each) => renderInvoice(sandbox, each)),
    checkoutSessions: [...stripe.checkout_sessions.values()].map((each) => renderCheckoutSession(sandbox, each)),
    endpoints: [...stripe.webhook_endpoints.values()].map(renderEndpoint),
    events: [...stripe.events.values()],
    deliveries: stripe.webhooks.deliveries.map(showDelivery),
  }
}

/** The customers with an email address, and what they have: an answer that does not grow with the others. */
export function showCustomers(sandbox: StripeSandbox, email: string) {
  const { stripe } = sandbox
  const customers = [...stripe.customers.values()].filter((each) => each.email === email)
  const ids: ReadonlySet<string | null> = new Set(customers.map(({ id }) => id))
  const own = <T extends { customer: string | null }>(all: Map<string, T>): T[] =>
    [...all.values()].filter(({ customer }) => ids.has(customer))
  return {
    customers: customers.map(renderCustomer),
    subscriptions: own(stripe.subscriptions).map((each) => renderSubscription(sandbox, each)),
    invoices: own(stripe.invoices).map((each) => renderInvoice(sandbox, each)),
    checkoutSessions: own(stripe.checkout_sessions).map((each) => renderCheckoutSession(sandbox, each)),
  }
}

export function showDelivery({ eventId, eventType, endpoint, state, attempts }: Delivery) {
  const tries = attempts.map(({ at, status, answer }) => ({ at: new Date(at).toISOString(), status, answer }))
  return { event: eventId, type: eventType, endpoint: endpoint.id, url: endpoint.url, state, attempts: tries }
}
