import { z } from 'zod'
import {
  checkoutSession,
  portalConfiguration,
  portalSession,
  webhookEndpoint,
} from './stripe-checkout-and-portal-shapes.ts'
import { invoice, item, price, subscription } from './stripe-billing-shapes.ts'
import { cents, common, deletable, id, metadata, reference, seconds, nullableText } from './stripe-shape-fields.ts'

const customer = z.union([
  deletable('customer'),
  z.looseObject({
    id,
    object: z.literal('customer'),
    balance: cents,
    created: seconds,
    email: nullableText,
    name: nullableText,
    currency: nullableText,
    invoice_settings: z.looseObject({ default_payment_method: reference('payment_method').nullable() }),
    test_clock: reference('test_helpers.test_clock').nullable(),
    ...common,
  }),
])

const product = z.looseObject({
  id,
  object: z.literal('product'),
  active: z.boolean(),
  default_price: reference('price').nullable(),
  description: nullableText,
  name: z.string(),
  ...common,
})

const refund = z.looseObject({
  id,
  object: z.literal('refund'),
  amount: cents.min(1),
  charge: reference('charge'),
  created: seconds,
  currency: z.string().length(3),
  metadata,
  payment_intent: reference('payment_intent'),
  reason: nullableText,
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
    name: nullableText,
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
  request: z.looseObject({ id: nullableText, idempotency_key: nullableText }),
  type: z.string(),
})

const errorResponse = z.looseObject({
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

/** Schema errors of a response and of all objects in it; empty if valid. */
export function shapeProblems(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.flatMap(shapeProblems)
  if (typeof answer !== 'object' || answer === null) return []
  const name: unknown = 'object' in answer ? answer.object : undefined
  const shape = 'error' in answer ? errorResponse : typeof name === 'string' ? SHAPES[name] : undefined
  const read = shape?.safeParse(answer)
  const own = read && !read.success ? [`${String(name)}: ${z.prettifyError(read.error)}`] : []
  // `previous_attributes` contains only parts of objects.
  const inner = Object.entries(answer).filter(([key]) => key !== 'previous_attributes')
  return [...own, ...inner.flatMap(([, value]) => shapeProblems(value))]
}
