import type { StripeSandbox } from '../stripe-state.ts'
import { StripeError } from '../stripe-errors.ts'
import type { Rendered } from '../stripe-objects.ts'
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
} from '../render-objects.ts'

const MAX_EXPAND_DEPTH = 4

/** Renderers of expandable fields, by field name. */
const EXPANDABLE_FIELDS: Record<string, (sandbox: StripeSandbox, id: string) => Rendered | undefined> = {
  customer: ({ stripe }, id) => renderIfFound(stripe.customers.get(id), renderCustomer),
  default_payment_method: ({ stripe }, id) => renderIfFound(stripe.payment_methods.get(id), renderPaymentMethod),
  default_price: ({ stripe }, id) => renderIfFound(stripe.prices.get(id), renderPrice),
  price: ({ stripe }, id) => renderIfFound(stripe.prices.get(id), renderPrice),
  product: ({ stripe }, id) => renderIfFound(stripe.products.get(id), renderProduct),
  latest_invoice: renderInvoiceById,
  invoice: renderInvoiceById,
  subscription: (sandbox, id) =>
    renderIfFound(sandbox.stripe.subscriptions.get(id), (subscription) => renderSubscription(sandbox, subscription)),
  payment_intent: ({ stripe }, id) => renderIfFound(stripe.payment_intents.get(id), renderPaymentIntent),
  payment_method: ({ stripe }, id) => renderIfFound(stripe.payment_methods.get(id), renderPaymentMethod),
  charge: ({ stripe }, id) => renderIfFound(stripe.charges.get(id), renderCharge),
  latest_charge: ({ stripe }, id) => renderIfFound(stripe.charges.get(id), renderCharge),
  test_clock: ({ stripe }, id) => renderIfFound(stripe.test_clocks.get(id), renderTestClock),
}

/** Fields that the response includes only if `expand[]` names them, by object type. */
const INCLUDABLE_FIELDS: Record<string, string> = { invoice: 'payments', 'checkout.session': 'line_items' }

function renderInvoiceById(sandbox: StripeSandbox, id: string): Rendered | undefined {
  return renderIfFound(sandbox.stripe.invoices.get(id), (invoice) => renderInvoice(sandbox, invoice))
}

function renderIfFound<T>(object: T | undefined, render: (object: T) => Rendered): Rendered | undefined {
  return object === undefined ? undefined : render(object)
}

/**
 * Replaces ids by objects as `expand[]` requests (`latest_invoice`, `data.customer`, `items.data.price.product`).
 * @throws StripeError 400 if a path names no expandable field
 */
export function expandObjects(sandbox: StripeSandbox, object: Rendered, paths: readonly string[]): Rendered {
  const copy = structuredClone(object)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_EXPAND_DEPTH + (steps[0] === 'data' ? 1 : 0)) {
      throw new StripeError(
        400,
        `You cannot expand more than ${MAX_EXPAND_DEPTH} levels of a property. Property: ${path}`,
      )
    }
    expandPath(sandbox, copy, steps, path)
  }
  return omitHiddenFields(copy, paths)
}

function expandPath(sandbox: StripeSandbox, at: unknown, [name = '', ...rest]: string[], path: string): void {
  if (!isObject(at)) return
  const value = at[name]
  if (Array.isArray(value)) {
    for (const each of value) expandPath(sandbox, each, rest, path)
    return
  }
  if (typeof value === 'string' || value === null) {
    const field = EXPANDABLE_FIELDS[name]
    if (!field) throw notExpandableError(path)
    if (value === null) return
    at[name] = field(sandbox, value) ?? value
  } else if (
    !isObject(value) ||
    (rest.length === 0 && INCLUDABLE_FIELDS[String(at.object)] !== name && !(name in EXPANDABLE_FIELDS))
  ) {
    throw notExpandableError(path)
  }
  if (rest.length > 0) expandPath(sandbox, at[name], rest, path)
}

function omitHiddenFields(object: Rendered, paths: readonly string[]): Rendered {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      if (INCLUDABLE_FIELDS[String(object.object)] === name && !paths.some((path) => path.split('.')[0] === name))
        return []
      const inner = paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1))
      if (Array.isArray(value))
        return [[name, value.map((each) => (isObject(each) ? omitHiddenFields(each, inner) : each))]]
      return [[name, isObject(value) ? omitHiddenFields(value, inner) : value]]
    }),
  )
}

function notExpandableError(path: string): StripeError {
  return new StripeError(400, `This property cannot be expanded (${path}).`, { param: 'expand' })
}

function isObject(value: unknown): value is Rendered {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
