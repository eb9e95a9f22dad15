import { z } from 'zod'
import { getCustomer, getInvoice, getPaymentMethod, getSubscription } from '../billing/object-lookup.ts'
import { voidInvoice } from '../billing/invoice-lifecycle.ts'
import { payInvoice } from '../billing/pay-invoice.ts'
import { paymentFailedError } from '../billing/payment-errors.ts'
import { expirePendingUpdate } from '../billing/pending-update.ts'
import { previewInvoice } from '../billing/preview-invoice.ts'
import { invalidParam, StripeError } from '../stripe-errors.ts'
import { renderInvoice } from '../render-invoice.ts'
import { type ApiCall, listRoute, type Route, route } from './route-definition.ts'
import { flag, integer, noParams, text } from './param-schemas.ts'
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
  listRoute('/v1/invoices', 'invoices', ListParams, ({ sandbox }, { customer, subscription, status }) =>
    [...sandbox.stripe.invoices.values()]
      .filter((invoice) => (customer ?? invoice.customer) === invoice.customer)
      .filter((invoice) => (subscription ?? invoice.subscription) === invoice.subscription)
      .filter((invoice) => (status ?? invoice.status) === invoice.status)
      .toReversed()
      .map((invoice) => renderInvoice(sandbox, invoice)),
  ),
  route(['POST', '/v1/invoices/create_preview'], 'invoices', PreviewParams, createPreview),
  route(['GET', '/v1/invoices/:invoice'], 'invoices', noParams(), ({ sandbox }, _, id = '') =>
    renderInvoice(sandbox, getInvoice(sandbox, id)),
  ),
  route(['POST', '/v1/invoices/:invoice/pay'], 'invoices', PayParams, payOpenInvoice),
  route(['POST', '/v1/invoices/:invoice/void'], 'invoices', noParams(), voidOpenInvoice),
]

function createPreview(
  call: ApiCall,
  { customer, subscription: id, subscription_details }: z.infer<typeof PreviewParams>,
) {
  const { sandbox } = call
  const subscription = getSubscription(sandbox, id, 'subscription')
  if (customer !== undefined && getCustomer(sandbox, customer, 'customer').id !== subscription.customer) {
    throw invalidParam('subscription', `The subscription ${id} does not belong to the customer ${customer}.`)
  }
  if (subscription.ended_at !== null) throw invalidParam('subscription', `The subscription ${id} is canceled.`)
  return renderInvoice(sandbox, previewInvoice(call, subscription, subscription_details ?? {}))
}

function payOpenInvoice(call: ApiCall, params: z.infer<typeof PayParams>, id = '') {
  const { sandbox } = call
  const invoice = getInvoice(sandbox, id)
  if (invoice.status === 'paid') throw new StripeError(400, 'Invoice is already paid')
  if (invoice.status !== 'open') throw invoiceNotOpenError('paid')
  const card = params.payment_method
  const payment_method = card === undefined ? undefined : getPaymentMethod(sandbox, card, 'payment_method')
  const result = payInvoice(call, invoice, payment_method ? { payment_method } : {})
  if (result.outcome === 'paid') return renderInvoice(sandbox, invoice)
  throw paymentFailedError(result, sandbox.stripe.payment_intents.get(invoice.payment_intent ?? ''))
}

function voidOpenInvoice(call: ApiCall, _: object, id = '') {
  const { sandbox } = call
  const invoice = getInvoice(sandbox, id)
  if (invoice.status !== 'open') throw invoiceNotOpenError('voided')
  const subscription = getSubscription(sandbox, invoice.subscription)
  const isHeld = subscription.pending_update !== null && subscription.latest_invoice === invoice.id
  if (isHeld) expirePendingUpdate(call, subscription)
  else voidInvoice(call, invoice)
  return renderInvoice(sandbox, invoice)
}

function invoiceNotOpenError(done: string): StripeError {
  return new StripeError(400, `This invoice can no longer be ${done}: it is not open.`, {
    code: 'invoice_not_editable',
  })
}
