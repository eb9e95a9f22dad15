import { html } from 'hono/html'
import { cancelSubscription } from '../../billing/cancel.ts'
import { updateSubscription } from '../../billing/update-subscription.ts'
import type { Subscription } from '../../model.ts'
import { portalPath } from '../../portal/session.ts'
import { day } from '../format.ts'
import type { Html } from '../layout.ts'
import { stepPage } from './frame.ts'
import { type Answer, contextOf, finish, home, notPossible, type Walk } from './walk.ts'

const REASONS: Record<string, string> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'Some features are missing',
  other: 'Other reason',
  switched_service: "I'm switching to a different service",
  too_complex: 'Ease of use was less than expected',
  too_expensive: "It's too expensive",
  unused: "I don't use the service enough",
}

/** Null where it can be canceled. */
function problemOf({ configuration }: Walk, { status, cancel_at }: Subscription): string | null {
  if (!configuration.features.subscription_cancel.enabled) return 'Plans cannot be canceled here.'
  if (status === 'canceled' || status === 'incomplete_expired') return 'This plan is over already.'
  return cancel_at === null ? null : 'This plan is set to be canceled already.'
}

export function showCancel(walk: Walk, subscription: Subscription): Answer {
  const problem = problemOf(walk, subscription)
  if (problem !== null) return notPossible(walk, problem)
  const { mode, cancellation_reason: reason } = walk.configuration.features.subscription_cancel
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const text =
    mode === 'at_period_end'
      ? `Your plan will be canceled, but is still available until the end of its period on ${day(end)}.`
      : 'Your plan will be canceled now.'
  return walk.c.html(
    stepPage(
      walk,
      'Cancel your plan',
      html`<p>${text}</p><form method="post" action="${portalPath(walk.session)}/subscriptions/${subscription.id}/cancel">
${reason.enabled ? reasonField(reason.options) : ''}
<div class="acts"><button class="button bad" name="action" value="confirm">Cancel plan</button></div></form>`,
    ),
  )
}

function reasonField(options: readonly string[]): Html {
  return html`<div><label for="feedback">Why do you cancel? (optional)</label>
<select id="feedback" name="feedback"><option value="">Choose a reason</option>${options.map((name) => html`<option value="${name}">${REASONS[name] ?? name}</option>`)}</select></div>`
}

export function cancel(walk: Walk, subscription: Subscription, form: URLSearchParams): Answer {
  const problem = problemOf(walk, subscription)
  if (problem !== null) return notPossible(walk, problem)
  const { mode, proration_behavior, cancellation_reason } = walk.configuration.features.subscription_cancel
  const given = form.get('feedback') ?? ''
  const details = cancellation_reason.options.includes(given) ? { feedback: given } : {}
  if (mode === 'at_period_end') {
    updateSubscription(contextOf(walk), subscription, { cancel_at_period_end: true, cancellation_details: details })
    return finish(walk, 'ends')
  }
  const prorate = proration_behavior !== 'none'
  const invoice_now = proration_behavior === 'always_invoice'
  cancelSubscription(contextOf(walk), subscription, { prorate, invoice_now, details })
  return finish(walk, 'canceled')
}

/** "Don't cancel": until the period ends. */
export function keep(walk: Walk, subscription: Subscription): Answer {
  const { status, cancel_at } = subscription
  if (!walk.configuration.features.subscription_cancel.enabled || status === 'canceled' || cancel_at === null)
    return notPossible(walk, 'There is no cancellation to take back.')
  updateSubscription(contextOf(walk), subscription, { cancel_at_period_end: false })
  return home(walk, 'kept')
}
