import { checkedUrl } from '../checkout/create.ts'
import { invalid, noSuch } from '../errors.ts'
import type { PortalConfiguration, PortalFeatures, PortalProduct } from '../hosted-model.ts'
import { merged } from '../metadata.ts'
import type { Rendered } from '../model.ts'
import type { Stripe } from '../state.ts'
import type { ConfigurationParams, FeatureParams } from './params.ts'

/** What is off, and how it would work if it were on, where a configuration does not say. */
export const NO_FEATURES: PortalFeatures = {
  customer_update: { enabled: false, allowed_updates: [] },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
    cancellation_reason: { enabled: false, options: [] },
  },
  subscription_pause: { enabled: false },
  subscription_update: {
    enabled: false,
    default_allowed_updates: [],
    products: null,
    proration_behavior: 'none',
    billing_cycle_anchor: null,
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

/** The configuration with what a call changes; nothing is stored yet. @throws StripeError 400 */
export function changedConfiguration(
  stripe: Stripe,
  before: PortalConfiguration,
  { features, business_profile, default_return_url, metadata, name, active, login_page }: ConfigurationParams,
): PortalConfiguration {
  if (login_page?.enabled) throw invalid('login_page[enabled]', 'The sandbox has no login page of the portal.')
  if (default_return_url) checkedUrl('default_return_url', default_return_url)
  return {
    ...before,
    active: active ?? before.active,
    name: name === undefined ? before.name : name,
    default_return_url: default_return_url === undefined ? before.default_return_url : default_return_url,
    business_profile: { ...before.business_profile, ...given(business_profile ?? {}) },
    features: features === undefined ? before.features : changedFeatures(stripe, before.features, features),
    metadata: merged(before.metadata, metadata),
  }
}

function changedFeatures(stripe: Stripe, before: PortalFeatures, params: FeatureParams): PortalFeatures {
  if (params.subscription_pause?.enabled)
    throw invalid('features[subscription_pause][enabled]', 'The sandbox pauses no subscriptions.')
  const { customer_update, subscription_cancel, subscription_update } = params
  const after: PortalFeatures = {
    ...before,
    invoice_history: params.invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...params.payment_method_update },
    customer_update: {
      enabled: customer_update?.enabled ?? before.customer_update.enabled,
      allowed_updates: listed(customer_update?.allowed_updates, before.customer_update.allowed_updates),
    },
    subscription_cancel: changedCancel(before.subscription_cancel, subscription_cancel ?? {}),
    subscription_update: changedUpdate(stripe, before.subscription_update, subscription_update ?? {}),
  }
  return checked(after)
}

function changedCancel(
  before: PortalFeatures['subscription_cancel'],
  params: NonNullable<FeatureParams['subscription_cancel']>,
): PortalFeatures['subscription_cancel'] {
  const reason = params.cancellation_reason
  return {
    enabled: params.enabled ?? before.enabled,
    mode: params.mode ?? before.mode,
    proration_behavior: params.proration_behavior ?? before.proration_behavior,
    cancellation_reason: reason
      ? { enabled: reason.enabled, options: listed(reason.options, before.cancellation_reason.options) }
      : before.cancellation_reason,
  }
}

function changedUpdate(
  stripe: Stripe,
  before: PortalFeatures['subscription_update'],
  params: NonNullable<FeatureParams['subscription_update']>,
): PortalFeatures['subscription_update'] {
  const { products } = params
  return {
    enabled: params.enabled ?? before.enabled,
    default_allowed_updates: listed(params.default_allowed_updates, before.default_allowed_updates),
    products:
      products === undefined
        ? before.products
        : (products?.map((product, place) => checkedProduct(stripe, product, place)) ?? null),
    proration_behavior: params.proration_behavior ?? before.proration_behavior,
    billing_cycle_anchor: params.billing_cycle_anchor ?? before.billing_cycle_anchor,
    schedule_at_period_end: params.schedule_at_period_end
      ? { conditions: listed(params.schedule_at_period_end.conditions, []) }
      : before.schedule_at_period_end,
    trial_update_behavior: params.trial_update_behavior ?? before.trial_update_behavior,
  }
}

type ProductParams = NonNullable<NonNullable<FeatureParams['subscription_update']>['products']>[number]

function checkedProduct(
  stripe: Stripe,
  { product, prices, adjustable_quantity: quantity }: ProductParams,
  place: number,
): PortalProduct {
  const param = `features[subscription_update][products][${place}]`
  if (!stripe.products.has(product)) throw noSuch('product', product, `${param}[product]`)
  for (const [at, id] of prices.entries()) {
    const price = stripe.prices.get(id)
    if (!price) throw noSuch('price', id, `${param}[prices][${at}]`)
    if (price.product !== product)
      throw invalid(`${param}[prices][${at}]`, `The price ${id} does not belong to the product ${product}.`)
    if (!price.active || !price.recurring)
      throw invalid(`${param}[prices][${at}]`, `The price ${id} must be active and recurring.`)
  }
  const { enabled = false, maximum = null, minimum = 1 } = quantity ?? {}
  return { product, prices, adjustable_quantity: { enabled, maximum, minimum } }
}

function checked(features: PortalFeatures): PortalFeatures {
  const { subscription_update: update, subscription_cancel: cancel } = features
  const param = 'features[subscription_update]'
  if (update.enabled && !update.products?.length)
    throw invalid(
      `${param}[products]`,
      'You must specify products when subscription updates are enabled.',
      'parameter_missing',
    )
  if (update.enabled && update.default_allowed_updates.length === 0)
    throw invalid(
      `${param}[default_allowed_updates]`,
      'You must specify default allowed updates when subscription updates are enabled.',
      'parameter_missing',
    )
  if (update.schedule_at_period_end.conditions.length > 0)
    throw invalid(`${param}[schedule_at_period_end][conditions]`, 'The sandbox has no schedules.')
  if (cancel.mode === 'at_period_end' && cancel.proration_behavior !== 'none')
    throw invalid(
      'features[subscription_cancel][proration_behavior]',
      'Prorations are only possible when the mode is `immediately`.',
    )
  return features
}

function listed<T>(asked: readonly T[] | null | undefined, before: T[]): T[] {
  return asked === undefined ? before : [...(asked ?? [])]
}

function given(
  changes: Partial<Record<'headline' | 'privacy_policy_url' | 'terms_of_service_url', string | null | undefined>>,
) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

export function renderConfiguration(configuration: PortalConfiguration): Rendered {
  const login_page = { enabled: false, url: null }
  return { ...configuration, object: 'billing_portal.configuration', application: null, livemode: false, login_page }
}
