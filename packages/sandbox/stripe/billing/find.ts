import type { World } from '../../kit/world.ts'
import { noSuch } from '../errors.ts'
import type { Customer, Invoice, Price, Subscription } from '../model.ts'
import type { PaymentMethod } from '../payment-model.ts'
import { nowOf } from '../state.ts'

/** Objects by their ids. `param` names where the id came from; a missing one is 404 for an id of the address, else 400. */
export function customerIn({ stripe }: World, id: string, param = 'id'): Customer {
  const customer = stripe.customers.get(id)
  if (!customer || (customer.deleted && param !== 'id')) throw noSuch('customer', id, param)
  return customer
}

export function subscriptionIn({ stripe }: World, id: string, param = 'id'): Subscription {
  const subscription = stripe.subscriptions.get(id)
  if (!subscription) throw noSuch('subscription', id, param)
  return subscription
}

export function invoiceIn({ stripe }: World, id: string, param = 'id'): Invoice {
  const invoice = stripe.invoices.get(id)
  if (!invoice) throw noSuch('invoice', id, param)
  return invoice
}

export function priceIn({ stripe }: World, id: string, param = 'id'): Price {
  const price = stripe.prices.get(id)
  if (!price) throw noSuch('price', id, param)
  return price
}

export function paymentMethodIn({ stripe }: World, id: string, param = 'id'): PaymentMethod {
  const method = stripe.payment_methods.get(id)
  if (!method) throw noSuch('PaymentMethod', id, param)
  return method
}

/** The present of a customer, of a subscription's or an invoice's: of the test clock, where they have one. */
export function nowFor(world: World, customer: string): number {
  return nowOf(world, world.stripe.customers.get(customer)?.test_clock ?? null)
}
