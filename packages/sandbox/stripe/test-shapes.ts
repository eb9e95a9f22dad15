import { z } from 'zod'
import { checkoutSession, portalConfiguration, portalSession, webhookEndpoint } from './checkout/test-shapes.ts'
import { invoice, item, price, subscription } from './billing/test-shapes.ts'
import { cents, common, deletable, id, metadata, ref, seconds, words } from './test-shape-parts.ts'

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
  'billing_portal.configuration': portalConfiguration,
  'billing_portal.session': portalSession,
  'checkout.session': checkoutSession,
  webhook_endpoint: webhookEndpoint,
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
