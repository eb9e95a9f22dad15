import type { StripeSandbox } from '../stripe-state.ts'
import type { CheckoutSession } from '../checkout-and-portal-objects.ts'
import type { Rendered } from '../stripe-objects.ts'
import { listOf, renderPrice } from '../render-objects.ts'

/** Renders a session. The URL is present while it is open, `line_items` only if expanded (`api/expand-objects.ts`). */
export function renderCheckoutSession(sandbox: StripeSandbox, session: CheckoutSession): Rendered {
  const { id, created, client_reference_id, mode, currency, status, payment_status, expires_at } = session
  const { success_url, cancel_url, metadata, locale, subscription, invoice } = session
  const total = sessionTotal(sandbox, session)
  const customer = session.customer === null ? undefined : sandbox.stripe.customers.get(session.customer)
  const email = customer?.email ?? null
  return {
    id,
    object: 'checkout.session',
    allow_promotion_codes: null,
    amount_subtotal: total,
    amount_total: amountDueToday(sandbox, session),
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url,
    client_reference_id,
    created,
    currency,
    customer: session.customer,
    customer_details: customer
      ? { address: null, email, name: customer.name, phone: null, tax_exempt: 'none', tax_ids: null }
      : null,
    customer_email: null,
    expires_at,
    invoice,
    line_items: renderLineItems(sandbox, session),
    livemode: false,
    locale,
    metadata,
    mode,
    payment_intent: null,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status,
    setup_intent: null,
    status,
    submit_type: null,
    subscription,
    success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${sandbox.url}${checkoutPagePath(session)}#fidsandbox` : null,
  }
}

/** Path of the payment page. */
export function checkoutPagePath({ id }: CheckoutSession): string {
  return `/checkout.stripe.com/c/pay/${id}`
}

/** Total of one period in cents. */
export function sessionTotal({ stripe }: StripeSandbox, { lines }: CheckoutSession): number {
  return lines.reduce((sum, { price, quantity }) => sum + (stripe.prices.get(price)?.unit_amount ?? 0) * quantity, 0)
}

/** Cents due on the page; 0 for a trial. */
export function amountDueToday(sandbox: StripeSandbox, session: CheckoutSession): number {
  return session.trial_period_days === null ? sessionTotal(sandbox, session) : 0
}

export function renderLineItems({ stripe }: StripeSandbox, { id, lines, currency }: CheckoutSession): Rendered {
  const data = lines.map((line) => {
    const price = stripe.prices.get(line.price)
    const amount = (price?.unit_amount ?? 0) * line.quantity
    return {
      id: line.id,
      object: 'item',
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency,
      description: stripe.products.get(price?.product ?? '')?.name ?? null,
      price: price ? renderPrice(price) : null,
      quantity: line.quantity,
    }
  })
  return listOf(data, `/v1/checkout/sessions/${id}/line_items`)
}
