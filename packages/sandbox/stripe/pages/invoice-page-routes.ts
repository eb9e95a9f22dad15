import { type Context as Http, Hono } from 'hono'
import type { StripeSandbox } from '../stripe-state.ts'
import { addCard } from '../billing/card-behaviour.ts'
import { getCustomer, nowForCustomer, getSubscription } from '../billing/object-lookup.ts'
import { defaultPaymentMethodOf, payInvoice, authorizePayment } from '../billing/pay-invoice.ts'
import { NO_REQUEST } from '../emit-event.ts'
import type { Invoice } from '../stripe-objects.ts'
import type { PaymentMethod } from '../payment-objects.ts'
import { authenticationPage, AUTHENTICATION_FAILED } from './authentication-page.ts'
import { cardFieldsOf, readCard } from './card-form.ts'
import { formatMoney } from './format-money-and-dates.ts'
import { closedInvoicePage, invoicePath, openInvoicePage } from './invoice-page.ts'
import { messagePage } from './hosted-page-layout.ts'

type Answer = Response | Promise<Response>
type InvoiceRequest = { sandbox: StripeSandbox; c: Http; invoice: Invoice }

const LINK_LIFETIME_SECONDS = 30 * 86_400

/** The page of one invoice, under /invoice.stripe.com. */
export function invoicePages(sandbox: StripeSandbox): Hono {
  const app = new Hono()
  app.get('/i/:invoice', (c) => {
    const invoice = findIssuedInvoice(sandbox, c.req.param('invoice'))
    if (!invoice) return notFoundPage(c)
    const saved = savedCardOf(sandbox, invoice)
    return closedPage({ sandbox, c, invoice }) ?? c.html(openInvoicePage(sandbox, invoice, { saved }))
  })
  app.get('/i/:invoice/pdf', (c) => {
    const invoice = findIssuedInvoice(sandbox, c.req.param('invoice'))
    return invoice ? c.redirect(invoicePath(invoice)) : notFoundPage(c)
  })
  app.post('/i/:invoice', async (c) => {
    const invoice = findIssuedInvoice(sandbox, c.req.param('invoice'))
    const form = new URLSearchParams(await c.req.text())
    if (!invoice) return notFoundPage(c)
    return closedPage({ sandbox, c, invoice }) ?? handleForm({ sandbox, c, invoice }, form)
  })
  return app
}

function findIssuedInvoice({ stripe }: StripeSandbox, id: string): Invoice | undefined {
  const invoice = stripe.invoices.get(id)
  return invoice?.status === 'draft' ? undefined : invoice
}

function notFoundPage(c: Http): Answer {
  return c.html(messagePage('Invoice not found', 'There is no such invoice.'), 404)
}

function savedCardOf(sandbox: StripeSandbox, invoice: Invoice): PaymentMethod | undefined {
  return defaultPaymentMethodOf(sandbox, getSubscription(sandbox, invoice.subscription))
}

/** The page of an invoice that cannot be paid; null if it can. */
function closedPage({ sandbox, c, invoice }: InvoiceRequest): Answer | null {
  const { status, finalized_at, amount_due } = invoice
  const say = (title: string, text: string) => c.html(closedInvoicePage(sandbox, invoice, title, text))
  if (status === 'paid')
    return say('Invoice paid', amount_due === 0 ? 'Nothing had to be paid.' : 'Thank you for your payment.')
  if (status === 'void') return say('Invoice void', 'This invoice was voided. Nothing has to be paid.')
  if (status === 'uncollectible') return say('Invoice closed', 'This invoice is not collected any more.')
  const isOver = (finalized_at ?? 0) + LINK_LIFETIME_SECONDS <= nowForCustomer(sandbox, invoice.customer)
  return isOver ? say('This page has expired', 'The address of an invoice works for 30 days. Ask for a new one.') : null
}

function handleForm(request: InvoiceRequest, form: URLSearchParams): Answer {
  const { sandbox, c, invoice } = request
  const { awaitingAuthentication } = sandbox.stripe
  const saved = savedCardOf(sandbox, invoice)
  const waiting = awaitingAuthentication.get(invoice.id)
  switch (form.get('action')) {
    case 'complete':
      if (waiting) return pay(request, waiting, true)
      break
    case 'fail':
      awaitingAuthentication.delete(invoice.id)
      return c.html(openInvoicePage(sandbox, invoice, { saved, problem: AUTHENTICATION_FAILED }), 402)
    case 'pay_saved':
      if (saved) return pay(request, saved, false)
      break
    case 'pay': {
      const typed = cardFieldsOf(form)
      const read = readCard(typed, sandbox.clock.now())
      if ('problems' in read) return c.html(openInvoicePage(sandbox, invoice, { saved, typed, ...read }), 400)
      const method = addCard(sandbox, getCustomer(sandbox, invoice.customer), read.card)
      if (method) return pay(request, method, false)
    }
  }
  return c.html(openInvoicePage(sandbox, invoice, { saved }), 400)
}

function pay({ sandbox, c, invoice }: InvoiceRequest, method: PaymentMethod, authenticated: boolean): Answer {
  const { awaitingAuthentication } = sandbox.stripe
  const presence = { on_session: true, authenticated }
  const result = authorizePayment(sandbox, invoice, method, presence)
  awaitingAuthentication.delete(invoice.id)
  if (result.outcome === 'requires_action') {
    awaitingAuthentication.set(invoice.id, method)
    return c.html(authenticationPage(invoicePath(invoice), formatMoney(invoice.amount_due, invoice.currency)))
  }
  const context = { sandbox, request: NO_REQUEST }
  payInvoice(context, invoice, { payment_method: method, presence, result })
  if (result.outcome === 'paid') return c.redirect(invoicePath(invoice), 303)
  const saved = savedCardOf(sandbox, invoice)
  return c.html(openInvoicePage(sandbox, invoice, { saved, problem: result.problem.message }), 402)
}
