import { z } from 'zod'
import { cents, common, id, list, metadata, reference, seconds, nullableText } from './stripe-shape-fields.ts'

export const price = z.looseObject({
  id,
  object: z.literal('price'),
  active: z.boolean(),
  currency: z.string().length(3),
  product: reference('product'),
  recurring: z
    .looseObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: z.number().int(),
      usage_type: z.enum(['licensed', 'metered']),
    })
    .nullable(),
  type: z.enum(['one_time', 'recurring']),
  unit_amount: cents.nullable(),
  lookup_key: nullableText,
  ...common,
})

export const item = z
  .looseObject({
    id,
    object: z.literal('subscription_item'),
    created: seconds,
    current_period_start: seconds,
    current_period_end: seconds,
    metadata,
    price,
    quantity: z.number().int().min(0),
    subscription: id,
  })
  .refine((each) => each.current_period_end > each.current_period_start, 'a period ends after it begins')

const pendingItem = z.looseObject({ id, price, quantity: z.number().int() })

export const subscription = z.looseObject({
  id,
  object: z.literal('subscription'),
  billing_cycle_anchor: seconds,
  billing_mode: z.looseObject({ type: z.literal('flexible') }),
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: seconds.nullable(),
  cancellation_details: z.looseObject({ comment: nullableText, feedback: nullableText, reason: nullableText }),
  collection_method: z.literal('charge_automatically'),
  created: seconds,
  currency: z.string().length(3),
  customer: reference('customer'),
  default_payment_method: reference('payment_method').nullable(),
  ended_at: seconds.nullable(),
  items: list(item),
  latest_invoice: reference('invoice').nullable(),
  pause_collection: z.null(),
  pending_update: z
    .looseObject({ expires_at: seconds, metadata: metadata.nullable(), subscription_items: z.array(pendingItem) })
    .nullable(),
  schedule: z.null(),
  start_date: seconds,
  status: z.enum([
    'active',
    'canceled',
    'incomplete',
    'incomplete_expired',
    'past_due',
    'paused',
    'trialing',
    'unpaid',
  ]),
  test_clock: reference('test_helpers.test_clock').nullable(),
  trial_end: seconds.nullable(),
  trial_start: seconds.nullable(),
  current_period_start: z.never().optional(),
  current_period_end: z.never().optional(),
  ...common,
})

const line = z.looseObject({
  id,
  object: z.literal('line_item'),
  amount: cents,
  currency: z.string().length(3),
  description: nullableText,
  period: z.looseObject({ start: seconds, end: seconds }),
  quantity: z.number().int().nullable(),
  parent: z.looseObject({
    type: z.literal('subscription_item_details'),
    subscription_item_details: z.looseObject({ proration: z.boolean(), subscription: id, subscription_item: id }),
  }),
  pricing: z.looseObject({
    type: z.literal('price_details'),
    price_details: z.looseObject({ price: reference('price'), product: id }),
  }),
})

export const invoice = z.looseObject({
  id,
  object: z.literal('invoice'),
  amount_due: cents.min(0),
  amount_paid: cents.min(0),
  amount_remaining: cents.min(0),
  attempt_count: z.number().int(),
  attempted: z.boolean(),
  billing_reason: z.enum(['subscription_create', 'subscription_cycle', 'subscription_update', 'upcoming']),
  collection_method: z.literal('charge_automatically'),
  created: seconds,
  currency: z.string().length(3),
  customer: reference('customer'),
  ending_balance: cents.nullable(),
  hosted_invoice_url: nullableText,
  lines: list(line),
  next_payment_attempt: seconds.nullable(),
  number: nullableText,
  parent: z.looseObject({
    type: z.literal('subscription_details'),
    subscription_details: z.looseObject({ metadata, subscription: reference('subscription') }),
  }),
  period_end: seconds,
  period_start: seconds,
  starting_balance: cents,
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  subtotal: cents,
  total: cents,
  subscription: z.never().optional(),
  payment_intent: z.never().optional(),
  ...common,
})
