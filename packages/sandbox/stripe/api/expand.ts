import type { World } from '../../kit/world.ts'
import { StripeError } from '../errors.ts'
import type { Rendered } from '../model.ts'
import { renderInvoice } from '../render-invoice.ts'
import {
  renderCharge,
  renderCustomer,
  renderPaymentIntent,
  renderPaymentMethod,
  renderPrice,
  renderProduct,
  renderSubscription,
  renderTestClock,
} from '../render.ts'

const DEEPEST = 4

/** What can stand in the place of an id, by the field that names it. */
const FIELDS: Record<string, (world: World, id: string) => Rendered | undefined> = {
  customer: ({ stripe }, id) => rendered(stripe.customers.get(id), renderCustomer),
  default_payment_method: ({ stripe }, id) => rendered(stripe.payment_methods.get(id), renderPaymentMethod),
  default_price: ({ stripe }, id) => rendered(stripe.prices.get(id), renderPrice),
  price: ({ stripe }, id) => rendered(stripe.prices.get(id), renderPrice),
  product: ({ stripe }, id) => rendered(stripe.products.get(id), renderProduct),
  latest_invoice: invoiceOf,
  invoice: invoiceOf,
  subscription: (world, id) =>
    rendered(world.stripe.subscriptions.get(id), (subscription) => renderSubscription(world, subscription)),
  payment_intent: ({ stripe }, id) => rendered(stripe.payment_intents.get(id), renderPaymentIntent),
  payment_method: ({ stripe }, id) => rendered(stripe.payment_methods.get(id), renderPaymentMethod),
  charge: ({ stripe }, id) => rendered(stripe.charges.get(id), renderCharge),
  latest_charge: ({ stripe }, id) => rendered(stripe.charges.get(id), renderCharge),
  test_clock: ({ stripe }, id) => rendered(stripe.test_clocks.get(id), renderTestClock),
}

/** Fields that the wire shows only where they are asked for. */
const HIDDEN: Record<string, string> = { invoice: 'payments', 'checkout.session': 'line_items' }

function invoiceOf(world: World, id: string): Rendered | undefined {
  return rendered(world.stripe.invoices.get(id), (invoice) => renderInvoice(world, invoice))
}

function rendered<T>(object: T | undefined, render: (object: T) => Rendered): Rendered | undefined {
  return object === undefined ? undefined : render(object)
}

/**
 * The object with others in the place of their ids, as `expand[]` asks (`latest_invoice`, `data.customer`, `items.data.price.product`).
 * @throws StripeError 400 where a path leads to nothing that can be expanded
 */
export function expand(world: World, object: Rendered, paths: readonly string[]): Rendered {
  const copy = structuredClone(object)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST + (steps[0] === 'data' ? 1 : 0)) {
      throw new StripeError(400, `You cannot expand more than ${DEEPEST} levels of a property. Property: ${path}`)
    }
    walk(world, copy, steps, path)
  }
  return hide(copy, paths)
}

function walk(world: World, at: unknown, [name = '', ...rest]: string[], path: string): void {
  if (!isObject(at)) return
  const value = at[name]
  if (Array.isArray(value)) {
    for (const each of value) walk(world, each, rest, path)
    return
  }
  if (typeof value === 'string' || value === null) {
    const field = FIELDS[name]
    if (!field) throw cannot(path)
    if (value === null) return
    at[name] = field(world, value) ?? value
  } else if (!isObject(value) || (rest.length === 0 && HIDDEN[String(at.object)] !== name && !(name in FIELDS))) {
    throw cannot(path)
  }
  if (rest.length > 0) walk(world, at[name], rest, path)
}

function hide(object: Rendered, paths: readonly string[]): Rendered {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (HIDDEN[String(object.object)] === name && !paths.some((path) => path.split('.')[0] === name)) return []
      const inner = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
      if (Array.isArray(value)) return [[name, value.map((each) => (isObject(each) ? hide(each, inner) : each))]]
      return [[name, isObject(value) ? hide(value, inner) : value]]
    }),
  )
}

function cannot(path: string): StripeError {
  return new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' })
}

function isObject(value: unknown): value is Rendered {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
