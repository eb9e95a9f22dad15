import type { StripeSandbox } from '../stripe-state.ts'
import { requireHttpUrl } from '../checkout/create-checkout-session.ts'
import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import type { PortalConfiguration, PortalFlow, PortalFlowType } from '../checkout-and-portal-objects.ts'
import type { Customer, Subscription } from '../stripe-objects.ts'
import { offeredPrices, planChangeError } from './plan-changes.ts'
import type { FlowParams } from './portal-params.ts'

const FEATURE_OF_FLOW = {
  payment_method_update: 'payment_method_update',
  subscription_cancel: 'subscription_cancel',
  subscription_update: 'subscription_update',
  subscription_update_confirm: 'subscription_update',
  customer_update: 'customer_update',
} as const

/**
 * Creates the flow that a session opens directly. @throws StripeError 400 if the configuration or the subscription does
 * not allow it
 */
export function createPortalFlow(
  sandbox: StripeSandbox,
  customer: Customer,
  configuration: PortalConfiguration,
  params: FlowParams,
): PortalFlow {
  const { type } = params
  const feature = FEATURE_OF_FLOW[type]
  if (!configuration.features[feature].enabled)
    throw invalidParam('flow_data[type]', `This subscription feature is not enabled in the configuration: ${feature}.`)
  const flow: PortalFlow = { type, subscription: null, item: null, after: afterCompletionOf(params) }
  if (type === 'payment_method_update' || type === 'customer_update') return flow
  const param = `flow_data[${type}]`
  const about = params[type]
  if (!about) throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  const subscription = sandbox.stripe.subscriptions.get(about.subscription)
  if (!subscription || subscription.customer !== customer.id)
    throw resourceMissing('subscription', about.subscription, `${param}[subscription]`)
  flow.subscription = subscription.id
  requireFlowAllowed(type, subscription, param)
  if (type === 'subscription_update_confirm') flow.item = confirmedItem(sandbox, configuration, subscription, params)
  return flow
}

function requireFlowAllowed(type: PortalFlowType, subscription: Subscription, param: string): void {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalidParam(`${param}[subscription]`, `The subscription ${subscription.id} is canceled.`)
  const scheduled = type === 'subscription_cancel' && subscription.cancel_at_period_end
  if (scheduled)
    throw invalidParam(`${param}[subscription]`, `The subscription ${subscription.id} is already set to be canceled.`)
  const problem = type === 'subscription_cancel' ? null : planChangeError(subscription)
  if (problem !== null) throw invalidParam(`${param}[subscription]`, problem)
}

function confirmedItem(
  sandbox: StripeSandbox,
  configuration: PortalConfiguration,
  subscription: Subscription,
  { subscription_update_confirm: confirm }: FlowParams,
): PortalFlow['item'] {
  const param = 'flow_data[subscription_update_confirm][items]'
  const [item] = confirm?.items ?? []
  if (!item) throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (subscription.items[0]?.id !== item.id) throw resourceMissing('subscription_item', item.id, `${param}[0][id]`)
  if (item.price !== undefined && !offeredPrices(sandbox, configuration).some(({ id }) => id === item.price))
    throw invalidParam(`${param}[0][price]`, `The price ${item.price} is not in the configuration's list of products.`)
  return { id: item.id, price: item.price ?? null, quantity: item.quantity ?? null }
}

function afterCompletionOf({ after_completion: wanted }: FlowParams): PortalFlow['after'] {
  const type = wanted?.type ?? 'portal_homepage'
  const return_url = wanted?.redirect?.return_url ?? null
  const param = 'flow_data[after_completion][redirect]'
  if (type === 'redirect' && return_url === null)
    throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (return_url !== null) requireHttpUrl(`${param}[return_url]`, return_url)
  return { type, return_url, custom_message: wanted?.hosted_confirmation?.custom_message ?? null }
}
