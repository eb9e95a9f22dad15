import type { StripeSandbox } from './stripe-state.ts'
import type { Invoice, InvoiceLine, Rendered } from './stripe-objects.ts'
import { listOf } from './render-objects.ts'

export function renderInvoice(sandbox: StripeSandbox, invoice: Invoice): Rendered {
  const { id, subscription, subscription_metadata, lines, pendingLineIds: _, payment_intent, ...rest } = invoice
  const { paid_at, finalized_at, voided_at, ...shown } = rest
  const issued = invoice.status !== 'draft'
  const url = `${sandbox.url}/invoice.stripe.com/i/${id}`
  return {
    id,
    object: 'invoice',
    ...shown,
    amount_remaining: invoice.amount_due - invoice.amount_paid,
    collection_method: 'charge_automatically',
    hosted_invoice_url: issued ? url : null,
    invoice_pdf: issued ? `${url}/pdf` : null,
    lines: listOf(
      lines.map((line) => renderLine(sandbox, id, line)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription_metadata, subscription },
    },
    payments: listOf(payment_intent ? [renderPayment(invoice, payment_intent)] : [], `/v1/invoice_payments`),
    status_transitions: { finalized_at, marked_uncollectible_at: null, paid_at, voided_at },
  }
}

function renderLine({ stripe }: StripeSandbox, invoice: string, line: InvoiceLine): Rendered {
  const { id, amount, description, period, quantity, proration, subscription, subscription_item } = line
  const price = stripe.prices.get(line.price)
  return {
    id,
    object: 'line_item',
    amount,
    currency: price?.currency ?? 'usd',
    description,
    invoice,
    livemode: false,
    metadata: {},
    period,
    quantity,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: { invoice_item: null, proration, subscription, subscription_item },
    },
    pricing: {
      type: 'price_details',
      price_details: { price: line.price, product: price?.product ?? '' },
      unit_amount_decimal: String(price?.unit_amount ?? 0),
    },
  }
}

function renderPayment({ id, status, amount_paid, amount_due, created }: Invoice, payment_intent: string): Rendered {
  const state = status === 'paid' ? 'paid' : status === 'void' ? 'canceled' : 'open'
  return {
    id: payment_intent.replace(/^pi_/, 'inpay_'),
    object: 'invoice_payment',
    amount_paid: status === 'paid' ? amount_paid : null,
    amount_requested: amount_due,
    created,
    currency: 'usd',
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent },
    status: state,
  }
}
