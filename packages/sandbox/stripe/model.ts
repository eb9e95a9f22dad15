/**
 * What Stripe keeps, under its own names (https://docs.stripe.com/api). Amounts are whole cents, times are Unix seconds, and an object
 * that another one names is kept by its id. `render.ts` makes of each what the wire shows.
 */
export type Metadata = Record<string, string>

export type Customer = {
  id: string
  created: number
  email: string | null
  name: string | null
  /** Below zero: credit that the next invoices use up. Above: owed with the next one. */
  balance: number
  currency: string | null
  default_payment_method: string | null
  metadata: Metadata
  test_clock: string | null
  invoice_prefix: string
  next_invoice_sequence: number
  deleted: boolean
}

export type Product = {
  id: string
  created: number
  updated: number
  active: boolean
  name: string
  description: string | null
  default_price: string | null
  metadata: Metadata
}

export type Interval = 'day' | 'week' | 'month' | 'year'
export type Recurring = { interval: Interval; interval_count: number; usage_type: 'licensed' }

export type Price = {
  id: string
  created: number
  active: boolean
  currency: string
  product: string
  recurring: Recurring | null
  unit_amount: number
  lookup_key: string | null
  nickname: string | null
  metadata: Metadata
}

export type SubscriptionItem = {
  id: string
  created: number
  current_period_start: number
  current_period_end: number
  price: string
  quantity: number
  metadata: Metadata
  /** What was last billed for it, as the amount of a whole period: credits are given for this alone. Null: never billed. */
  debited: { amount: number; start: number; end: number } | null
}

export type SubscriptionStatus =
  | 'active'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'past_due'
  | 'trialing'
  | 'unpaid'
  | 'paused'

export type CancellationDetails = {
  comment: string | null
  feedback: string | null
  reason: 'cancellation_requested' | 'payment_failed' | null
}

export type PendingUpdate = {
  expires_at: number
  metadata: Metadata | null
  cancel_at_period_end: boolean | null
  subscription_items: SubscriptionItem[]
}

export type Subscription = {
  id: string
  created: number
  customer: string
  status: SubscriptionStatus
  currency: string
  billing_cycle_anchor: number
  start_date: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  cancellation_details: CancellationDetails
  default_payment_method: string | null
  items: SubscriptionItem[]
  latest_invoice: string | null
  metadata: Metadata
  description: string | null
  pending_update: PendingUpdate | null
  trial_start: number | null
  trial_end: number | null
  /** Prorations that wait for the next invoice. */
  pending_lines: InvoiceLine[]
}

export type InvoiceLine = {
  id: string
  amount: number
  description: string
  period: { start: number; end: number }
  quantity: number
  price: string
  subscription: string
  subscription_item: string
  proration: boolean
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'

export type Invoice = {
  id: string
  created: number
  number: string | null
  customer: string
  subscription: string
  /** The subscription's metadata when the invoice was made. */
  subscription_metadata: Metadata
  currency: string
  billing_reason: BillingReason
  status: InvoiceStatus
  /** False after a cancellation: Stripe tries no further. */
  auto_advance: boolean
  lines: InvoiceLine[]
  subtotal: number
  total: number
  amount_due: number
  amount_paid: number
  starting_balance: number
  ending_balance: number | null
  attempt_count: number
  attempted: boolean
  next_payment_attempt: number | null
  period_start: number
  period_end: number
  metadata: Metadata
  payment_intent: string | null
  paid_at: number | null
  finalized_at: number | null
  voided_at: number | null
  /** Lines that waited with the subscription before: they wait again where the invoice is voided. */
  waited: string[]
}

export type TestClock = {
  id: string
  created: number
  name: string | null
  frozen_time: number
  status: 'ready' | 'advancing'
}

/** As `GET /v1/events/{id}` shows it; the object is the one at the time of the change. */
export type StripeEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Rendered; previous_attributes?: Rendered }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** An object as the wire shows it. */
export type Rendered = Record<string, unknown>

export type WebhookEndpoint = {
  id: string
  created: number
  url: string
  /** The first one signs; those that were rolled away sign as well until they end. */
  secrets: { value: string; expires_at: number | null }[]
  enabled_events: string[]
  api_version: string | null
  description: string | null
  status: 'enabled' | 'disabled'
  metadata: Metadata
}
