import { html } from 'hono/html'
import { nowFor } from '../../billing/find.ts'
import { changeItems, type ItemChange } from '../../billing/items.ts'
import { updateSubscription } from '../../billing/update-subscription.ts'
import { StripeError } from '../../errors.ts'
import type { Price, Subscription } from '../../model.ts'
import { offersOf, whyNotSwitched } from '../../portal/offers.ts'
import { portalPath } from '../../portal/session.ts'
import { authenticationPage, NOT_AUTHENTICATED } from '../authentication.ts'
import { money, rhythm } from '../format.ts'
import type { Html } from '../layout.ts'
import { alert, stepPage } from './frame.ts'
import { type Answer, contextOf, finish, notPossible, type Walk } from './walk.ts'

/** Null where the plan can be switched. */
function problemOf({ configuration }: Walk, subscription: Subscription): string | null {
  if (!configuration.features.subscription_update.enabled) return 'Plans cannot be changed here.'
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    return 'This plan is over already.'
  return whyNotSwitched(subscription)
}

/** The plans to choose from; with one chosen (by the address, or by the session's flow), what it costs. */
export function showSwitch(walk: Walk, subscription: Subscription, chosen: string | undefined): Answer {
  const problem = problemOf(walk, subscription)
  if (problem !== null) return notPossible(walk, problem)
  const price = chosenPrice(walk, subscription, chosen)
  return walk.c.html(price ? confirmPage(walk, subscription, price) : choicePage(walk, subscription))
}

function chosenPrice(
  { world, configuration }: Walk,
  { items }: Subscription,
  id: string | undefined,
): Price | undefined {
  return offersOf(world, configuration).find((price) => price.id === id && price.id !== items[0]?.price)
}

function pathOf({ session }: Walk, { id }: Subscription): string {
  return `${portalPath(session)}/subscriptions/${id}/update`
}

function choicePage(walk: Walk, subscription: Subscription): Html {
  const { world, configuration } = walk
  const current = subscription.items[0]?.price
  return stepPage(
    walk,
    'Update your plan',
    html`<form method="get" action="${pathOf(walk, subscription)}">${offersOf(world, configuration).map((price) => choice(walk, price, price.id === current))}
<div class="acts"><button class="button main">Continue</button></div></form>`,
  )
}

function choice({ world }: Walk, { id, product, unit_amount, currency, recurring }: Price, isCurrent: boolean): Html {
  const every = recurring ? rhythm(recurring.interval, recurring.interval_count) : ''
  return html`<label class="choice"><input type="radio" name="price" value="${id}" required${isCurrent ? html` disabled` : ''}>
<span>${world.stripe.products.get(product)?.name ?? product}${isCurrent ? html` <span class="state">Current plan</span>` : ''}</span>
<span class="amount">${money(unit_amount, currency)} ${every}</span></label>`
}

function changeOf(walk: Walk, { items }: Subscription, price: Price): ItemChange {
  const [item] = items
  const quantity = walk.session.flow?.item?.quantity ?? item?.quantity
  return { id: item?.id, price: price.id, quantity }
}

function confirmPage(walk: Walk, subscription: Subscription, price: Price, problem?: string): Html {
  const { world, configuration } = walk
  const { proration_behavior } = configuration.features.subscription_update
  const at = nowFor(world, subscription.customer)
  const changes = [changeOf(walk, subscription, price)]
  const { lines } = changeItems(world, subscription, changes, { billed: proration_behavior !== 'none', at })
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  const when = proration_behavior === 'always_invoice' ? 'Amount due today' : 'On your next invoice'
  const every = price.recurring ? rhythm(price.recurring.interval, price.recurring.interval_count) : ''
  return stepPage(
    walk,
    'Confirm your updates',
    html`${alert(problem)}<div class="box"><div class="lines"><ul><li><b>${world.stripe.products.get(price.product)?.name ?? price.product}</b>
<span class="amount">${money(price.unit_amount * (changes[0]?.quantity ?? 1), price.currency)} ${every}</span></li>
${lines.map(({ description, amount }) => html`<li><span>${description}</span> <span class="amount">${money(amount, price.currency)}</span></li>`)}</ul>
${proration_behavior === 'none' ? '' : html`<p class="total"><span>${when}</span> <span class="amount">${money(Math.max(sum, 0), price.currency)}</span></p>`}</div></div>
${sum < 0 ? html`<p class="quiet">${money(-sum, price.currency)} will be kept as a credit for your next invoices.</p>` : ''}
<form method="post" action="${pathOf(walk, subscription)}"><input type="hidden" name="price" value="${price.id}">
<div class="acts"><button class="button main" name="action" value="confirm">Confirm</button></div></form>`,
  )
}

/** The change itself, by the configuration's prorations; a payment that fails leaves the plan as it was. */
export function switchPlan(walk: Walk, subscription: Subscription, form: URLSearchParams): Answer {
  const problem = problemOf(walk, subscription)
  if (problem !== null) return notPossible(walk, problem)
  const price = chosenPrice(walk, subscription, form.get('price') ?? '')
  if (!price) return walk.c.html(choicePage(walk, subscription), 400)
  const action = form.get('action')
  if (action === 'fail') return walk.c.html(confirmPage(walk, subscription, price, NOT_AUTHENTICATED), 402)
  try {
    updateSubscription(contextOf(walk), subscription, {
      items: [changeOf(walk, subscription, price)],
      proration_behavior: walk.configuration.features.subscription_update.proration_behavior,
      payment_behavior: 'error_if_incomplete',
      presence: { on_session: true, authenticated: action === 'complete' },
    })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const asks = error.details.code === 'subscription_payment_intent_requires_action'
    if (asks) {
      const hidden = html`<input type="hidden" name="price" value="${price.id}">`
      return walk.c.html(authenticationPage(pathOf(walk, subscription), 'the change of the plan', hidden))
    }
    return walk.c.html(confirmPage(walk, subscription, price, error.message), 402)
  }
  return finish(walk, 'updated')
}
