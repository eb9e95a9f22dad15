import type { Metadata } from './stripe-objects.ts'

/**
 * Behaviour of a test card (https://docs.stripe.com/testing). `authenticates_once` requires authentication until it was
 * set up on session.
 */
export type CardBehaviour =
  | 'pays'
  | 'declines'
  | 'insufficient_funds'
  | 'authenticates_once'
  | 'authenticates_always'
  | 'declines_when_charged'

export type PaymentMethod = {
  id: string
  created: number
  customer: string | null
  card: { brand: 'visa'; last4: string; exp_month: number; exp_year: number }
  behaviour: CardBehaviour
  /** Authenticated once already: only then a card with `authenticates_once` can be charged off session. */
  set_up: boolean
}

export type CardError = { code: string; decline_code: string | null; message: string }

export type PaymentIntent = {
  id: string
  created: number
  customer: string
  invoice: string
  amount: number
  currency: string
  status: 'succeeded' | 'requires_payment_method' | 'requires_action' | 'canceled'
  payment_method: string | null
  last_payment_error: CardError | null
  charge: string | null
}

export type Charge = {
  id: string
  created: number
  customer: string
  invoice: string
  payment_intent: string
  payment_method: string
  amount: number
  amount_refunded: number
  currency: string
}

export type Refund = {
  id: string
  created: number
  amount: number
  charge: string
  payment_intent: string
  currency: string
  reason: string | null
  metadata: Metadata
}
