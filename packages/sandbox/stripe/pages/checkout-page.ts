import { html } from 'hono/html'
import type { World } from '../../kit/world.ts'
import { dueToday, pathOf, totalOf } from '../checkout/render.ts'
import type { CheckoutLine, CheckoutSession } from '../hosted-model.ts'
import type { Recurring } from '../model.ts'
import { type CardFields, cardFields, type CardProblems, testCards } from './card-form.ts'
import { money, rhythm } from './format.ts'
import { type Html, hostedPage } from './layout.ts'

export type Typed = { card: CardFields; email: string; problems: CardProblems; emailProblem?: string; problem?: string }

/** What is bought, and the form that pays it. */
export function checkoutPage(world: World, session: CheckoutSession, typed: Typed | null = null): Html {
  const { customers, prices } = world.stripe
  const customer = session.customer === null ? undefined : customers.get(session.customer)
  const recurring = prices.get(session.lines[0]?.price ?? '')?.recurring ?? null
  return hostedPage({
    title: 'Checkout',
    columns: 'two',
    content: html`${orderPart(world, session, recurring)}
<section class="pay" aria-label="Payment"><div>
<form method="post" action="${pathOf(session)}">
${typed?.problem === undefined ? '' : html`<p class="problem" role="alert">${typed.problem}</p>`}
${emailField(customer?.email ?? null, typed)}
${cardFields(typed?.card ?? null, typed?.problems)}
<p class="quiet">${promise(world, session, recurring)}</p>
<button class="button main" name="action" value="pay">${session.trial_period_days === null ? `Pay ${money(dueToday(world, session), session.currency)}` : 'Start trial'}</button>
${session.cancel_url === null ? '' : html`<button class="button" name="action" value="cancel" formnovalidate>Cancel</button>`}
</form>${testCards()}</div></section>`,
  })
}

function orderPart(world: World, session: CheckoutSession, recurring: Recurring | null): Html {
  const { currency, lines } = session
  const every = recurring === null ? '' : rhythm(recurring.interval, recurring.interval_count)
  const total = money(totalOf(world, session), currency)
  return html`<section class="order" aria-label="Order"><div>
${session.cancel_url === null ? '' : html`<a href="${session.cancel_url}" rel="noreferrer"><span aria-hidden="true">←</span> Back</a>`}
<h1>Subscribe to ${nameOf(world, lines[0])}</h1>
<p class="price"><b class="amount">${total}</b> <span>${every}</span></p>
<div class="lines"><ul>${lines.map((line) => lineRow(world, line, currency, every))}</ul>
<p class="total"><span>Total ${every}</span> <span class="amount">${total}</span></p>
<p><span>Total due today</span> <span class="amount">${money(dueToday(world, session), currency)}</span></p></div></div></section>`
}

function nameOf({ stripe }: World, line: CheckoutLine | undefined): string {
  const price = stripe.prices.get(line?.price ?? '')
  return stripe.products.get(price?.product ?? '')?.name ?? 'a product'
}

function lineRow(world: World, line: CheckoutLine, currency: string, every: string): Html {
  const each = world.stripe.prices.get(line.price)?.unit_amount ?? 0
  return html`<li><span>${nameOf(world, line)}</span> <span class="amount">${money(each * line.quantity, currency)}</span>
<span class="quiet">${line.quantity} × ${money(each, currency)} ${every}</span></li>`
}

/** Of a known customer it can only be read. */
function emailField(known: string | null, typed: Typed | null): Html {
  const problem = typed?.emailProblem
  const value = known ?? typed?.email ?? ''
  return html`<div><label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" value="${value}"${known === null ? html` required` : html` readonly`}${problem === undefined ? '' : html` aria-invalid="true" aria-describedby="email-problem"`}>
${problem === undefined ? '' : html`<p class="wrong" id="email-problem">${problem}</p>`}</div>`
}

function promise(world: World, session: CheckoutSession, recurring: Recurring | null): string {
  const every = recurring === null ? '' : rhythm(recurring.interval, recurring.interval_count)
  const total = money(totalOf(world, session), session.currency)
  const days = session.trial_period_days
  const begin = days === null ? 'from today' : `after a trial of ${days} days`
  return `You will be charged ${total} ${every}, ${begin}, until you cancel.`
}
