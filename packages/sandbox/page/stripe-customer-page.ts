import { html } from 'hono/html'
import type { StripeSandbox } from '../stripe/stripe-state.ts'
import { TEST_CARDS } from '../stripe/billing/card-behaviour.ts'
import { nowForCustomer } from '../stripe/billing/object-lookup.ts'
import { defaultPaymentMethodOf } from '../stripe/billing/pay-invoice.ts'
import type { Customer, Invoice, Subscription } from '../stripe/stripe-objects.ts'
import { cardName, formatDay, formatMoney } from '../stripe/pages/format-money-and-dates.ts'
import { invoicePath } from '../stripe/pages/invoice-page.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { stripePath } from './page-links.ts'
import { accountSection, type Badge, plainBadge, warningBadge } from './account-rows.ts'
import { eventRows, eventsOf } from './stripe-event-rows.ts'

/** One Stripe customer: subscriptions, card, invoices and events, with forms that simulate events. */
export function stripePage(sandbox: StripeSandbox, customer: Customer, notice?: string): Html {
  const { stripe } = sandbox
  const own = <T extends { customer: string | null }>(all: Map<string, T>) =>
    [...all.values()].filter((one) => one.customer === customer.id).toReversed()
  const subscriptions = own(stripe.subscriptions)
  const invoices = own(stripe.invoices)
  const events = eventsOf(sandbox, customer.id)
  return layout({
    title: `Stripe, ${customer.email ?? customer.id}`,
    section: 'mailboxes',
    notice,
    content: html`<p class="crumbs"><a href="/">Mailboxes</a></p>
<h1>Stripe</h1><p class="lead">${customer.email ?? ''} <span class="address">${
      customer.id
    }</span>. No money moves here. ${clockText(sandbox, customer)}</p>
${simulationForms(customer, subscriptions.some(isAlive))}
${accountSection(
  'Subscriptions',
  subscriptions.map((one) => subscriptionRow(sandbox, one)),
  { none: 'There is no subscription yet.' },
)}
${accountSection('Invoices', invoices.map(invoiceRow), { none: 'There is no invoice yet.' })}
<section><h2>Events</h2>${
      events.length === 0 ? html`<p class="quiet">There is no event yet.</p>` : eventRows(events)
    }</section>`,
  })
}

function isAlive({ ended_at }: Subscription): boolean {
  return ended_at === null
}

function clockText(sandbox: StripeSandbox, { id, test_clock, balance, currency }: Customer): Html {
  const credit = balance < 0 ? html` ${formatMoney(-balance, currency ?? 'usd')} of credit are left.` : ''
  return html`${
    test_clock === null
      ? ''
      : html`It is ${formatDay(
          nowForCustomer(sandbox, id),
        )} for this customer: their clock stands still until you move it.`
  }${credit}`
}

function simulationForms({ id, email }: Customer, hasSubscription: boolean): Html {
  const path = stripePath(id)
  return html`<div class="together">
${
  email === null
    ? ''
    : html`<form method="post" action="${
        path
      }"><button class="button" name="action" value="fail">Fail the next payment</button></form>`
}
${
  hasSubscription
    ? html`<form method="post" action="${
        path
      }"><button class="button" name="action" value="advance">Advance to the period's end</button></form>`
    : ''
}</div>
<form class="move" method="post" action="${path}"><label for="number">The card that is charged</label>
<div class="together"><select id="number" name="number">${Object.entries(TEST_CARDS).map(
    ([number, behaviour]) =>
      html`<option value="${
        number
      }">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')} ${behaviour.replaceAll('_', ' ')}</option>`,
  )}</select>
<button class="button" name="action" value="card">Change the card</button></div></form>`
}

const GOOD = new Set<string>(['active', 'trialing', 'paid'])

function statusBadge(state: string): Badge {
  return GOOD.has(state) || state === 'canceled' || state === 'void'
    ? plainBadge(state.replaceAll('_', ' '))
    : warningBadge(state.replaceAll('_', ' '))
}

function subscriptionRow(sandbox: StripeSandbox, subscription: Subscription) {
  const { id, items, status, cancel_at, ended_at, currency, pending_update } = subscription
  const card = defaultPaymentMethodOf(sandbox, subscription)
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end))
  const when =
    ended_at === null
      ? cancel_at === null
        ? `renews ${formatDay(end)}`
        : `ends ${formatDay(cancel_at)}`
      : `ended ${formatDay(ended_at)}`
  const total = items.reduce(
    (sum, item) => sum + (sandbox.stripe.prices.get(item.price)?.unit_amount ?? 0) * item.quantity,
    0,
  )
  return {
    href: null,
    name: items.map((item) => nameOf(sandbox, item.price, item.quantity)).join(', '),
    address: `${card ? cardName(card) : 'no card'}, ${id}`,
    marks: [statusBadge(status), ...(pending_update ? [warningBadge('payment open')] : [])],
    facts: `${formatMoney(total, currency)}, ${when}`,
  }
}

function nameOf({ stripe }: StripeSandbox, price: string, quantity: number): string {
  const name = stripe.products.get(stripe.prices.get(price)?.product ?? '')?.name ?? price
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function invoiceRow(invoice: Invoice) {
  const { id, number, total, currency, status, billing_reason, created } = invoice
  return {
    href: invoicePath(invoice),
    name: number ?? id,
    address: billing_reason.replaceAll('_', ' '),
    marks: [statusBadge(status)],
    facts: `${formatMoney(total, currency)}, ${formatDay(created)}`,
  }
}

/** Section of the front page. */
export function stripeCustomers(sandbox: StripeSandbox): Html {
  const customers = [...sandbox.stripe.customers.values()].filter(({ deleted }) => !deleted)
  return accountSection(
    'Stripe customers',
    customers.map((one) => customerRow(sandbox, one)),
    {
      none: 'There is no customer yet. The product creates one for each user who subscribes.',
      lead:
        'Customers with a subscription, now or before. ' +
        'Each opens their subscriptions, invoices and events; no money moves.',
    },
  )
}

function customerRow(sandbox: StripeSandbox, { id, email, name }: Customer) {
  const own = [...sandbox.stripe.subscriptions.values()].filter(({ customer }) => customer === id)
  const current = own.findLast(isAlive) ?? own.at(-1)
  return {
    href: stripePath(id),
    name: name ?? email ?? id,
    address: email ?? '',
    marks: current ? [statusBadge(current.status)] : [],
    facts: current?.items.map((item) => nameOf(sandbox, item.price, item.quantity)).join(', ') ?? 'no subscription',
  }
}
