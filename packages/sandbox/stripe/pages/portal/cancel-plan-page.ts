import { html } from 'hono/html'
import { cancelSubscription } from '../../billing/cancel-subscription.ts'
import { updateSubscription } from '../../billing/update-subscription.ts'
import type { Subscription } from '../../stripe-objects.ts'
import { portalPath } from '../../portal/portal-session.ts'
import { formatDay } from '../format-money-and-dates.ts'
import type { Html } from '../../../kit/page-frame.ts'
import { stepPage } from './portal-page-layout.ts'
import {
  type Answer,
  contextOf,
  finishFlow,
  redirectToHome,
  notPossiblePage,
  type PortalRequest,
} from './portal-request.ts'

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

/** Null if the plan can be canceled. */
function cancelError({ configuration }: PortalRequest, { status, cancel_at }: Subscription): string | null {
  if (!configuration.features.subscription_cancel.enabled) return 'Plans cannot be canceled here.'
  if (status === 'canceled' || status === 'incomplete_expired') return 'This plan is over already.'
  return cancel_at === null ? null : 'This plan is set to be canceled already.'
}

export function showCancelPage(request: PortalRequest, subscription: Subscription): Answer {
  const problem = cancelError(request, subscription)
  if (problem !== null) return notPossiblePage(request, problem)
  const { mode, cancellation_reason: reason } = request.configuration.features.subscription_cancel
  const end = Math.min(...subscription.items.map(({ current_period_end }) => current_period_end))
  const text =
    mode === 'at_period_end'
      ? `Your plan will be canceled, but is still available until the end of its period on ${formatDay(end)}.`
      : 'Your plan will be canceled now.'
  return request.c.html(
    stepPage(
      request,
      'Cancel your plan',
      html`<p>${text}</p><form method="post" action="${portalPath(
        request.session,
      )}/subscriptions/${subscription.id}/cancel">
${reason.enabled ? reasonField(reason.options) : ''}
<div class="acts"><button class="button bad" name="action" value="confirm">Cancel plan</button></div></form>`,
    ),
  )
}

function reasonField(options: readonly string[]): Html {
  return html`<div><label for="feedback">Why do you cancel? (optional)</label>
<select id="feedback" name="feedback"><option value="">Choose a reason</option>${options.map(
    (name) => html`<option value="${name}">${REASONS[name] ?? name}</option>`,
  )}</select></div>`
}

export function cancelPlan(request: PortalRequest, subscription: Subscription, form: URLSearchParams): Answer {
  const problem = cancelError(request, subscription)
  if (problem !== null) return notPossiblePage(request, problem)
  const { mode, proration_behavior, cancellation_reason } = request.configuration.features.subscription_cancel
  const given = form.get('feedback') ?? ''
  const details = cancellation_reason.options.includes(given) ? { feedback: given } : {}
  if (mode === 'at_period_end') {
    updateSubscription(contextOf(request), subscription, { cancel_at_period_end: true, cancellation_details: details })
    return finishFlow(request, 'ends')
  }
  const prorate = proration_behavior !== 'none'
  const invoice_now = proration_behavior === 'always_invoice'
  cancelSubscription(contextOf(request), subscription, { prorate, invoice_now, details })
  return finishFlow(request, 'canceled')
}

/** Reverts a scheduled cancellation. */
export function keepPlan(request: PortalRequest, subscription: Subscription): Answer {
  const { status, cancel_at } = subscription
  if (!request.configuration.features.subscription_cancel.enabled || status === 'canceled' || cancel_at === null)
    return notPossiblePage(request, 'There is no cancellation to take back.')
  updateSubscription(contextOf(request), subscription, { cancel_at_period_end: false })
  return redirectToHome(request, 'kept')
}
