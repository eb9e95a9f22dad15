import type { Metadata } from './model.ts'

/** What the hosted pages keep: sessions of Checkout and of the customer portal, and the portal's configurations. */
export type CheckoutLine = { id: string; price: string; quantity: number }

export type CheckoutSession = {
  id: string
  created: number
  /** Null until somebody without one pays: that makes a customer. */
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
  /** The card that waits for its owner's yes at the bank. */
  authenticating: CardInput | null
}

/** What a card form takes: a test card's number, and what is shown of it later. */
export type CardInput = { number: string; exp_month: number; exp_year: number; name: string | null }

export type PortalFlowType =
  | 'payment_method_update'
  | 'subscription_cancel'
  | 'subscription_update'
  | 'subscription_update_confirm'
  | 'customer_update'

/** A step that is opened directly, and what follows it. */
export type PortalFlow = {
  type: PortalFlowType
  subscription: string | null
  /** What `subscription_update_confirm` asks to confirm. */
  item: { id: string; price: string | null; quantity: number | null } | null
  after: {
    type: 'hosted_confirmation' | 'portal_homepage' | 'redirect'
    return_url: string | null
    custom_message: string | null
  }
}

export type PortalSession = {
  id: string
  /** The secret in its address. */
  token: string
  created: number
  customer: string
  configuration: string
  return_url: string | null
  locale: string | null
  /** Null where the portal opens on its home page; also once the step was taken. */
  flow: PortalFlow | null
  /** Milliseconds at which it ends: minutes after its creation until it is opened, then an hour after each request. */
  ends_at: number
}

export type PortalProduct = {
  product: string
  prices: string[]
  adjustable_quantity: { enabled: boolean; maximum: number | null; minimum: number }
}
export type Proration = 'none' | 'create_prorations' | 'always_invoice'

export type PortalFeatures = {
  customer_update: { enabled: boolean; allowed_updates: string[] }
  invoice_history: { enabled: boolean }
  payment_method_update: { enabled: boolean; payment_method_configuration: null }
  subscription_cancel: {
    enabled: boolean
    mode: 'at_period_end' | 'immediately'
    proration_behavior: Proration
    cancellation_reason: { enabled: boolean; options: string[] }
  }
  subscription_pause: { enabled: false }
  subscription_update: {
    enabled: boolean
    default_allowed_updates: string[]
    products: PortalProduct[] | null
    proration_behavior: Proration
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
