import type { World } from '../../kit/world.ts'
import { checkedUrl } from '../checkout/create.ts'
import { invalid, noSuch } from '../errors.ts'
import type { PortalConfiguration, PortalFlow, PortalFlowType } from '../hosted-model.ts'
import type { Customer, Subscription } from '../model.ts'
import { offersOf, whyNotSwitched } from './offers.ts'
import type { FlowParams } from './params.ts'

const FEATURES = {
  payment_method_update: 'payment_method_update',
  subscription_cancel: 'subscription_cancel',
  subscription_update: 'subscription_update',
  subscription_update_confirm: 'subscription_update',
  customer_update: 'customer_update',
} as const

/** A step that the session opens directly. @throws StripeError 400 where the configuration or the subscription does not allow it */
export function flowOf(
  world: World,
  customer: Customer,
  configuration: PortalConfiguration,
  params: FlowParams,
): PortalFlow {
  const { type } = params
  const feature = FEATURES[type]
  if (!configuration.features[feature].enabled)
    throw invalid('flow_data[type]', `This subscription feature is not enabled in the configuration: ${feature}.`)
  const flow: PortalFlow = { type, subscription: null, item: null, after: afterOf(params) }
  if (type === 'payment_method_update' || type === 'customer_update') return flow
  const param = `flow_data[${type}]`
  const about = params[type]
  if (!about) throw invalid(param, `Missing required param: ${param}.`, 'parameter_missing')
  const subscription = world.stripe.subscriptions.get(about.subscription)
  if (!subscription || subscription.customer !== customer.id)
    throw noSuch('subscription', about.subscription, `${param}[subscription]`)
  flow.subscription = subscription.id
  requirePossible(type, subscription, param)
  if (type === 'subscription_update_confirm') flow.item = confirmedItem(world, configuration, subscription, params)
  return flow
}

function requirePossible(type: PortalFlowType, subscription: Subscription, param: string): void {
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
    throw invalid(`${param}[subscription]`, `The subscription ${subscription.id} is canceled.`)
  const scheduled = type === 'subscription_cancel' && subscription.cancel_at_period_end
  if (scheduled)
    throw invalid(`${param}[subscription]`, `The subscription ${subscription.id} is already set to be canceled.`)
  const problem = type === 'subscription_cancel' ? null : whyNotSwitched(subscription)
  if (problem !== null) throw invalid(`${param}[subscription]`, problem)
}

function confirmedItem(
  world: World,
  configuration: PortalConfiguration,
  subscription: Subscription,
  { subscription_update_confirm: confirm }: FlowParams,
): PortalFlow['item'] {
  const param = 'flow_data[subscription_update_confirm][items]'
  const [item] = confirm?.items ?? []
  if (!item) throw invalid(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (subscription.items[0]?.id !== item.id) throw noSuch('subscription_item', item.id, `${param}[0][id]`)
  if (item.price !== undefined && !offersOf(world, configuration).some(({ id }) => id === item.price))
    throw invalid(`${param}[0][price]`, `The price ${item.price} is not in the configuration's list of products.`)
  return { id: item.id, price: item.price ?? null, quantity: item.quantity ?? null }
}

function afterOf({ after_completion: wanted }: FlowParams): PortalFlow['after'] {
  const type = wanted?.type ?? 'portal_homepage'
  const return_url = wanted?.redirect?.return_url ?? null
  const param = 'flow_data[after_completion][redirect]'
  if (type === 'redirect' && return_url === null)
    throw invalid(param, `Missing required param: ${param}.`, 'parameter_missing')
  if (return_url !== null) checkedUrl(`${param}[return_url]`, return_url)
  return { type, return_url, custom_message: wanted?.hosted_confirmation?.custom_message ?? null }
}
