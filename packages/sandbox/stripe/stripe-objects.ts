/**
 * Stripe's objects with Stripe's field names (https://docs.stripe.com/api). Amounts are cents, times are Unix seconds,
 * and related objects are referenced by id. `render-objects.ts` makes their API representation.
 */
export type Metadata = Record<string, string>

export type Customer = {
  id: string
  created: number
  email: string | null
  name: string | null
  /** Negative: credit for the next invoices. Positive: owed with the next invoice. */
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

type Interval = 'day' | 'week' | 'month' | 'year'
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
  /** The last billed period and its full amount: only this is credited. Null: never billed. */
  lastDebit: { amount: number; start: number; end: number } | null
}

type SubscriptionStatus =
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

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none'

type PendingUpdate = {
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
  /** Prorations for the next invoice. */
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

type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'

export type Invoice = {
  id: string
  created: number
  number: string | null
  customer: string
  subscription: string
  /** The subscription's metadata when the invoice was created. */
  subscription_metadata: Metadata
  currency: string
  billing_reason: BillingReason
  status: InvoiceStatus
  /** False after a cancellation: no further automatic collection. */
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
  /** Ids of lines that were pending before this invoice; voiding it makes them pending again. */
  pendingLineIds: string[]
}

export type TestClock = {
  id: string
  created: number
  name: string | null
  frozen_time: number
  status: 'ready' | 'advancing'
}

/** As in `GET /v1/events/{id}`, with a snapshot of the object. */
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

/** API representation of an object. */
export type Rendered = Record<string, unknown>

export type WebhookEndpoint = {
  id: string
  created: number
  url: string
  /** The first is the current secret; rolled secrets also sign until they expire. */
  secrets: { value: string; expires_at: number | null }[]
  enabled_events: string[]
  api_version: string | null
  description: string | null
  status: 'enabled' | 'disabled'
  metadata: Metadata
}
