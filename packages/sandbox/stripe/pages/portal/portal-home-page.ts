import { html } from 'hono/html'
import type { StripeSandbox } from '../../stripe-state.ts'
import { nowForCustomer } from '../../billing/object-lookup.ts'
import { defaultPaymentMethodOf } from '../../billing/pay-invoice.ts'
import type { Customer, Invoice, Subscription, SubscriptionItem } from '../../stripe-objects.ts'
import type { PaymentMethod } from '../../payment-objects.ts'
import { planChangeError } from '../../portal/plan-changes.ts'
import { portalPath } from '../../portal/portal-session.ts'
import { cardName, formatDay, formatMoney, formatInterval } from '../format-money-and-dates.ts'
import { invoicePath } from '../invoice-page.ts'
import type { Html } from '../../../kit/page-frame.ts'
import { portalPage } from './portal-page-layout.ts'
import type { PortalRequest } from './portal-request.ts'

const NOTICES: Record<string, string> = {
  updated: 'Your plan was changed.',
  canceled: 'Your plan was canceled.',
  ends: 'Your plan will be canceled at the end of its period.',
  kept: 'Your plan goes on.',
  card: 'Your payment method was saved.',
  paid: 'Your payment method was saved, and the open invoice was paid.',
  unpaid: 'Your payment method was saved, but the open invoice could not be paid with it.',
  customer: 'Your details were saved.',
}

/** The customer's plans, card and invoices, with the buttons that the configuration allows. */
export function portalHomePage(request: PortalRequest, done: string | undefined): Html {
  const { sandbox, customer, configuration } = request
  const { features, business_profile } = configuration
  const own = [...sandbox.stripe.subscriptions.values()].filter((one) => one.customer === customer.id && isShown(one))
  const notice = NOTICES[done ?? '']
  return portalPage(
    request,
    'Billing',
    html`<h1>${business_profile.headline ?? 'Manage your billing'}</h1>
${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
<section><h2>Current plan</h2>${
      own.length === 0
        ? html`<p class="quiet">There is no current plan.</p>`
        : own.map((one) => subscriptionBox(request, one))
    }</section>
<section><h2>Payment method</h2>${cardBox(request, own)}</section>
<section><h2>Billing information</h2>${customerBox(request)}</section>
${features.invoice_history.enabled ? html`<section><h2>Invoices</h2>${invoiceList(sandbox, customer)}</section>` : ''}`,
  )
}

function isShown({ status }: Subscription): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

function subscriptionBox(request: PortalRequest, subscription: Subscription): Html {
  const { sandbox, session, configuration } = request
  const { subscription_cancel: cancel, subscription_update: update } = configuration.features
  const { cancel_at, id, items } = subscription
  const path = `${portalPath(session)}/subscriptions/${id}`
  const fixed = planChangeError(subscription)
  return html`<div class="box"><div class="lines"><ul>${items.map((item) => itemRow(sandbox, item))}</ul></div>
<p>${stateText(subscription)}</p>
${update.enabled && fixed !== null ? html`<p class="quiet">${planChangeProblemText(sandbox, subscription)}</p>` : ''}
<div class="acts">${
    update.enabled && fixed === null && cancel_at === null
      ? html`<a class="button main" href="${path}/update">Update plan</a>`
      : ''
  }
${cancel.enabled && cancel_at === null ? html`<a class="button" href="${path}/cancel">Cancel plan</a>` : ''}
${
  cancel.enabled && cancel_at !== null
    ? html`<form method="post" action="${
        path
      }/reactivate"><button class="button main" name="action" value="keep">Don't cancel plan</button></form>`
    : ''
}</div></div>`
}

function planChangeProblemText(
  { stripe }: StripeSandbox,
  { items, pending_update, latest_invoice }: Subscription,
): Html {
  const invoice = stripe.invoices.get(latest_invoice ?? '')
  if (items.length > 1) return html`Changes of this plan are not available here, as it has several items.`
  const what = pending_update ? 'A change of this plan waits' : 'This plan waits'
  return html`${what} for ${invoice ? html`<a href="${invoicePath(invoice)}">its payment</a>` : 'its payment'}.`
}

function itemRow({ stripe }: StripeSandbox, { price: id, quantity }: SubscriptionItem): Html {
  const price = stripe.prices.get(id)
  const each = price?.unit_amount ?? 0
  const currency = price?.currency ?? 'usd'
  const every = price?.recurring ? formatInterval(price.recurring.interval, price.recurring.interval_count) : ''
  return html`<li><span>${stripe.products.get(price?.product ?? '')?.name ?? id}</span>
<span class="amount">${formatMoney(each * quantity, currency)} ${every}</span>
${quantity === 1 ? '' : html`<span class="quiet">${quantity} × ${formatMoney(each, currency)}</span>`}</li>`
}

function stateText({ status, cancel_at, items }: Subscription): Html {
  const end = Math.min(...items.map(({ current_period_end }) => current_period_end))
  const words: Partial<Record<Subscription['status'], string>> = {
    past_due: 'Payment failed',
    unpaid: 'Not paid',
    incomplete: 'First payment open',
    trialing: 'Trial',
  }
  const word = words[status]
  const mark = word === undefined ? '' : html`<span class="state${status === 'trialing' ? '' : ' bad'}">${word}</span> `
  if (cancel_at !== null) return html`${mark}Your plan will be canceled on ${formatDay(cancel_at)}.`
  return status === 'trialing'
    ? html`${mark}Your trial ends on ${formatDay(end)}.`
    : html`${mark}Your plan renews on ${formatDay(end)}.`
}

function cardBox({ sandbox, session, configuration, customer }: PortalRequest, own: readonly Subscription[]): Html {
  const kept = own.map((one) => defaultPaymentMethodOf(sandbox, one)).find((card) => card !== undefined)
  const card: PaymentMethod | undefined =
    kept ?? sandbox.stripe.payment_methods.get(customer.default_payment_method ?? '')
  return html`<div class="box"><p>${
    card
      ? html`${cardName(card)} <span class="quiet">expires ${String(card.card.exp_month).padStart(
          2,
          '0',
        )}/${card.card.exp_year}</span>`
      : 'There is no payment method yet.'
  }</p>
${
  configuration.features.payment_method_update.enabled
    ? html`<div class="acts"><a class="button" href="${portalPath(
        session,
      )}/payment-method">${card ? 'Update payment method' : 'Add payment method'}</a></div>`
    : ''
}</div>`
}

function customerBox({ session, configuration, customer }: PortalRequest): Html {
  const { enabled, allowed_updates } = configuration.features.customer_update
  const some = allowed_updates.some((name) => name === 'name' || name === 'email')
  return html`<div class="box">${
    customer.name === null ? '' : html`<p><bdi>${customer.name}</bdi></p>`
  }<p>${customer.email ?? ''}</p>
${
  enabled && some
    ? html`<div class="acts"><a class="button" href="${portalPath(session)}/customer">Update information</a></div>`
    : ''
}</div>`
}

const TONES: Partial<Record<Invoice['status'], string>> = { paid: 'good', open: 'bad' }

function invoiceList(sandbox: StripeSandbox, customer: Customer): Html {
  const own = [...sandbox.stripe.invoices.values()].filter(
    (one) => one.customer === customer.id && one.status !== 'draft',
  )
  if (own.length === 0) return html`<p class="quiet">There is no invoice yet.</p>`
  return html`<ul class="invoices">${own.toReversed().map(
    (invoice) => html`<li><a href="${invoicePath(invoice)}">${formatDay(
      invoice.finalized_at ?? nowForCustomer(sandbox, customer.id),
    )}</a>
<span class="amount">${formatMoney(
      invoice.total,
      invoice.currency,
    )}</span> <span class="state ${TONES[invoice.status] ?? ''}">${invoice.status}</span></li>`,
  )}</ul>`
}
