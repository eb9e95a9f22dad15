import { html } from 'hono/html'
import type { World } from '../../kit/world.ts'
import type { Invoice } from '../model.ts'
import type { PaymentMethod } from '../payment-model.ts'
import { type CardFields, cardFields, type CardProblems, testCards } from './card-form.ts'
import { cardName, day, money } from './format.ts'
import { type Html, hostedPage } from './layout.ts'

export type InvoiceView = {
  /** The card that is kept already. */
  saved: PaymentMethod | undefined
  typed?: CardFields
  problems?: CardProblems
  problem?: string
}

export function invoicePath({ id }: Invoice): string {
  return `/invoice.stripe.com/i/${id}`
}

/** What an open invoice asks for, with the form that pays it. It leads nowhere back. */
export function openInvoicePage(
  world: World,
  invoice: Invoice,
  { saved, typed, problems, problem }: InvoiceView,
): Html {
  const amount = money(invoice.amount_due, invoice.currency)
  return hostedPage({
    title: `Invoice ${invoice.number ?? ''}`,
    columns: 'two',
    content: html`<section class="order" aria-label="Invoice"><div><h1>Invoice ${invoice.number ?? ''}</h1>${summary(world, invoice)}</div></section>
<section class="pay" aria-label="Payment"><div>
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
${saved ? savedCard(invoice, saved, amount) : ''}
<form method="post" action="${invoicePath(invoice)}">${cardFields(typed ?? null, problems)}
<button class="button main" name="action" value="pay">Pay ${amount}</button></form>
${testCards()}</div></section>`,
  })
}

function savedCard(invoice: Invoice, saved: PaymentMethod, amount: string): Html {
  return html`<form class="apart" method="post" action="${invoicePath(invoice)}">
<button class="button main" name="action" value="pay_saved">Pay ${amount} with ${cardName(saved)}</button></form>
<p class="or quiet">or with another card</p>`
}

/** An invoice that takes no payment, and why. */
export function closedInvoicePage(world: World, invoice: Invoice, title: string, text: string): Html {
  return hostedPage({
    title: `Invoice ${invoice.number ?? ''}`,
    content: html`<h1>${title}</h1><p>${text}</p><div class="box"><h2>Invoice ${invoice.number ?? ''}</h2>${summary(world, invoice)}</div>`,
  })
}

function summary({ stripe }: World, invoice: Invoice): Html {
  const { currency, lines, total, amount_due, amount_paid, finalized_at } = invoice
  const customer = stripe.customers.get(invoice.customer)
  const applied = amount_due - total
  const isPaid = invoice.status === 'paid'
  return html`<p class="price"><b class="amount">${money(isPaid ? amount_paid : amount_due, currency)}</b> <span>${isPaid ? 'paid' : 'due'}</span></p>
<p class="quiet">To ${customer?.email ?? customer?.id ?? ''}${finalized_at === null ? '' : html`<br>Issued on ${day(finalized_at)}`}</p>
<div class="lines"><ul>${lines.map(
    (line) => html`<li><span>${line.description}</span> <span class="amount">${money(line.amount, currency)}</span>
<span class="quiet">${day(line.period.start)} to ${day(line.period.end)}</span></li>`,
  )}</ul>
<p><span>Total</span> <span class="amount">${money(total, currency)}</span></p>
${applied === 0 ? '' : html`<p><span>Applied balance</span> <span class="amount">${money(applied, currency)}</span></p>`}
<p class="total"><span>${isPaid ? 'Amount paid' : 'Amount due'}</span> <span class="amount">${money(isPaid ? amount_paid : amount_due, currency)}</span></p></div>`
}
