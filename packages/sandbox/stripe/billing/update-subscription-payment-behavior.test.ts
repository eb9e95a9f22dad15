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
const addMore = (params: Stripe.SubscriptionUpdateParams = {}) =>
  t.stripe.subscriptions.update(subscription.id, {
    items: [{ price: prices.more, quantity: 2 }],
    proration_behavior: 'always_invoice',
    ...params,
  })

test.each([
  ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['pm_card_authenticationRequired', 'subscription_payment_intent_requires_action', '', /additional user action/],
])('error_if_incomplete with %s: 402, and nothing changes', async (card, code, decline_code, message) => {
  await attachDefaultCard(t.stripe, customer, card)
  const before = await t.eventTypes()
  const error = await errorOf(addMore({ payment_behavior: 'error_if_incomplete' }))
  expect(error).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code,
    message: expect.stringMatching(message),
  })
  expect(error.decline_code).toBe(decline_code)
  expect(JSON.stringify(await now())).toBe(JSON.stringify(subscription))
  expect(await t.eventTypes()).toEqual(before)
  expect((await t.stripe.invoices.list({ customer })).data).toHaveLength(1)
})

test('allow_incomplete: applies the change, and an unpaid invoice makes it past_due', async () => {
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  expect(await addMore()).toMatchObject({
    status: 'past_due',
    pending_update: null,
    items: { data: [{}, { quantity: 2 }] },
  })
  const invoice = await latestInvoiceOf(t.stripe, subscription.id)
  expect(invoice).toMatchObject({ status: 'open', billing_reason: 'subscription_update', amount_due: 998 })
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.stripe.invoices.pay(invoice.id)
  expect((await now()).status).toBe('active')
})

test('default_incomplete: applies the change without a charge', async () => {
  expect((await addMore({ payment_behavior: 'default_incomplete' })).items.data).toHaveLength(2)
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ status: 'open', attempt_count: 0 })
})

test('pending_if_incomplete applies the change immediately with a valid card', async () => {
  const changed = await addMore({ payment_behavior: 'pending_if_incomplete', metadata: { change_id: 'c1' } })
  expect(changed).toMatchObject({
    pending_update: null,
    metadata: { change_id: 'c1' },
    items: { data: [{}, { quantity: 2 }] },
  })
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ status: 'paid', total: 998 })
})

async function held(card = 'pm_card_authenticationRequired') {
  await attachDefaultCard(t.stripe, customer, card)
  const more = { metadata: { change_id: 'c1' }, cancel_at_period_end: true }
  return addMore({ payment_behavior: 'pending_if_incomplete', ...more })
}

test('pending_if_incomplete keeps the change pending while it is unpaid', async () => {
  const changed = await held()
  expect(changed).toMatchObject({ status: 'active', metadata: {}, cancel_at_period_end: false })
  expect(changed.items.data).toHaveLength(1)
  expect(changed.pending_update).toMatchObject({
    metadata: { change_id: 'c1' },
    subscription_items: [{ price: { id: prices.basic } }, { price: { id: prices.more }, quantity: 2 }],
  })
  const invoice = await latestInvoiceOf(t.stripe, subscription.id)
  expect(invoice).toMatchObject({ status: 'open', amount_remaining: 998, next_payment_attempt: null })
  expect(invoice.hosted_invoice_url).toContain('/invoice.stripe.com/')
  expect(changed.pending_update?.expires_at).toBe(invoice.created + 23 * 3600)
  expect((await t.eventTypes()).slice(-3)).toEqual([
    'invoice.finalized',
    'invoice.payment_action_required',
    'invoice.payment_failed',
  ])
})

test('a pending update expires at the end of the period at the latest', async () => {
  const end = subscription.items.data[0]?.current_period_end ?? 0
  await t.sandbox.control('POST', '/clock', { now: new Date((end - 3600) * 1000).toISOString() })
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  const params = { items: [{ price: prices.more, quantity: 99 }], proration_behavior: 'always_invoice' as const }
  const changed = await addMore({ ...params, payment_behavior: 'pending_if_incomplete' })
  expect(changed.pending_update?.expires_at).toBe(end)
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.advance('PT2H')
  expect(await now()).toMatchObject({ pending_update: null, status: 'active' })
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    billing_reason: 'subscription_cycle',
    total: 900,
  })
})

test('paying the invoice applies the pending update', async () => {
  const { latest_invoice } = await held()
  await attachDefaultCard(t.stripe, customer, 'pm_card_visa')
  await t.stripe.invoices.pay(idOfReference(latest_invoice))
  const changed = await now()
  expect(changed).toMatchObject({ pending_update: null, metadata: { change_id: 'c1' }, cancel_at_period_end: true })
  expect(changed.items.data.map(({ quantity }) => quantity)).toEqual([1, 2])
  expect((await t.eventTypes()).slice(-4)).toEqual([
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'customer.subscription.pending_update_applied',
  ])
})

test('a declined card leaves the update pending, and returns the error', async () => {
  const { latest_invoice } = await held()
  await attachDefaultCard(t.stripe, customer, 'pm_card_chargeCustomerFail')
  const error = await errorOf(t.stripe.invoices.pay(idOfReference(latest_invoice)))
  expect(error).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    payment_intent: { status: 'requires_payment_method' },
  })
  expect((await now()).pending_update).not.toBeNull()
})

test('voids the invoice and discards the update after 23 hours', async () => {
  const { latest_invoice } = await held()
  await t.advance('PT23H1M')
  expect(await now()).toMatchObject({ status: 'active', pending_update: null })
  expect((await now()).items.data).toHaveLength(1)
  expect((await t.stripe.invoices.retrieve(idOfReference(latest_invoice))).status).toBe('void')
  expect((await t.eventTypes()).slice(-3)).toEqual([
    'customer.subscription.updated',
    'invoice.voided',
    'customer.subscription.pending_update_expired',
  ])
})

test('an expired update restores the credit and the pending lines', async () => {
  const item = subscription.items.data[0]?.id ?? ''
  await t.stripe.customers.update(customer, { balance: -300 })
  await t.stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 2 }] })
  const invoice = async () => t.stripe.invoices.createPreview({ customer, subscription: subscription.id })
  const before = await invoice()
  await held('pm_card_chargeCustomerFail')
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
  await t.advance('PT23H1M')
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: -300 })
  expect((await invoice()).total).toBe(before.total)
})

test('another change replaces a pending update', async () => {
  const { latest_invoice } = await held()
  const item = subscription.items.data[0]?.id ?? ''
  await t.stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 3 }] })
  expect((await t.stripe.invoices.retrieve(idOfReference(latest_invoice))).status).toBe('void')
  expect(await now()).toMatchObject({ pending_update: null, items: { data: [{ quantity: 3 }] } })
})

test('pending_if_incomplete refuses removals and other parameters', async () => {
  const two = await addMore()
  const items = [{ id: two.items.data[1]?.id ?? '', deleted: true }]
  const removal = await errorOf(addMore({ items, payment_behavior: 'pending_if_incomplete' }))
  expect(removal).toMatchObject({ statusCode: 400, param: 'items[deleted]' })
  const more = { description: 'x', payment_behavior: 'pending_if_incomplete' as const }
  expect(await errorOf(addMore(more))).toMatchObject({ statusCode: 400, param: 'description' })
  const foreign = addMore({ metadata: { a: '1' }, default_payment_method: 'pm_none' })
  expect(await errorOf(foreign)).toMatchObject({ statusCode: 400, param: 'default_payment_method' })
  expect((await now()).metadata).toEqual({})
})

test('refuses a charge without a card', async () => {
  const poor = await t.stripe.customers.create()
  const create = t.stripe.subscriptions.create({ customer: poor.id, items: [{ price: prices.basic }] })
  expect(await errorOf(create)).toMatchObject({ statusCode: 400, code: 'resource_missing' })
})

test.each([
  ['pm_card_chargeCustomerFail', 'incomplete'],
  ['pm_card_authenticationRequiredOnSetup', 'incomplete'],
  ['pm_card_authenticationRequired', 'incomplete'],
])('a first payment by %s leaves the subscription %s', async (card, status) => {
  const other = await createCustomerWithCard(t.stripe, card)
  expect(await t.stripe.subscriptions.create({ customer: other, items: [{ price: prices.basic }] })).toMatchObject({
    status,
  })
})

test.each(['pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds'])('%s cannot be saved', async (card) => {
  expect(await errorOf(t.stripe.paymentMethods.attach(card, { customer }))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })
})
