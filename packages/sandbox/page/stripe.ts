import { html } from 'hono/html'
import type { World } from '../kit/world.ts'
import { TEST_CARDS } from '../stripe/billing/cards.ts'
import { nowFor } from '../stripe/billing/find.ts'
import { defaultCard } from '../stripe/billing/pay.ts'
import type { Customer, Invoice, Subscription } from '../stripe/model.ts'
import { cardName, day, money } from '../stripe/pages/format.ts'
import { invoicePath } from '../stripe/pages/invoice-page.ts'
import { type Html, layout } from './layout.ts'
import { stripePath } from './links.ts'
import { type Mark, markOf, plain, warning } from './marks.ts'
import { eventRows, eventsOf } from './stripe-events.ts'

/** One customer of Stripe's: what is paid for, by which card, and what was told; with levers to make something happen. */
export function stripePage(world: World, customer: Customer, notice?: string): Html {
  const { stripe } = world
  const own = <T extends { customer: string | null }>(all: Map<string, T>) =>
    [...all.values()].filter((one) => one.customer === customer.id).toReversed()
  const subscriptions = own(stripe.subscriptions)
  const invoices = own(stripe.invoices)
  const events = eventsOf(world, customer.id)
  return layout({
    title: `Stripe, ${customer.email ?? customer.id}`,
    section: 'mailboxes',
    notice,
    content: html`<p class="crumbs"><a href="/">Mailboxes</a></p>
<h1>Stripe</h1><p class="lead">${customer.email ?? ''} <span class="address">${customer.id}</span>. No money moves here. ${clockText(world, customer)}</p>
${levers(customer, subscriptions.some(isAlive))}
<section><h2>Subscriptions</h2>${subscriptions.length === 0 ? nothing('subscription') : html`<ul class="accounts">${subscriptions.map((one) => subscriptionRow(world, one))}</ul>`}</section>
<section><h2>Invoices</h2>${invoices.length === 0 ? nothing('invoice') : html`<ul class="accounts">${invoices.map(invoiceRow)}</ul>`}</section>
<section><h2>Events</h2>${events.length === 0 ? nothing('event') : eventRows(events)}</section>`,
  })
}

function nothing(what: string): Html {
  return html`<p class="quiet">There is no ${what} yet.</p>`
}

function isAlive({ ended_at }: Subscription): boolean {
  return ended_at === null
}

function clockText(world: World, { id, test_clock, balance, currency }: Customer): Html {
  const credit = balance < 0 ? html` ${money(-balance, currency ?? 'usd')} of credit are left.` : ''
  return html`${test_clock === null ? '' : html`It is ${day(nowFor(world, id))} for this customer: their clock stands still until you move it.`}${credit}`
}

function levers({ id, email }: Customer, hasSubscription: boolean): Html {
  const path = stripePath(id)
  return html`<div class="together">
${email === null ? '' : html`<form method="post" action="${path}"><button class="button" name="action" value="fail">Fail the next payment</button></form>`}
${hasSubscription ? html`<form method="post" action="${path}"><button class="button" name="action" value="advance">Advance to the period's end</button></form>` : ''}</div>
<form class="move" method="post" action="${path}"><label for="number">The card that is charged</label>
<div class="together"><select id="number" name="number">${Object.entries(TEST_CARDS).map(([number, behaviour]) => html`<option value="${number}">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')} ${behaviour.replaceAll('_', ' ')}</option>`)}</select>
<button class="button" name="action" value="card">Change the card</button></div></form>`
}

const GOOD = new Set<string>(['active', 'trialing', 'paid'])

export function stateMark(state: string): Mark {
  return GOOD.has(state) || state === 'canceled' || state === 'void'
    ? plain(state.replaceAll('_', ' '))
    : warning(state.replaceAll('_', ' '))
}

function subscriptionRow(world: World, subscription: Subscription): Html {
  const { id, items, status, cancel_at, ended_at, currency, pending_update } = subscription
  const card = defaultCard(world, subscription)
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end))
  const when =
    ended_at === null
      ? cancel_at === null
        ? `renews ${day(end)}`
        : `ends ${day(cancel_at)}`
      : `ended ${day(ended_at)}`
  const total = items.reduce(
    (sum, item) => sum + (world.stripe.prices.get(item.price)?.unit_amount ?? 0) * item.quantity,
    0,
  )
  const marks = [stateMark(status), ...(pending_update ? [warning('payment open')] : [])]
  return html`<li><div class="row"><span class="who"><strong>${items.map((item) => nameOf(world, item.price, item.quantity)).join(', ')}</strong>
<span class="address">${card ? cardName(card) : 'no card'}, ${id}</span></span> <span class="marks">${marks.map(markOf)}</span>
<span class="facts">${money(total, currency)}, ${when}</span></div></li>`
}

function nameOf({ stripe }: World, price: string, quantity: number): string {
  const name = stripe.products.get(stripe.prices.get(price)?.product ?? '')?.name ?? price
  return quantity === 1 ? name : `${quantity} × ${name}`
}

function invoiceRow(invoice: Invoice): Html {
  const { id, number, total, currency, status, billing_reason, created } = invoice
  return html`<li><a href="${invoicePath(invoice)}"><span class="who"><strong>${number ?? id}</strong>
<span class="address">${billing_reason.replaceAll('_', ' ')}</span></span> <span class="marks">${markOf(stateMark(status))}</span>
<span class="facts">${money(total, currency)}, ${day(created)}</span></a></li>`
}

/** The part of the front page. */
export function stripeCustomers(world: World): Html {
  const customers = [...world.stripe.customers.values()].filter(({ deleted }) => !deleted)
  return html`<section><h2>Stripe customers</h2>
${customers.length === 0 ? html`<p class="quiet">There is no customer yet. The product makes one for whoever subscribes.</p>` : html`<p class="lead">Who pays, or did. Each opens their subscriptions, invoices and events; no money moves.</p><ul class="accounts">${customers.map((one) => customerRow(world, one))}</ul>`}</section>`
}

function customerRow(world: World, { id, email, name }: Customer): Html {
  const own = [...world.stripe.subscriptions.values()].filter(({ customer }) => customer === id)
  const current = own.findLast(isAlive) ?? own.at(-1)
  return html`<li><a href="${stripePath(id)}"><span class="who"><strong><bdi>${name ?? email ?? id}</bdi></strong> <span class="address">${email ?? ''}</span></span>
<span class="marks">${current ? markOf(stateMark(current.status)) : ''}</span>
<span class="facts">${current ? current.items.map((item) => nameOf(world, item.price, item.quantity)).join(', ') : 'no subscription'}</span></a></li>`
}
