import { z } from 'zod'

/** What each object must have, whatever else it has: the fields that a client of this version of the API reads. */
const id = z.string().min(3)
const cents = z.number().int()
const seconds = z.number().int().min(1_000_000_000).max(9_999_999_999)
const words = z.string().nullable()
const metadata = z.record(z.string(), z.string())
const common = { livemode: z.literal(false), metadata }
const ref = (object: string) => z.union([id, z.looseObject({ id, object: z.literal(object) })])
const list = (item: z.ZodType) =>
  z.looseObject({ object: z.literal('list'), data: z.array(item), has_more: z.boolean(), url: z.string() })

const deletable = (name: string) => z.looseObject({ id, object: z.literal(name), deleted: z.literal(true) })

const price = z.looseObject({
  id,
  object: z.literal('price'),
  active: z.boolean(),
  currency: z.string().length(3),
  product: ref('product'),
  recurring: z
    .looseObject({
      interval: z.enum(['day', 'week', 'month', 'year']),
      interval_count: z.number().int(),
      usage_type: z.enum(['licensed', 'metered']),
    })
    .nullable(),
  type: z.enum(['one_time', 'recurring']),
  unit_amount: cents.nullable(),
  lookup_key: words,
  ...common,
})

const item = z
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

const subscription = z.looseObject({
  id,
  object: z.literal('subscription'),
  billing_cycle_anchor: seconds,
  billing_mode: z.looseObject({ type: z.literal('flexible') }),
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  canceled_at: seconds.nullable(),
  cancellation_details: z.looseObject({ comment: words, feedback: words, reason: words }),
  collection_method: z.literal('charge_automatically'),
  created: seconds,
  currency: z.string().length(3),
  customer: ref('customer'),
  default_payment_method: ref('payment_method').nullable(),
  ended_at: seconds.nullable(),
  items: list(item),
  latest_invoice: ref('invoice').nullable(),
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
  test_clock: ref('test_helpers.test_clock').nullable(),
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
  description: words,
  period: z.looseObject({ start: seconds, end: seconds }),
  quantity: z.number().int().nullable(),
  parent: z.looseObject({
    type: z.literal('subscription_item_details'),
    subscription_item_details: z.looseObject({ proration: z.boolean(), subscription: id, subscription_item: id }),
  }),
  pricing: z.looseObject({
    type: z.literal('price_details'),
    price_details: z.looseObject({ price: ref('price'), product: id }),
  }),
})

const invoice = z.looseObject({
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
  customer: ref('customer'),
  ending_balance: cents.nullable(),
  hosted_invoice_url: words,
  lines: list(line),
  next_payment_attempt: seconds.nullable(),
  number: words,
  parent: z.looseObject({
    type: z.literal('subscription_details'),
    subscription_details: z.looseObject({ metadata, subscription: ref('subscription') }),
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

const customer = z.union([
  deletable('customer'),
  z.looseObject({
    id,
    object: z.literal('customer'),
    balance: cents,
    created: seconds,
    email: words,
    name: words,
    currency: words,
    invoice_settings: z.looseObject({ default_payment_method: ref('payment_method').nullable() }),
    test_clock: ref('test_helpers.test_clock').nullable(),
    ...common,
  }),
])

const product = z.looseObject({
  id,
  object: z.literal('product'),
  active: z.boolean(),
  default_price: ref('price').nullable(),
  description: words,
  name: z.string(),
  ...common,
})

const refund = z.looseObject({
  id,
  object: z.literal('refund'),
  amount: cents.min(1),
  charge: ref('charge'),
  created: seconds,
  currency: z.string().length(3),
  metadata,
  payment_intent: ref('payment_intent'),
  reason: words,
  status: z.literal('succeeded'),
})

const testClock = z.union([
  deletable('test_helpers.test_clock'),
  z.looseObject({
    id,
    object: z.literal('test_helpers.test_clock'),
    created: seconds,
    frozen_time: seconds,
    livemode: z.literal(false),
    name: words,
    status: z.enum(['advancing', 'ready']),
    deletes_after: seconds,
  }),
])

const event = z.looseObject({
  id: id.startsWith('evt_'),
  object: z.literal('event'),
  api_version: z.string(),
  created: seconds,
  data: z.looseObject({
    object: z.looseObject({ object: z.string() }),
    previous_attributes: z.looseObject({}).optional(),
  }),
  livemode: z.literal(false),
  pending_webhooks: z.number().int().min(0),
  request: z.looseObject({ id: words, idempotency_key: words }),
  type: z.string(),
})

const refusal = z.looseObject({
  error: z.looseObject({
    type: z.enum(['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']),
    message: z.string().min(1),
    request_log_url: z.url().optional(),
  }),
})

const SHAPES: Record<string, z.ZodType> = {
  customer,
  event,
  invoice,
  price,
  product,
  refund,
  subscription,
  subscription_item: z.union([deletable('subscription_item'), item]),
  'test_helpers.test_clock': testClock,
}

/** What is wrong with an answer, with everything inside of it that says what it is; empty where all is well. */
export function shapeProblems(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(shapeProblems)
  if (typeof answer !== 'object' || answer === null) return []
  const name: unknown = 'object' in answer ? answer.object : undefined
  const shape = 'error' in answer ? refusal : typeof name === 'string' ? SHAPES[name] : undefined
  const read = shape?.safeParse(answer)
  const own = read && !read.success ? [`${String(name)}: ${z.prettifyError(read.error)}`] : []
  // Inside of a change there are parts of objects.
  const inner = Object.entries(answer).filter(([key]) => key !== 'previous_attributes')
  return [...own, ...inner.flatMap(([, value]) => shapeProblems(value))]
}
