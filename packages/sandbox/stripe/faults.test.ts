import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerWith, refusalOf, sell, startTestStripe, type TestStripe } from './test-stripe.ts'

let t: TestStripe
beforeAll(async () => {
  t = await startTestStripe()
})
afterAll(() => t[Symbol.asyncDispose]())
beforeEach(async () => {
  await t.sandbox.control('POST', '/reset')
})

const fault = (rule: Record<string, unknown>) =>
  t.sandbox.control('PUT', '/faults', [{ service: 'stripe', path: '^/v1/customers', times: 1, ...rule }])

test.each([
  [
    { status: 402, error: 'card_declined' },
    { type: 'StripeCardError', code: 'card_declined' },
  ],
  [{ status: 409 }, { type: 'StripeAPIError', code: 'lock_timeout' }],
  [{ status: 429 }, { type: 'StripeRateLimitError', code: 'rate_limit' }],
  [{ status: 500 }, { type: 'StripeAPIError' }],
  [{ drop: true }, { type: 'StripeConnectionError' }],
  [{ action: 'cut' }, { type: 'StripeConnectionError' }],
])('a fault %o is what the library takes it for, once', async (rule, expected) => {
  await fault(rule)
  expect(await refusalOf(t.stripe.customers.create())).toMatchObject(expected)
  await t.stripe.customers.create()
})

test('the answer of a fault names a request too, and says whether a retry is worth it', async () => {
  await fault({ status: 429, options: { shouldRetry: true } })
  const { headers } = await t.raw('GET', '/v1/customers')
  expect(headers.get('stripe-should-retry')).toBe('true')
  expect(headers.get('request-id')).toMatch(/^req_/)
  expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
})

test('a good answer may say what no client has heard of', async () => {
  const { basic } = await sell(t.stripe)
  const customer = await customerWith(t.stripe)
  const { id } = await t.stripe.subscriptions.create({ customer, items: [{ price: basic }] })
  await fault({
    path: '^/v1/subscriptions',
    action: 'answer',
    options: { 'data.0.status': 'frozen', 'data.0.latest_invoice': null },
  })
  const { body } = await t.raw('GET', `/v1/subscriptions?customer=${customer}`)
  expect(body).toMatchObject({ data: [{ id, status: 'frozen', latest_invoice: null }] })
  expect((await t.stripe.subscriptions.retrieve(id)).status).toBe('active')
})

test('a fault may be meant for one person', async () => {
  const ann = await t.stripe.customers.create({ email: 'ann@example.com' })
  const bob = await t.stripe.customers.create({ email: 'bob@example.com' })
  await fault({ status: 500, mailbox: 'bob@example.com' })
  await t.stripe.customers.retrieve(ann.id)
  expect((await refusalOf(t.stripe.customers.retrieve(bob.id))).statusCode).toBe(500)
})
