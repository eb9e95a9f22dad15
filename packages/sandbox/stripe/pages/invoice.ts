import { type Context as Http, Hono } from 'hono'
import type { World } from '../../kit/world.ts'
import { addCard } from '../billing/cards.ts'
import { customerIn, nowFor, subscriptionIn } from '../billing/find.ts'
import { defaultCard, payInvoice, tryCard } from '../billing/pay.ts'
import { BY_TIME } from '../events.ts'
import type { Invoice } from '../model.ts'
import type { PaymentMethod } from '../payment-model.ts'
import { authenticationPage, NOT_AUTHENTICATED } from './authentication.ts'
import { cardFieldsOf, readCard } from './card-form.ts'
import { money } from './format.ts'
import { closedInvoicePage, invoicePath, openInvoicePage } from './invoice-page.ts'
import { messagePage } from './layout.ts'

type Answer = Response | Promise<Response>
type Walk = { world: World; c: Http; invoice: Invoice }

const LIFE_SECONDS = 30 * 86_400

/** The page of one invoice, under /invoice.stripe.com. */
export function invoicePages(world: World): Hono {
  const app = new Hono()
  app.get('/i/:invoice', (c) => {
    const invoice = issued(world, c.req.param('invoice'))
    if (!invoice) return notFound(c)
    const saved = savedCardOf(world, invoice)
    return closed({ world, c, invoice }) ?? c.html(openInvoicePage(world, invoice, { saved }))
  })
  app.get('/i/:invoice/pdf', (c) => {
    const invoice = issued(world, c.req.param('invoice'))
    return invoice ? c.redirect(invoicePath(invoice)) : notFound(c)
  })
  app.post('/i/:invoice', async (c) => {
    const invoice = issued(world, c.req.param('invoice'))
    const form = new URLSearchParams(await c.req.text())
    if (!invoice) return notFound(c)
    return closed({ world, c, invoice }) ?? decide({ world, c, invoice }, form)
  })
  return app
}

function issued({ stripe }: World, id: string): Invoice | undefined {
  const invoice = stripe.invoices.get(id)
  return invoice?.status === 'draft' ? undefined : invoice
}

function notFound(c: Http): Answer {
  return c.html(messagePage('Invoice not found', 'There is no such invoice.'), 404)
}

function savedCardOf(world: World, invoice: Invoice): PaymentMethod | undefined {
  return defaultCard(world, subscriptionIn(world, invoice.subscription))
}

/** Why nothing can be paid here; null where it can. */
function closed({ world, c, invoice }: Walk): Answer | null {
  const { status, finalized_at, amount_due } = invoice
  const say = (title: string, text: string) => c.html(closedInvoicePage(world, invoice, title, text))
  if (status === 'paid')
    return say('Invoice paid', amount_due === 0 ? 'Nothing had to be paid.' : 'Thank you for your payment.')
  if (status === 'void') return say('Invoice void', 'This invoice was voided. Nothing has to be paid.')
  if (status === 'uncollectible') return say('Invoice closed', 'This invoice is not collected any more.')
  const isOver = (finalized_at ?? 0) + LIFE_SECONDS <= nowFor(world, invoice.customer)
  return isOver ? say('This page has expired', 'The address of an invoice works for 30 days. Ask for a new one.') : null
}

function decide(walk: Walk, form: URLSearchParams): Answer {
  const { world, c, invoice } = walk
  const { authenticating } = world.stripe
  const saved = savedCardOf(world, invoice)
  const waiting = authenticating.get(invoice.id)
  switch (form.get('action')) {
    case 'complete':
      if (waiting) return pay(walk, waiting, true)
      break
    case 'fail':
      authenticating.delete(invoice.id)
      return c.html(openInvoicePage(world, invoice, { saved, problem: NOT_AUTHENTICATED }), 402)
    case 'pay_saved':
      if (saved) return pay(walk, saved, false)
      break
    case 'pay': {
      const typed = cardFieldsOf(form)
      const read = readCard(typed, world.clock.now())
      if ('problems' in read) return c.html(openInvoicePage(world, invoice, { saved, typed, ...read }), 400)
      const method = addCard(world, customerIn(world, invoice.customer), read.card)
      if (method) return pay(walk, method, false)
    }
  }
  return c.html(openInvoicePage(world, invoice, { saved }), 400)
}

function pay({ world, c, invoice }: Walk, method: PaymentMethod, authenticated: boolean): Answer {
  const { authenticating } = world.stripe
  const presence = { on_session: true, authenticated }
  const result = tryCard(world, invoice, method, presence)
  authenticating.delete(invoice.id)
  if (result.outcome === 'requires_action') {
    authenticating.set(invoice.id, method)
    return c.html(authenticationPage(invoicePath(invoice), money(invoice.amount_due, invoice.currency)))
  }
  const context = { world, cause: BY_TIME }
  payInvoice(context, invoice, { payment_method: method, presence, result })
  if (result.outcome === 'paid') return c.redirect(invoicePath(invoice), 303)
  const saved = savedCardOf(world, invoice)
  return c.html(openInvoicePage(world, invoice, { saved, problem: result.problem.message }), 402)
}
