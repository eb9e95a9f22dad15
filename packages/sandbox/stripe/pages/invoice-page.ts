import { html } from 'hono/html'
import type { StripeSandbox } from '../stripe-state.ts'
import type { Invoice } from '../stripe-objects.ts'
import type { PaymentMethod } from '../payment-objects.ts'
import { type CardFields, cardFieldset, type CardProblems, testCardList } from './card-form.ts'
import { cardName, formatDay, formatMoney } from './format-money-and-dates.ts'
import { type Html, problemAlert } from '../../kit/page-frame.ts'
import { hostedPage } from './hosted-page-layout.ts'

type InvoiceView = {
  /** The saved default card. */
  saved: PaymentMethod | undefined
  typed?: CardFields
  problems?: CardProblems
  problem?: string
}

export function invoicePath({ id }: Invoice): string {
  return `/invoice.stripe.com/i/${id}`
}

/** Page of an open invoice with its payment form. It has no link back. */
export function openInvoicePage(
  sandbox: StripeSandbox,
  invoice: Invoice,
  { saved, typed, problems, problem }: InvoiceView,
): Html {
  const amount = formatMoney(invoice.amount_due, invoice.currency)
  return hostedPage({
    title: `Invoice ${invoice.number ?? ''}`,
    columns: 'two',
    content: html`<section class="order" aria-label="Invoice"><div><h1>Invoice ${
      invoice.number ?? ''
    }</h1>${summary(sandbox, invoice)}</div></section>
<section class="pay" aria-label="Payment"><div>
${problemAlert(problem)}
${saved ? savedCardForm(invoice, saved, amount) : ''}
<form method="post" action="${invoicePath(invoice)}">${cardFieldset(typed ?? null, problems)}
<button class="button main" name="action" value="pay">Pay ${amount}</button></form>
${testCardList()}</div></section>`,
  })
}

function savedCardForm(invoice: Invoice, saved: PaymentMethod, amount: string): Html {
  return html`<form class="apart" method="post" action="${invoicePath(invoice)}">
<button class="button main" name="action" value="pay_saved">Pay ${amount} with ${cardName(saved)}</button></form>
<p class="or quiet">or with another card</p>`
}

/** Page of an invoice that accepts no payment, with the reason. */
export function closedInvoicePage(sandbox: StripeSandbox, invoice: Invoice, title: string, text: string): Html {
  return hostedPage({
    title: `Invoice ${invoice.number ?? ''}`,
    content: html`<h1>${title}</h1><p>${text}</p><div class="box"><h2>Invoice ${
      invoice.number ?? ''
    }</h2>${summary(sandbox, invoice)}</div>`,
  })
}

function summary({ stripe }: StripeSandbox, invoice: Invoice): Html {
  const { currency, lines, total, amount_due, amount_paid, finalized_at } = invoice
  const customer = stripe.customers.get(invoice.customer)
  const applied = amount_due - total
  const isPaid = invoice.status === 'paid'
  return html`<p class="price"><b class="amount">${formatMoney(
    isPaid ? amount_paid : amount_due,
    currency,
  )}</b> <span>${isPaid ? 'paid' : 'due'}</span></p>
<p class="quiet">To ${customer?.email ?? customer?.id ?? ''}${
    finalized_at === null ? '' : html`<br>Issued on ${formatDay(finalized_at)}`
  }</p>
<div class="lines"><ul>${lines.map(
    (
      line,
    ) => html`<li><span>${line.description}</span> <span class="amount">${formatMoney(line.amount, currency)}</span>
<span class="quiet">${formatDay(line.period.start)} to ${formatDay(line.period.end)}</span></li>`,
  )}</ul>
<p><span>Total</span> <span class="amount">${formatMoney(total, currency)}</span></p>
${
  applied === 0
    ? ''
    : html`<p><span>Applied balance</span> <span class="amount">${formatMoney(applied, currency)}</span></p>`
}
<p class="total"><span>${isPaid ? 'Amount paid' : 'Amount due'}</span> <span class="amount">${formatMoney(
    isPaid ? amount_paid : amount_due,
    currency,
  )}</span></p></div>`
}
