import { expect, test } from 'vitest'
import { createCustomerWithCard, errorOf, createCatalogue } from '../testing/stripe-client.ts'
import { stripeOfFile } from '../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

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
  expect(await errorOf(t.stripe.customers.create())).toMatchObject(expected)
  await t.stripe.customers.create()
})

test('a fault response has a request id and Stripe-Should-Retry', async () => {
  await fault({ status: 429, options: { shouldRetry: true } })
  const { headers } = await t.raw('GET', '/v1/customers')
  expect(headers.get('stripe-should-retry')).toBe('true')
  expect(headers.get('request-id')).toMatch(/^req_/)
  expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
})

test('a fault can set unknown values in a successful response', async () => {
  const { basic } = await createCatalogue(t.stripe)
  const customer = await createCustomerWithCard(t.stripe)
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

test('a fault can match one customer', async () => {
  const ann = await t.stripe.customers.create({ email: 'ann@example.com' })
  const bob = await t.stripe.customers.create({ email: 'bob@example.com' })
  await fault({ status: 500, mailbox: 'bob@example.com' })
  await t.stripe.customers.retrieve(ann.id)
  expect((await errorOf(t.stripe.customers.retrieve(bob.id))).statusCode).toBe(500)
})
