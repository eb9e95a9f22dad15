import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestCatalogue,
  createCustomerWithCard,
  idOfReference,
  latestInvoiceOf,
  errorOf,
  createCatalogue,
} from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue

beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
})

async function paid(more: Stripe.CustomerCreateParams = {}) {
  const customer = await createCustomerWithCard(t.stripe, 'pm_card_visa', more)
  const { id } = await t.stripe.subscriptions.create({ customer, items: [{ price: prices.pro }] })
  const invoice = await t.stripe.invoices.list({ subscription: id, expand: ['data.payments'] })
  const intent = invoice.data[0]?.payments?.data[0]?.payment.payment_intent
  return { customer, id, payment_intent: idOfReference(intent) }
}

test('refunds a payment in two parts; the subscription stays active', async () => {
  const { id, payment_intent } = await paid()
  const part = await t.stripe.refunds.create({ payment_intent, amount: 900, reason: 'requested_by_customer' })
  expect(part).toMatchObject({ amount: 900, status: 'succeeded', payment_intent, reason: 'requested_by_customer' })
  expect(await errorOf(t.stripe.refunds.create({ payment_intent, amount: 2001 }))).toMatchObject({
    statusCode: 400,
    param: 'amount',
  })
  expect(await t.stripe.refunds.create({ charge: idOfReference(part.charge) })).toMatchObject({ amount: 2000 })
  const over = await errorOf(t.stripe.refunds.create({ payment_intent }))
  expect(over.code).toBe('charge_already_refunded')
  const { data } = await t.stripe.events.list({ type: 'charge.refunded' })
  expect(data.map(({ data: { object } }) => object)).toMatchObject([
    { amount_refunded: 2900, refunded: true },
    { amount_refunded: 900, refunded: false },
  ])
  expect((await t.stripe.subscriptions.retrieve(id)).status).toBe('active')
})

test('returns an event unchanged for 30 days', async () => {
  await paid()
  const { data } = await t.stripe.events.list({ types: ['invoice.paid', 'customer.subscription.created'] })
  expect(data.map(({ type }) => type)).toEqual(['invoice.paid', 'customer.subscription.created'])
  const [event] = data
  const single = await t.stripe.events.retrieve(event?.id ?? '')
  expect(JSON.stringify(single)).toBe(JSON.stringify(event))
  expect(single).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    request: { id: expect.stringMatching(/^req_/) },
  })
  expect((await t.stripe.events.list({ type: 'invoice.*', limit: 100 })).data).toHaveLength(4)
  expect((await t.stripe.events.list({ created: { gt: single.created } })).data).toEqual([])
  await t.advance('P31D')
  expect(await errorOf(t.stripe.events.retrieve(single.id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
})

test('an event has a snapshot of the object, and its request id', async () => {
  const customer = await t.stripe.customers.create({ name: 'Ann' })
  await t.stripe.customers.update(customer.id, { name: 'Bea' }, { idempotencyKey: 'k1' })
  await t.stripe.customers.update(customer.id, { name: 'Cleo' })
  const { data } = await t.stripe.events.list({ type: 'customer.updated' })
  expect(data.map(({ data: { object } }) => object)).toMatchObject([{ name: 'Cleo' }, { name: 'Bea' }])
  expect(data[1]).toMatchObject({ data: { previous_attributes: { name: 'Ann' } }, request: { idempotency_key: 'k1' } })
})

test('an event caused by time has no request id', async () => {
  const { id } = await paid()
  await t.advance('P32D')
  const { data } = await t.stripe.events.list({ type: 'invoice.paid' })
  expect(data[0]).toMatchObject({
    request: { id: null, idempotency_key: null },
    data: { object: { billing_reason: 'subscription_cycle' } },
  })
  expect((await latestInvoiceOf(t.stripe, id)).status).toBe('paid')
})

const START = Date.UTC(2031, 0, 10) / 1000
const DAY = 86_400

test('a test clock advances only its own customers', async () => {
  // Slow enough that a slow machine also observes the status `advancing`.
  await t.sandbox.control('PUT', '/stripe/settings', { testClockMs: 60_000 })
  const clock = await t.stripe.testHelpers.testClocks.create({ frozen_time: START, name: 'one' })
  const own = await paid({ test_clock: clock.id })
  const other = await paid()
  expect(await t.stripe.customers.retrieve(own.customer)).toMatchObject({ created: START, test_clock: clock.id })
  const advancing = await t.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 40 * DAY })
  expect(advancing.status).toBe('advancing')
  const busy = await errorOf(t.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: START + 41 * DAY }))
  expect(busy.message).toContain('still advancing')
  await t.advance('PT1M')
  expect(await t.stripe.testHelpers.testClocks.retrieve(clock.id)).toMatchObject({
    status: 'ready',
    frozen_time: START + 40 * DAY,
  })
  expect((await latestInvoiceOf(t.stripe, own.id)).billing_reason).toBe('subscription_cycle')
  expect((await latestInvoiceOf(t.stripe, other.id)).billing_reason).toBe('subscription_create')
  expect(await t.eventTypes()).toContain('test_helpers.test_clock.ready')
  await t.advance('P40D')
  expect((await t.stripe.invoices.list({ subscription: own.id })).data).toHaveLength(2)
  expect((await t.stripe.invoices.list({ subscription: other.id })).data).toHaveLength(2)
})

test('a test clock advances forward, by at most two intervals', async () => {
  const clock = await t.stripe.testHelpers.testClocks.create({ frozen_time: START })
  await paid({ test_clock: clock.id })
  const to = (frozen_time: number) => t.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
  expect(await errorOf(to(START))).toMatchObject({ statusCode: 400, param: 'frozen_time' })
  expect(await errorOf(to(START - 1))).toMatchObject({ statusCode: 400 })
  expect(await errorOf(to(Date.UTC(2031, 2, 10) / 1000 + 1))).toMatchObject({ statusCode: 400, param: 'frozen_time' })
  expect((await to(Date.UTC(2031, 2, 10) / 1000)).status).toBe('advancing')
})

test('deleting a test clock deletes its customers', async () => {
  const clock = await t.stripe.testHelpers.testClocks.create({ frozen_time: START })
  const { customer, id } = await paid({ test_clock: clock.id })
  expect(await t.stripe.testHelpers.testClocks.del(clock.id)).toMatchObject({ deleted: true })
  expect(await errorOf(t.stripe.customers.retrieve(customer))).toMatchObject({ statusCode: 404 })
  expect(await errorOf(t.stripe.subscriptions.retrieve(id))).toMatchObject({ statusCode: 404 })
})
