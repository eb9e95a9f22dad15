import { z } from 'zod'
import { customerIn, invoiceIn, paymentMethodIn, subscriptionIn } from '../billing/find.ts'
import { voidInvoice } from '../billing/invoices.ts'
import { payInvoice } from '../billing/pay.ts'
import { refusedPayment } from '../billing/payment-errors.ts'
import { dropPendingUpdate } from '../billing/pending-update.ts'
import { previewInvoice } from '../billing/preview.ts'
import { invalid, StripeError } from '../errors.ts'
import { renderInvoice } from '../render-invoice.ts'
import { type Call, listRoute, type Route, route } from './call.ts'
import { flag, integer, nothing, text } from './params.ts'
import { ItemChanges } from './subscription-params.ts'

const ListParams = z.strictObject({
  customer: text().optional(),
  subscription: text().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
})
const PayParams = z.strictObject({ payment_method: text().optional(), off_session: flag().optional() })
const PreviewParams = z.strictObject({
  customer: text().optional(),
  subscription: text(),
  subscription_details: z
    .strictObject({
      items: ItemChanges.optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
      proration_date: integer().optional(),
      cancel_now: flag().optional(),
      cancel_at_period_end: flag().optional(),
    })
    .optional(),
})

export const invoiceRoutes: readonly Route[] = [
  listRoute('/v1/invoices', 'invoices', ListParams, ({ world }, { customer, subscription, status }) =>
    [...world.stripe.invoices.values()]
      .filter((invoice) => (customer ?? invoice.customer) === invoice.customer)
      .filter((invoice) => (subscription ?? invoice.subscription) === invoice.subscription)
      .filter((invoice) => (status ?? invoice.status) === invoice.status)
      .toReversed()
      .map((invoice) => renderInvoice(world, invoice)),
  ),
  route(['POST', '/v1/invoices/create_preview'], 'invoices', PreviewParams, preview),
  route(['GET', '/v1/invoices/:invoice'], 'invoices', nothing(), ({ world }, _, id = '') =>
    renderInvoice(world, invoiceIn(world, id)),
  ),
  route(['POST', '/v1/invoices/:invoice/pay'], 'invoices', PayParams, pay),
  route(['POST', '/v1/invoices/:invoice/void'], 'invoices', nothing(), voidByHand),
]

function preview(call: Call, { customer, subscription: id, subscription_details }: z.infer<typeof PreviewParams>) {
  const { world } = call
  const subscription = subscriptionIn(world, id, 'subscription')
  if (customer !== undefined && customerIn(world, customer, 'customer').id !== subscription.customer) {
    throw invalid('subscription', `The subscription ${id} does not belong to the customer ${customer}.`)
  }
  if (subscription.ended_at !== null) throw invalid('subscription', `The subscription ${id} is canceled.`)
  return renderInvoice(world, previewInvoice(call, subscription, subscription_details ?? {}))
}

function pay(call: Call, params: z.infer<typeof PayParams>, id = '') {
  const { world } = call
  const invoice = invoiceIn(world, id)
  if (invoice.status === 'paid') throw new StripeError(400, 'Invoice is already paid')
  if (invoice.status !== 'open') throw notOpen('paid')
  const card = params.payment_method
  const payment_method = card === undefined ? undefined : paymentMethodIn(world, card, 'payment_method')
  const result = payInvoice(call, invoice, payment_method ? { payment_method } : {})
  if (result.outcome === 'paid') return renderInvoice(world, invoice)
  throw refusedPayment(result, world.stripe.payment_intents.get(invoice.payment_intent ?? ''))
}

function voidByHand(call: Call, _: object, id = '') {
  const { world } = call
  const invoice = invoiceIn(world, id)
  if (invoice.status !== 'open') throw notOpen('voided')
  const subscription = subscriptionIn(world, invoice.subscription)
  const isHeld = subscription.pending_update !== null && subscription.latest_invoice === invoice.id
  if (isHeld) dropPendingUpdate(call, subscription)
  else voidInvoice(call, invoice)
  return renderInvoice(world, invoice)
}

function notOpen(done: string): StripeError {
  return new StripeError(400, `This invoice can no longer be ${done}: it is not open.`, {
    code: 'invoice_not_editable',
  })
}
