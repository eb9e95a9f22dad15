import type { Metadata, ProrationBehavior } from './stripe-objects.ts'

/** Objects of the hosted pages: sessions of Checkout and of the customer portal, and the portal's configurations. */
export type CheckoutLine = { id: string; price: string; quantity: number }

export type CheckoutSession = {
  id: string
  created: number
  /** Null until a visitor without a customer pays, which creates one. */
  customer: string | null
  client_reference_id: string | null
  mode: 'subscription'
  currency: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  expires_at: number
  success_url: string
  cancel_url: string | null
  metadata: Metadata
  subscription_metadata: Metadata
  subscription_description: string | null
  trial_period_days: number | null
  locale: string | null
  lines: CheckoutLine[]
  subscription: string | null
  invoice: string | null
  /** The card that waits for 3-D Secure authentication. */
  authenticating: CardInput | null
}

/** Input of a card form: a test card's number, and the details that are shown later. */
export type CardInput = { number: string; exp_month: number; exp_year: number; name: string | null }

export type PortalFlowType =
  | 'payment_method_update'
  | 'subscription_cancel'
  | 'subscription_update'
  | 'subscription_update_confirm'
  | 'customer_update'

/** A portal flow: the step that the session opens directly, and what follows it. */
export type PortalFlow = {
  type: PortalFlowType
  subscription: string | null
  /** The item of `subscription_update_confirm`. */
  item: { id: string; price: string | null; quantity: number | null } | null
  after: {
    type: 'hosted_confirmation' | 'portal_homepage' | 'redirect'
    return_url: string | null
    custom_message: string | null
  }
}

export type PortalSession = {
  id: string
  /** The secret in the session's URL. */
  token: string
  created: number
  customer: string
  configuration: string
  return_url: string | null
  locale: string | null
  /** Null if the portal opens its home page, and after the flow is completed. */
  flow: PortalFlow | null
  /** Expiry in milliseconds: 5 minutes after creation until first use, then an hour after each request. */
  ends_at: number
}

export type PortalProduct = {
  product: string
  prices: string[]
  adjustable_quantity: { enabled: boolean; maximum: number | null; minimum: number }
}

export type PortalFeatures = {
  customer_update: { enabled: boolean; allowed_updates: string[] }
  invoice_history: { enabled: boolean }
  payment_method_update: { enabled: boolean; payment_method_configuration: null }
  subscription_cancel: {
    enabled: boolean
    mode: 'at_period_end' | 'immediately'
    proration_behavior: ProrationBehavior
    cancellation_reason: { enabled: boolean; options: string[] }
  }
  subscription_pause: { enabled: false }
  subscription_update: {
    enabled: boolean
    default_allowed_updates: string[]
    products: PortalProduct[] | null
    proration_behavior: ProrationBehavior
    billing_cycle_anchor: 'now' | 'unchanged' | null
    schedule_at_period_end: { conditions: { type: string }[] }
    trial_update_behavior: 'continue_trial' | 'end_trial'
  }
}

export type PortalConfiguration = {
  id: string
  created: number
  updated: number
  active: boolean
  is_default: boolean
  name: string | null
  default_return_url: string | null
  business_profile: { headline: string | null; privacy_policy_url: string | null; terms_of_service_url: string | null }
  features: PortalFeatures
  metadata: Metadata
}
