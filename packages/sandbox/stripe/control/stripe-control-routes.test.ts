import { beforeEach, expect, test } from 'vitest'
import { ask, at, listAt, sendJson, textAt, startsAt } from '../../testing/sandbox-client.ts'
import { buy, cardOf, FAILS_LATER, newSession, PAYS, press } from '../../testing/stripe-hosted-pages.ts'
import {
  type TestCatalogue,
  latestInvoiceOf,
  stripeClientOf,
  errorOf,
  createCatalogue,
} from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const EMAIL = 'ann@example.com'
const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: EMAIL })).id
})

const make = (simulated: unknown) => t.sandbox.control('POST', '/stripe/events', simulated)
const shown = async (path: string) => listAt((await t.sandbox.control('GET', '/stripe')).body, path)
const read = (id: string) => t.stripe.subscriptions.retrieve(id)

test('returns customers, subscriptions with items, sessions, invoices and events', async () => {
  await buy(t, customer, [prices.basic, prices.more])
  expect(await shown('customers')).toMatchObject([{ id: customer, email: EMAIL }])
  expect(await shown('subscriptions')).toMatchObject([
    { customer, status: 'active', items: { data: [{ price: { id: prices.basic } }, { price: { id: prices.more } }] } },
  ])
  expect(await shown('checkoutSessions')).toMatchObject([{ customer, status: 'complete' }])
  expect(await shown('invoices')).toMatchObject([{ customer, status: 'paid', total: 1399 }])
  expect(await shown('paymentMethods')).toMatchObject([{ customer, card: { last4: '4242' } }])
  expect((await shown('events')).map((event) => at(event, 'type'))).toContain('checkout.session.completed')
})

test("advances one customer to the period's end, where the payment fails", async () => {
  const { id } = await buy(t, customer, [prices.basic])
  const other = await buy(t, (await t.stripe.customers.create({ email: 'bob@example.com' })).id, [prices.basic])
  await make({ type: 'payment_fails', customer: EMAIL, reason: 'insufficient_funds' })
  const { body } = await make({ type: 'advance', customer: EMAIL })
  expect(Date.parse(textAt(body, 'now'))).toBeGreaterThan(startsAt.getTime() + 27 * 86_400_000)
  expect(await read(id)).toMatchObject({ status: 'past_due' })
  expect(await latestInvoiceOf(t.stripe, id)).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle' })
  expect(await read(other.id)).toMatchObject({ status: 'active', latest_invoice: other.latest_invoice })
  const to = new Date(Date.parse(textAt(body, 'now')) + 4 * 86_400_000).toISOString()
  await make({ type: 'advance', customer: EMAIL, to })
  expect(await read(id)).toMatchObject({ status: 'active' })
})

test('replaces the default card', async () => {
  const { id } = await buy(t, customer, [prices.basic])
  await make({ type: 'card', customer, number: FAILS_LATER })
  await t.advance('P32D')
  expect(await read(id)).toMatchObject({ status: 'past_due' })
})

test('refunds the last charge in part, then in full, and disputes it; the subscription stays', async () => {
  const { id } = await buy(t, customer, [prices.basic])
  await make({ type: 'refund', customer, amount: 400 })
  await make({ type: 'refund', customer })
  await make({ type: 'dispute', customer })
  const events = (await t.stripe.events.list({ limit: 3 })).data
  expect(events.toReversed()).toMatchObject([
    { type: 'charge.refunded', data: { object: { amount_refunded: 400, refunded: false } } },
    { type: 'charge.refunded', data: { object: { amount_refunded: 900, refunded: true } } },
    { type: 'charge.dispute.created', data: { object: { amount: 900, status: 'needs_response' } } },
  ])
  expect((await read(id)).status).toBe('active')
  const again = await ask(`${t.sandbox.url}/control/stripe/events`, sendJson('POST', { type: 'refund', customer }))
  expect([again.status, at(again.body, 'error.message')]).toEqual([
    409,
    expect.stringContaining('already been refunded'),
  ])
})

test('shows the customers of one address, with what they have', async () => {
  await buy(t, customer, [prices.basic])
  const other = (await t.stripe.customers.create({ email: 'bob@example.com' })).id
  await buy(t, other, [prices.more])
  const { body } = await t.sandbox.control('GET', `/stripe?email=${EMAIL}`)
  expect(body).toMatchObject({
    customers: [{ id: customer }],
    subscriptions: [{ customer }],
    invoices: [{ customer }],
    checkoutSessions: [{ customer }],
  })
})

test('overrides fields of a subscription with unknown values until they are removed', async () => {
  const { id } = await buy(t, customer, [prices.basic])
  await make({ type: 'distort', subscription: id, fields: { status: 'frozen', latest_invoice: null } })
  const { body } = await t.raw('GET', `/v1/subscriptions/${id}`)
  expect(body).toMatchObject({ id, status: 'frozen', latest_invoice: null })
  await make({ type: 'distort', subscription: id, fields: {} })
  expect((await read(id)).status).toBe('active')
})

test.each([
  [400, { type: 'nonsense' }],
  [400, { type: 'advance', customer: EMAIL, to: 'tomorrow' }],
  [400, { type: 'advance', customer: EMAIL, to: '2020-01-01' }],
  [400, { type: 'card', customer: EMAIL, number: '5105105105105100' }],
  [400, { type: 'refund', customer: EMAIL, colour: 'red' }],
  [404, { type: 'refund', customer: 'nobody@example.com' }],
  [404, { type: 'resend', event: 'evt_none' }],
  [404, { type: 'distort', subscription: 'sub_none', fields: {} }],
  [409, { type: 'refund', customer: EMAIL }],
  [409, { type: 'advance', customer: EMAIL }],
  [409, { type: 'async_payment', session: 'cs_none', succeeded: true }],
])('%i for %o', async (status, simulated) => {
  const answer = await ask(`${t.sandbox.url}/control/stripe/events`, sendJson('POST', simulated))
  expect([answer.status, at(answer.body, 'error.message')]).toEqual([status, expect.any(String)])
})

test('settings keep omitted values and refuse unknown names; a reset restores the defaults', async () => {
  const before = (await t.sandbox.control('GET', '/stripe/settings')).body
  const changed = (await t.sandbox.control('PUT', '/stripe/settings', { retryDays: [1], webhookHold: true })).body
  expect(changed).toEqual({ ...Object(before), retryDays: [1], webhookHold: true })
  const wrong = await ask(`${t.sandbox.url}/control/stripe/settings`, sendJson('PUT', { colour: 'red' }))
  expect(wrong.status).toBe(400)
  await t.sandbox.control('POST', '/reset')
  expect((await t.sandbox.control('GET', '/stripe/settings')).body).toEqual(before)
})

test('an added key has its permissions', async () => {
  await t.sandbox.control('POST', '/stripe/keys', { key: 'rk_test_reader', rights: { customers: 'read' } })
  const reader = stripeClientOf(t.sandbox, 'rk_test_reader')
  expect((await reader.customers.retrieve(customer)).id).toBe(customer)
  expect((await errorOf(reader.customers.create({}))).statusCode).toBe(403)
})

test('creates, disables and deletes an endpoint without the API', async () => {
  const { body } = await t.sandbox.control('POST', '/stripe/endpoints', { url: 'http://127.0.0.1:1/x' })
  const id = textAt(body, 'id')
  expect(body).toMatchObject({ enabled_events: ['*'], status: 'enabled' })
  expect((await t.sandbox.control('PATCH', `/stripe/endpoints/${id}`, { status: 'disabled' })).body).toMatchObject({
    status: 'disabled',
  })
  const session = await newSession(t, customer, [{ price: prices.basic, quantity: 1 }])
  await press(session.url, 'pay', cardOf(PAYS))
  expect(await shown('deliveries')).toEqual([])
  await t.sandbox.control('DELETE', `/stripe/endpoints/${id}`)
  expect(await shown('endpoints')).toEqual([])
})
