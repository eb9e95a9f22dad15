import { html } from 'hono/html'
import type { StripeSandbox } from '../stripe-state.ts'
import { amountDueToday, checkoutPagePath, sessionTotal } from '../checkout/render-checkout-session.ts'
import type { CheckoutLine, CheckoutSession } from '../checkout-and-portal-objects.ts'
import type { Recurring } from '../stripe-objects.ts'
import { type CardFields, cardFieldset, type CardProblems, testCardList } from './card-form.ts'
import { formatMoney, formatInterval } from './format-money-and-dates.ts'
import { type Html, problemAlert } from '../../kit/page-frame.ts'
import { hostedPage } from './hosted-page-layout.ts'

type CheckoutFormState = {
  card: CardFields
  email: string
  problems: CardProblems
  emailError?: string
  problem?: string
}

/** Order summary and payment form. */
export function checkoutPage(
  sandbox: StripeSandbox,
  session: CheckoutSession,
  typed: CheckoutFormState | null = null,
): Html {
  const { customers, prices } = sandbox.stripe
  const customer = session.customer === null ? undefined : customers.get(session.customer)
  const recurring = prices.get(session.lines[0]?.price ?? '')?.recurring ?? null
  return hostedPage({
    title: 'Checkout',
    columns: 'two',
    content: html`${orderSummary(sandbox, session, recurring)}
<section class="pay" aria-label="Payment"><div>
<form method="post" action="${checkoutPagePath(session)}">
${problemAlert(typed?.problem)}
${emailField(customer?.email ?? null, typed)}
${cardFieldset(typed?.card ?? null, typed?.problems)}
<p class="quiet">${chargeNotice(sandbox, session, recurring)}</p>
<button class="button main" name="action" value="pay">${
      session.trial_period_days === null
        ? `Pay ${formatMoney(amountDueToday(sandbox, session), session.currency)}`
        : 'Start trial'
    }</button>
${
  session.cancel_url === null
    ? ''
    : html`<button class="button" name="action" value="cancel" formnovalidate>Cancel</button>`
}
</form>${testCardList()}</div></section>`,
  })
}

function orderSummary(sandbox: StripeSandbox, session: CheckoutSession, recurring: Recurring | null): Html {
  const { currency, lines } = session
  const every = recurring === null ? '' : formatInterval(recurring.interval, recurring.interval_count)
  const total = formatMoney(sessionTotal(sandbox, session), currency)
  return html`<section class="order" aria-label="Order"><div>
${
  session.cancel_url === null
    ? ''
    : html`<a href="${session.cancel_url}" rel="noreferrer"><span aria-hidden="true">←</span> Back</a>`
}
<h1>Subscribe to ${nameOf(sandbox, lines[0])}</h1>
<p class="price"><b class="amount">${total}</b> <span>${every}</span></p>
<div class="lines"><ul>${lines.map((line) => lineRow(sandbox, line, currency, every))}</ul>
<p class="total"><span>Total ${every}</span> <span class="amount">${total}</span></p>
<p><span>Total due today</span> <span class="amount">${formatMoney(
    amountDueToday(sandbox, session),
    currency,
  )}</span></p></div></div></section>`
}

function nameOf({ stripe }: StripeSandbox, line: CheckoutLine | undefined): string {
  const price = stripe.prices.get(line?.price ?? '')
  return stripe.products.get(price?.product ?? '')?.name ?? 'a product'
}

function lineRow(sandbox: StripeSandbox, line: CheckoutLine, currency: string, every: string): Html {
  const each = sandbox.stripe.prices.get(line.price)?.unit_amount ?? 0
  return html`<li><span>${nameOf(sandbox, line)}</span> <span class="amount">${formatMoney(
    each * line.quantity,
    currency,
  )}</span>
<span class="quiet">${line.quantity} × ${formatMoney(each, currency)} ${every}</span></li>`
}

/** Read-only for a known customer. */
function emailField(known: string | null, typed: CheckoutFormState | null): Html {
  const problem = typed?.emailError
  const value = known ?? typed?.email ?? ''
  return html`<div><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" value="${value}"${
    known === null ? html` required` : html` readonly`
  }${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="email-problem"`}>
${problem === undefined ? '' : html`<p class="wrong" id="email-problem">${problem}</p>`}</div>`
}

function chargeNotice(sandbox: StripeSandbox, session: CheckoutSession, recurring: Recurring | null): string {
  const every = recurring === null ? '' : formatInterval(recurring.interval, recurring.interval_count)
  const total = formatMoney(sessionTotal(sandbox, session), session.currency)
  const days = session.trial_period_days
  const begin = days === null ? 'from today' : `after a trial of ${days} days`
  return `You will be charged ${total} ${every}, ${begin}, until you cancel.`
}
