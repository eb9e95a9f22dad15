import { requireHttpUrl } from '../checkout/create-checkout-session.ts'
import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import type { PortalConfiguration, PortalFeatures, PortalProduct } from '../checkout-and-portal-objects.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Rendered } from '../stripe-objects.ts'
import type { Stripe } from '../stripe-state.ts'
import type { ConfigurationParams, FeatureParams } from './portal-params.ts'

/** Defaults of a new configuration: every feature is disabled. */
export const DEFAULT_FEATURES: PortalFeatures = {
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

/** Returns the configuration with the changes applied; stores nothing. @throws StripeError 400 */
export function applyConfigurationParams(
  stripe: Stripe,
  before: PortalConfiguration,
  { features, business_profile, default_return_url, metadata, name, active, login_page }: ConfigurationParams,
): PortalConfiguration {
  if (login_page?.enabled) throw invalidParam('login_page[enabled]', 'The sandbox has no login page of the portal.')
  if (default_return_url) requireHttpUrl('default_return_url', default_return_url)
  return {
    ...before,
    active: active ?? before.active,
    name: name === undefined ? before.name : name,
    default_return_url: default_return_url === undefined ? before.default_return_url : default_return_url,
    business_profile: { ...before.business_profile, ...definedEntries(business_profile ?? {}) },
    features: features === undefined ? before.features : applyFeatureParams(stripe, before.features, features),
    metadata: mergeMetadata(before.metadata, metadata),
  }
}

function applyFeatureParams(stripe: Stripe, before: PortalFeatures, params: FeatureParams): PortalFeatures {
  if (params.subscription_pause?.enabled)
    throw invalidParam('features[subscription_pause][enabled]', 'The sandbox pauses no subscriptions.')
  const { customer_update, subscription_cancel, subscription_update } = params
  const after: PortalFeatures = {
    ...before,
    invoice_history: params.invoice_history ?? before.invoice_history,
    payment_method_update: { ...before.payment_method_update, ...params.payment_method_update },
    customer_update: {
      enabled: customer_update?.enabled ?? before.customer_update.enabled,
      allowed_updates: listOrBefore(customer_update?.allowed_updates, before.customer_update.allowed_updates),
    },
    subscription_cancel: applyCancelParams(before.subscription_cancel, subscription_cancel ?? {}),
    subscription_update: applyUpdateParams(stripe, before.subscription_update, subscription_update ?? {}),
  }
  return requireValidFeatures(after)
}

function applyCancelParams(
  before: PortalFeatures['subscription_cancel'],
  params: NonNullable<FeatureParams['subscription_cancel']>,
): PortalFeatures['subscription_cancel'] {
  const reason = params.cancellation_reason
  return {
    enabled: params.enabled ?? before.enabled,
    mode: params.mode ?? before.mode,
    proration_behavior: params.proration_behavior ?? before.proration_behavior,
    cancellation_reason: reason
      ? { enabled: reason.enabled, options: listOrBefore(reason.options, before.cancellation_reason.options) }
      : before.cancellation_reason,
  }
}

function applyUpdateParams(
  stripe: Stripe,
  before: PortalFeatures['subscription_update'],
  params: NonNullable<FeatureParams['subscription_update']>,
): PortalFeatures['subscription_update'] {
  const { products } = params
  return {
    enabled: params.enabled ?? before.enabled,
    default_allowed_updates: listOrBefore(params.default_allowed_updates, before.default_allowed_updates),
    products:
      products === undefined
        ? before.products
        : (products?.map((product, place) => requireValidProduct(stripe, product, place)) ?? null),
    proration_behavior: params.proration_behavior ?? before.proration_behavior,
    billing_cycle_anchor: params.billing_cycle_anchor ?? before.billing_cycle_anchor,
    schedule_at_period_end: params.schedule_at_period_end
      ? { conditions: listOrBefore(params.schedule_at_period_end.conditions, []) }
      : before.schedule_at_period_end,
    trial_update_behavior: params.trial_update_behavior ?? before.trial_update_behavior,
  }
}

type ProductParams = NonNullable<NonNullable<FeatureParams['subscription_update']>['products']>[number]

function requireValidProduct(
  stripe: Stripe,
  { product, prices, adjustable_quantity: quantity }: ProductParams,
  place: number,
): PortalProduct {
  const param = `features[subscription_update][products][${place}]`
  if (!stripe.products.has(product)) throw resourceMissing('product', product, `${param}[product]`)
  for (const [at, id] of prices.entries()) {
    const price = stripe.prices.get(id)
    if (!price) throw resourceMissing('price', id, `${param}[prices][${at}]`)
    if (price.product !== product)
      throw invalidParam(`${param}[prices][${at}]`, `The price ${id} does not belong to the product ${product}.`)
    if (!price.active || !price.recurring)
      throw invalidParam(`${param}[prices][${at}]`, `The price ${id} must be active and recurring.`)
  }
  const { enabled = false, maximum = null, minimum = 1 } = quantity ?? {}
  return { product, prices, adjustable_quantity: { enabled, maximum, minimum } }
}

function requireValidFeatures(features: PortalFeatures): PortalFeatures {
  const { subscription_update: update, subscription_cancel: cancel } = features
  const param = 'features[subscription_update]'
  if (update.enabled && !update.products?.length)
    throw invalidParam(
      `${param}[products]`,
      'You must specify products when subscription updates are enabled.',
      'parameter_missing',
    )
  if (update.enabled && update.default_allowed_updates.length === 0)
    throw invalidParam(
      `${param}[default_allowed_updates]`,
      'You must specify default allowed updates when subscription updates are enabled.',
      'parameter_missing',
    )
  if (update.schedule_at_period_end.conditions.length > 0)
    throw invalidParam(`${param}[schedule_at_period_end][conditions]`, 'The sandbox has no schedules.')
  if (cancel.mode === 'at_period_end' && cancel.proration_behavior !== 'none')
    throw invalidParam(
      'features[subscription_cancel][proration_behavior]',
      'Prorations are only possible when the mode is `immediately`.',
    )
  return features
}

function listOrBefore<T>(asked: readonly T[] | null | undefined, before: T[]): T[] {
  return asked === undefined ? before : [...(asked ?? [])]
}

function definedEntries(
  changes: Partial<Record<'headline' | 'privacy_policy_url' | 'terms_of_service_url', string | null | undefined>>,
) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

export function renderConfiguration(configuration: PortalConfiguration): Rendered {
  const login_page = { enabled: false, url: null }
  return { ...configuration, object: 'billing_portal.configuration', application: null, livemode: false, login_page }
}
