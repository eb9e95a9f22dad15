import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestCatalogue,
  createCustomerWithCard,
  attachDefaultCard,
  idOfReference,
  latestInvoiceOf,
  errorOf,
  createCatalogue,
} from '../../testing/stripe-client.ts'
import { ASKS_ALWAYS, ASKS_ONCE, buy } from '../../testing/stripe-hosted-pages.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string

beforeEach(async () => {
  // A subscription of 31 January would renew on the last day of February.
  await t.sandbox.control('POST', '/clock', { now: '2031-03-01T12:00:00Z' })
  prices = await createCatalogue(t.stripe)
  customer = await createCustomerWithCard(t.stripe)
})

async function subscribe(): Promise<Stripe.Subscription> {
  return t.stripe.subscriptions.create({ customer, items: [{ price: prices.basic }] })
}
const statusOf = async ({ id }: Stripe.Subscription) => (await t.stripe.subscriptions.retrieve(id)).status
const DAY = 86_400

test('renews and charges at the end of the period', async () => {
  const before = await subscribe()
  const [first] = before.items.data
  const end = first?.current_period_end ?? 0
  await t.sandbox.control('POST', '/clock', { now: new Date(end * 1000 - 5000).toISOString() })
  expect((await latestInvoiceOf(t.stripe, before.id)).billing_reason).toBe('subscription_create')
  await t.advance('PT6S')
  const after = await t.stripe.subscriptions.retrieve(before.id)
  expect(after).toMatchObject({ status: 'active' })
  expect(after.items.data[0]).toMatchObject({ id: first?.id, current_period_start: end })
  const invoice = await latestInvoiceOf(t.stripe, before.id)
  expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid', total: 900, created: end })
  expect(invoice.lines.data[0]?.period.start).toBe(end)
  expect((await t.eventTypes()).slice(-5)).toEqual([
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
  ])
})

test('runs due actions at their own time, in order', async () => {
  const { id } = await subscribe()
  await t.advance('P100D')
  const { data } = await t.stripe.invoices.list({ subscription: id, limit: 100 })
  expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_cycle', 'paid'],
    ['subscription_create', 'paid'],
  ])
  const starts = data.map(({ lines }) => lines.data[0]?.period.start)
  expect(data.map(({ created }) => created)).toEqual(starts)
})

test('renews on the last day of January, February and March', async () => {
  const clock = await t.stripe.testHelpers.testClocks.create({ frozen_time: Date.UTC(2027, 0, 31, 12) / 1000 })
  const other = await createCustomerWithCard(t.stripe, 'pm_card_visa', { test_clock: clock.id })
  const { id } = await t.stripe.subscriptions.create({ customer: other, items: [{ price: prices.basic }] })
  const endOf = async () => {
    const { items } = await t.stripe.subscriptions.retrieve(id)
    return new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString()
  }
  expect(await endOf()).toBe('2027-02-28T12:00:00.000Z')
  await t.stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: Date.UTC(2027, 2, 1) / 1000 })
  await t.advance('PT1S')
  expect(await endOf()).toBe('2027-03-31T12:00:00.000Z')
})

test('retries a failed renewal three times, then cancels the subscription', async () => {
  const subscription = await subscribe()
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  await t.advance('P31D')
  expect(await statusOf(subscription)).toBe('past_due')
  const failed = await latestInvoiceOf(t.stripe, subscription.id)
  expect(failed).toMatchObject({ status: 'open', attempt_count: 1, attempted: true, amount_remaining: 900 })
  expect(failed.next_payment_attempt).toBe(failed.created + 3 * DAY)
  expect(await t.eventTypes()).toContain('invoice.payment_failed')
  await t.advance('P3D')
  expect((await latestInvoiceOf(t.stripe, subscription.id)).next_payment_attempt).toBe(failed.created + 5 * DAY)
  await t.advance('P2D')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    attempt_count: 3,
    next_payment_attempt: failed.created + 7 * DAY,
  })
  expect(await statusOf(subscription)).toBe('past_due')
  await t.advance('P2D')
  const ended = await t.stripe.subscriptions.retrieve(subscription.id)
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    status: 'open',
    attempt_count: 4,
    auto_advance: false,
  })
})

test('or becomes unpaid, and gets invoices without a charge', async () => {
  await t.sandbox.control('PUT', '/stripe/settings', { afterRetries: 'unpaid', retryDays: [1] })
  const subscription = await subscribe()
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  await t.advance('P33D')
  expect(await statusOf(subscription)).toBe('unpaid')
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.advance('P31D')
  expect(await statusOf(subscription)).toBe('unpaid')
  const { id } = await latestInvoiceOf(t.stripe, subscription.id)
  await t.stripe.invoices.pay(id)
  expect(await statusOf(subscription)).toBe('active')
})

test('a retry with a valid card makes the subscription active', async () => {
  const subscription = await subscribe()
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  await t.advance('P31D')
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.advance('P3D')
  expect(await statusOf(subscription)).toBe('active')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    status: 'paid',
    attempt_count: 2,
    next_payment_attempt: null,
  })
})

test('a card that always requires authentication stops a renewal', async () => {
  const subscription = await subscribe()
  await attachDefaultCard(t.stripe, customer, 'pm_card_authenticationRequired')
  await t.advance('P31D')
  expect(await statusOf(subscription)).toBe('past_due')
  expect((await t.eventTypes()).filter((type) => /payment_(?:failed|action)/.test(type))).toEqual([
    'invoice.payment_action_required',
    'invoice.payment_failed',
  ])
})

test.each([
  [ASKS_ONCE, 'active'],
  [ASKS_ALWAYS, 'past_due'],
])('%s, authenticated on the page: the first renewal makes it %s', async (card, status) => {
  const subscription = await buy(t, customer, [prices.basic], card)
  expect(subscription.status).toBe('active')
  await t.advance('P31D')
  expect(await statusOf(subscription)).toBe(status)
})

test('a fault of the service stripe-charge declines a valid card', async () => {
  const subscription = await subscribe()
  await t.sandbox.control('PUT', '/faults', [
    { service: 'stripe-charge', path: 'subscription_cycle', error: 'expired_card', times: 1 },
  ])
  await t.advance('P31D')
  expect(await statusOf(subscription)).toBe('past_due')
  await t.advance('P3D')
  expect(await statusOf(subscription)).toBe('active')
})

test('an incomplete subscription expires after 23 hours', async () => {
  const subscription = await t.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.basic }],
    payment_behavior: 'default_incomplete',
  })
  expect(subscription.status).toBe('incomplete')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    status: 'open',
    attempt_count: 0,
    amount_due: 900,
  })
  await t.advance('PT22H59M')
  expect(await statusOf(subscription)).toBe('incomplete')
  await t.advance('PT2M')
  expect(await statusOf(subscription)).toBe('incomplete_expired')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ status: 'void' })
  const { data } = await t.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })
  expect(data[0]?.data.previous_attributes).toMatchObject({ status: 'incomplete' })
})

test('an incomplete subscription becomes active when its invoice is paid', async () => {
  const { id, latest_invoice } = await t.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.basic }],
    payment_behavior: 'default_incomplete',
  })
  await t.stripe.invoices.pay(idOfReference(latest_invoice))
  expect((await t.stripe.subscriptions.retrieve(id)).status).toBe('active')
  expect((await errorOf(t.stripe.invoices.pay(idOfReference(latest_invoice)))).message).toBe('Invoice is already paid')
})

test('a trial costs nothing until it ends', async () => {
  const items = [{ price: prices.basic }]
  const subscription = await t.stripe.subscriptions.create({ customer, items, trial_period_days: 14 })
  expect(subscription).toMatchObject({ status: 'trialing', trial_end: subscription.created + 14 * DAY })
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ total: 0, status: 'paid' })
  await t.advance('P15D')
  expect(await statusOf(subscription)).toBe('active')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    total: 900,
    billing_reason: 'subscription_cycle',
  })
})
