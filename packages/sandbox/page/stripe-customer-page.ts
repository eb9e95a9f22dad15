import { html } from 'hono/html'
import type { StripeSandbox } from '../stripe/stripe-state.ts'
import { TEST_CARDS } from '../stripe/billing/card-behaviour.ts'
import { nowForCustomer } from '../stripe/billing/object-lookup.ts'
import { defaultPaymentMethodOf } from '../stripe/billing/pay-invoice.ts'
import type { Customer, Invoice, Subscription } from '../stripe/stripe-objects.ts'
import { cardName, formatDay, formatMoney } from '../stripe/pages/format-money-and-dates.ts'
import { invoicePath } from '../stripe/pages/invoice-page.ts'
import { type Html, layout } from './page-layout.ts'
import { stripePath } from './page-links.ts'
import { type Badge, renderBadge, plainBadge, warningBadge } from './badges.ts'
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
<section><h2>Subscriptions</h2>${
      subscriptions.length === 0
        ? nothing('subscription')
        : html`<ul class="accounts">${subscriptions.map((one) => subscriptionRow(sandbox, one))}</ul>`
    }</section>
<section><h2>Invoices</h2>${
      invoices.length === 0 ? nothing('invoice') : html`<ul class="accounts">${invoices.map(invoiceRow)}</ul>`
    }</section>
<section><h2>Events</h2>${events.length === 0 ? nothing('event') : eventRows(events)}</section>`,
  })
}

function nothing(what: string): Html {
  return html`<p class="quiet">There is no ${what} yet.</p>`
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

function subscriptionRow(sandbox: StripeSandbox, subscription: Subscription): Html {
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
  const marks = [statusBadge(status), ...(pending_update ? [warningBadge('payment open')] : [])]
  return html`<li><div class="row"><span class="who"><strong>${items
    .map((item) => nameOf(sandbox, item.price, item.quantity))
    .join(', ')}</strong>
<span class="address">${card ? cardName(card) : 'no card'}, ${
    id
  }</span></span> <span class="marks">${marks.map(renderBadge)}</span>
<span class="facts">${formatMoney(total, currency)}, ${when}</span></div></li>`
}

function nameOf({ stripe }: StripeSandbox, price: string, quantity: number): string {
  const name = stripe.products.get(stripe.prices.get(price)?.product ?? '')?.name ?? price
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function invoiceRow(invoice: Invoice): Html {
  const { id, number, total, currency, status, billing_reason, created } = invoice
  return html`<li><a href="${invoicePath(invoice)}"><span class="who"><strong>${number ?? id}</strong>
<span class="address">${billing_reason.replaceAll(
    '_',
    ' ',
  )}</span></span> <span class="marks">${renderBadge(statusBadge(status))}</span>
<span class="facts">${formatMoney(total, currency)}, ${formatDay(created)}</span></a></li>`
}

/** Section of the front page. */
export function stripeCustomers(sandbox: StripeSandbox): Html {
  const customers = [...sandbox.stripe.customers.values()].filter(({ deleted }) => !deleted)
  return html`<section><h2>Stripe customers</h2>
${
  customers.length === 0
    ? html`<p class="quiet">There is no customer yet. The product creates one for each user who subscribes.</p>`
    : html`<p class="lead">Customers with a subscription, now or before.
Each opens their subscriptions, invoices and events; no money moves.</p><ul class="accounts">${customers.map((one) =>
        customerRow(sandbox, one),
      )}</ul>`
}</section>`
}

function customerRow(sandbox: StripeSandbox, { id, email, name }: Customer): Html {
  const own = [...sandbox.stripe.subscriptions.values()].filter(({ customer }) => customer === id)
  const current = own.findLast(isAlive) ?? own.at(-1)
  return html`<li><a href="${stripePath(id)}"><span class="who"><strong><bdi>${
    name ?? email ?? id
  }</bdi></strong> <span class="address">${email ?? ''}</span></span>
<span class="marks">${current ? renderBadge(statusBadge(current.status)) : ''}</span>
<span class="facts">${
    current ? current.items.map((item) => nameOf(sandbox, item.price, item.quantity)).join(', ') : 'no subscription'
  }</span></a></li>`
}
