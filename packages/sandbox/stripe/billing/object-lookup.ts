import { resourceMissing } from '../stripe-errors.ts'
import type { Customer, Invoice, Price, Subscription } from '../stripe-objects.ts'
import type { PaymentMethod } from '../payment-objects.ts'
import { nowOfClock, type StripeSandbox } from '../stripe-state.ts'

/** `param` names the source of the id: a missing object is 404 for an id in the path, else 400. */
export function getCustomer({ stripe }: StripeSandbox, id: string, param = 'id'): Customer {
  const customer = stripe.customers.get(id)
  if (!customer || (customer.deleted && param !== 'id')) throw resourceMissing('customer', id, param)
  return customer
}

export function getSubscription({ stripe }: StripeSandbox, id: string, param = 'id'): Subscription {
  const subscription = stripe.subscriptions.get(id)
  if (!subscription) throw resourceMissing('subscription', id, param)
  return subscription
}

export function getInvoice({ stripe }: StripeSandbox, id: string, param = 'id'): Invoice {
  const invoice = stripe.invoices.get(id)
  if (!invoice) throw resourceMissing('invoice', id, param)
  return invoice
}

export function getPrice({ stripe }: StripeSandbox, id: string, param = 'id'): Price {
  const price = stripe.prices.get(id)
  if (!price) throw resourceMissing('price', id, param)
  return price
}

export function getPaymentMethod({ stripe }: StripeSandbox, id: string, param = 'id'): PaymentMethod {
  const method = stripe.payment_methods.get(id)
  if (!method) throw resourceMissing('PaymentMethod', id, param)
  return method
}

/** Current time (Unix seconds) of a customer: of the test clock, if the customer has one. */
export function nowForCustomer(sandbox: StripeSandbox, customer: string): number {
  return nowOfClock(sandbox, sandbox.stripe.customers.get(customer)?.test_clock ?? null)
}
