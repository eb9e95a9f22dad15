import type { Metadata, Rendered } from './model.ts'

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

export type PortalSession = {
  id: string
  created: number
  customer: string
  configuration: string
  return_url: string | null
  locale: string | null
  flow: Rendered | null
  /** Null until it is opened; then the time of the last request. */
  last_used_at: number | null
}

export type PortalConfiguration = {
  id: string
  created: number
  updated: number
  active: boolean
  is_default: boolean
  default_return_url: string | null
  business_profile: Rendered
  features: Rendered
  metadata: Metadata
}
