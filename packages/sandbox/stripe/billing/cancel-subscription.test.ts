import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestCatalogue,
  createCustomerWithCard,
  attachDefaultCard,
  latestInvoiceOf,
  errorOf,
  createCatalogue,
} from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
let subscription: Stripe.Subscription

beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = await createCustomerWithCard(t.stripe)
  subscription = await t.stripe.subscriptions.create({ customer, items: [{ price: prices.basic }] })
})

const now = () => t.stripe.subscriptions.retrieve(subscription.id)

test('an immediate cancellation ends the subscription without a credit', async () => {
  const ended = await t.stripe.subscriptions.cancel(subscription.id, { cancellation_details: { feedback: 'unused' } })
  expect(ended).toMatchObject({
    status: 'canceled',
    cancellation_details: { feedback: 'unused', reason: 'cancellation_requested' },
  })
  expect(ended.canceled_at).toBe(ended.ended_at)
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
  expect((await t.eventTypes()).at(-1)).toBe('customer.subscription.deleted')
  await t.advance('P40D')
  expect((await t.stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('a canceled subscription cannot be canceled again, and only its metadata can change', async () => {
  await t.stripe.subscriptions.cancel(subscription.id)
  const again = await errorOf(t.stripe.subscriptions.cancel(subscription.id))
  expect(again).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  const change = t.stripe.subscriptions.update(subscription.id, { items: [{ price: prices.more }] })
  expect((await errorOf(change)).message).toBe(
    'A canceled subscription can only update its cancellation_details and metadata.',
  )
  expect(await t.stripe.subscriptions.update(subscription.id, { metadata: { a: '1' } })).toMatchObject({
    metadata: { a: '1' },
  })
})

test('prorate and invoice_now credit the rest of the period', async () => {
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items.data[0] ?? {}
  await t.sandbox.control('POST', '/clock', {
    now: new Date((start + Math.floor((end - start) / 3)) * 1000).toISOString(),
  })
  const ended = await t.stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
  const at = ended.ended_at ?? 0
  const credit = -Math.round((900 * (end - at)) / (end - start))
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    total: credit,
    amount_due: 0,
    status: 'paid',
  })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: credit })
})

test('open invoices of a canceled subscription are not charged', async () => {
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  await t.advance('P31D')
  await t.stripe.subscriptions.cancel(subscription.id)
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    status: 'open',
    auto_advance: false,
    next_payment_attempt: null,
  })
  const { id } = await latestInvoiceOf(t.stripe, subscription.id)
  expect((await errorOf(t.stripe.invoices.pay(id))).statusCode).toBe(402)
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.advance('P10D')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ status: 'open', attempt_count: 2 })
})

test('cancels at the end of the period, unless reverted before', async () => {
  const end = subscription.items.data[0]?.current_period_end ?? 0
  const asked = await t.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect(asked).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end, ended_at: null })
  expect(asked.canceled_at).not.toBeNull()
  const undone = await t.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
  expect(undone).toMatchObject({ status: 'active', cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  await t.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await t.advance('P31D')
  expect(await now()).toMatchObject({ status: 'canceled', ended_at: end, cancel_at_period_end: true })
  expect((await t.eventTypes()).at(-1)).toBe('customer.subscription.deleted')
  expect((await t.stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('cancels at a given date', async () => {
  const over = t.stripe.subscriptions.update(subscription.id, { cancel_at: subscription.created - 1 })
  expect(await errorOf(over)).toMatchObject({ statusCode: 400, param: 'cancel_at' })
  const cancel_at = subscription.created + 3 * 86_400
  expect(await t.stripe.subscriptions.update(subscription.id, { cancel_at })).toMatchObject({
    cancel_at,
    cancel_at_period_end: false,
  })
  await t.advance('P3D')
  await t.advance('PT1S')
  expect((await now()).ended_at).toBe(cancel_at)
})

test('a list omits ended subscriptions, unless status is all', async () => {
  await t.stripe.subscriptions.cancel(subscription.id)
  const { id } = await t.stripe.subscriptions.create({ customer, items: [{ price: prices.pro }] })
  const idsOf = async (params: Stripe.SubscriptionListParams) =>
    (await t.stripe.subscriptions.list({ customer, ...params })).data.map((each) => each.id)
  expect(await idsOf({})).toEqual([id])
  expect(await idsOf({ status: 'all' })).toEqual([id, subscription.id])
  expect(await idsOf({ status: 'canceled' })).toEqual([subscription.id])
  expect(await idsOf({ status: 'ended' })).toEqual([subscription.id])
  expect(await idsOf({ status: 'past_due' })).toEqual([])
  expect(await idsOf({ price: prices.pro })).toEqual([id])
})
