import { html } from 'hono/html'
import { nowForCustomer } from '../../billing/object-lookup.ts'
import { changeSubscriptionItems, type ItemChange } from '../../billing/change-subscription-items.ts'
import { updateSubscription } from '../../billing/update-subscription.ts'
import { StripeError } from '../../stripe-errors.ts'
import type { Price, Subscription } from '../../stripe-objects.ts'
import { offeredPrices, planChangeError } from '../../portal/plan-changes.ts'
import { portalPath } from '../../portal/portal-session.ts'
import { authenticationPage, AUTHENTICATION_FAILED } from '../authentication-page.ts'
import { formatMoney, formatInterval } from '../format-money-and-dates.ts'
import { type Html, problemAlert } from '../../../kit/page-frame.ts'
import { stepPage } from './portal-page-layout.ts'
import { type Answer, contextOf, finishFlow, notPossiblePage, type PortalRequest } from './portal-request.ts'

/** Null if the plan can be changed. */
function changeError({ configuration }: PortalRequest, subscription: Subscription): string | null {
  if (!configuration.features.subscription_update.enabled) return 'Plans cannot be changed here.'
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    return 'This plan is over already.'
  return planChangeError(subscription)
}

/** The plans to choose from, or the confirmation of a chosen one (by query parameter, or by the session's flow). */
export function showPlanChange(request: PortalRequest, subscription: Subscription, chosen: string | undefined): Answer {
  const problem = changeError(request, subscription)
  if (problem !== null) return notPossiblePage(request, problem)
  const price = chosenPrice(request, subscription, chosen)
  return request.c.html(price ? confirmPage(request, subscription, price) : choicePage(request, subscription))
}

function chosenPrice(
  { sandbox, configuration }: PortalRequest,
  { items }: Subscription,
  id: string | undefined,
): Price | undefined {
  return offeredPrices(sandbox, configuration).find((price) => price.id === id && price.id !== items[0]?.price)
}

function pathOf({ session }: PortalRequest, { id }: Subscription): string {
  return `${portalPath(session)}/subscriptions/${id}/update`
}

function choicePage(request: PortalRequest, subscription: Subscription): Html {
  const { sandbox, configuration } = request
  const current = subscription.items[0]?.price
  return stepPage(
    request,
    'Update your plan',
    html`<form method="get" action="${pathOf(request, subscription)}">${offeredPrices(sandbox, configuration).map(
      (price) => planOption(request, price, price.id === current),
    )}
<div class="acts"><button class="button main">Continue</button></div></form>`,
  )
}

function planOption(
  { sandbox }: PortalRequest,
  { id, product, unit_amount, currency, recurring }: Price,
  isCurrent: boolean,
): Html {
  const every = recurring ? formatInterval(recurring.interval, recurring.interval_count) : ''
  return html`<label class="choice"><input type="radio" name="price" value="${
    id
  }" required${isCurrent ? html` disabled` : ''}>
<span>${sandbox.stripe.products.get(product)?.name ?? product}${
    isCurrent ? html` <span class="state">Current plan</span>` : ''
  }</span>
<span class="amount">${formatMoney(unit_amount, currency)} ${every}</span></label>`
}

function changeOf(request: PortalRequest, { items }: Subscription, price: Price): ItemChange {
  const [item] = items
  const quantity = request.session.flow?.item?.quantity ?? item?.quantity
  return { id: item?.id, price: price.id, quantity }
}

function confirmPage(request: PortalRequest, subscription: Subscription, price: Price, problem?: string): Html {
  const { sandbox, configuration } = request
  const { proration_behavior } = configuration.features.subscription_update
  const at = nowForCustomer(sandbox, subscription.customer)
  const changes = [changeOf(request, subscription, price)]
  const { lines } = changeSubscriptionItems(sandbox, subscription, changes, {
    isBilled: proration_behavior !== 'none',
    at,
  })
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  const when = proration_behavior === 'always_invoice' ? 'Amount due today' : 'On your next invoice'
  const every = price.recurring ? formatInterval(price.recurring.interval, price.recurring.interval_count) : ''
  return stepPage(
    request,
    'Confirm your updates',
    html`${problemAlert(problem)}<div class="box"><div class="lines"><ul><li><b>${
      sandbox.stripe.products.get(price.product)?.name ?? price.product
    }</b>
<span class="amount">${formatMoney(
      price.unit_amount * (changes[0]?.quantity ?? 1),
      price.currency,
    )} ${every}</span></li>
${lines.map(
  ({ description, amount }) =>
    html`<li><span>${description}</span> <span class="amount">${formatMoney(amount, price.currency)}</span></li>`,
)}</ul>
${
  proration_behavior === 'none'
    ? ''
    : html`<p class="total"><span>${
        when
      }</span> <span class="amount">${formatMoney(Math.max(sum, 0), price.currency)}</span></p>`
}</div></div>
${
  sum < 0
    ? html`<p class="quiet">${formatMoney(-sum, price.currency)} will be kept as a credit for your next invoices.</p>`
    : ''
}
<form method="post" action="${pathOf(request, subscription)}"><input type="hidden" name="price" value="${price.id}">
<div class="acts"><button class="button main" name="action" value="confirm">Confirm</button></div></form>`,
  )
}

/** Changes the plan with the configuration's proration behavior. After a failed payment the plan is unchanged. */
export function changePlan(request: PortalRequest, subscription: Subscription, form: URLSearchParams): Answer {
  const problem = changeError(request, subscription)
  if (problem !== null) return notPossiblePage(request, problem)
  const price = chosenPrice(request, subscription, form.get('price') ?? '')
  if (!price) return request.c.html(choicePage(request, subscription), 400)
  const action = form.get('action')
  if (action === 'fail') return request.c.html(confirmPage(request, subscription, price, AUTHENTICATION_FAILED), 402)
  try {
    updateSubscription(contextOf(request), subscription, {
      items: [changeOf(request, subscription, price)],
      proration_behavior: request.configuration.features.subscription_update.proration_behavior,
      payment_behavior: 'error_if_incomplete',
      presence: { on_session: true, authenticated: action === 'complete' },
    })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const asks = error.details.code === 'subscription_payment_intent_requires_action'
    if (asks) {
      const hidden = html`<input type="hidden" name="price" value="${price.id}">`
      return request.c.html(authenticationPage(pathOf(request, subscription), 'the change of the plan', hidden))
    }
    return request.c.html(confirmPage(request, subscription, price, error.message), 402)
  }
  return finishFlow(request, 'updated')
}
