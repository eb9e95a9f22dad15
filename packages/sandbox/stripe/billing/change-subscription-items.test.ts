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
let customer: string
let subscription: Stripe.Subscription
let item: string

beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = await createCustomerWithCard(t.stripe)
  subscription = await t.stripe.subscriptions.create({ customer, items: [{ price: prices.basic }] })
  item = subscription.items.data[0]?.id ?? ''
})

const update = (params: Stripe.SubscriptionUpdateParams) => t.stripe.subscriptions.update(subscription.id, params)
/** Exactly half of the billing period. */
function middle() {
  const { current_period_start: start = 0, current_period_end: end = 0 } = subscription.items.data[0] ?? {}
  return { start, end, half: start + Math.floor((end - start) / 2) }
}
const amountsOf = (invoice: Stripe.Invoice) => invoice.lines.data.map(({ amount }) => amount)
const pricesOf = ({ items }: Stripe.Subscription) => items.data.map(({ price, quantity }) => [price.id, quantity])

test('a new subscription is in flexible billing mode, has its period on its items, and is paid', async () => {
  expect(subscription).toMatchObject({ status: 'active', billing_mode: { type: 'flexible' }, currency: 'usd' })
  expect(subscription).not.toHaveProperty('current_period_end')
  const { start, end } = middle()
  expect(new Date(end * 1000).getUTCMonth()).toBe((new Date(start * 1000).getUTCMonth() + 1) % 12)
  const invoice = await latestInvoiceOf(t.stripe, subscription.id)
  expect(invoice).toMatchObject({ status: 'paid', total: 900, amount_paid: 900, billing_reason: 'subscription_create' })
  expect(await t.eventTypes()).toEqual([
    'customer.updated',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
})

test('adds, changes and removes items; a new price resets the quantity to one', async () => {
  const added = await update({ items: [{ price: prices.more, quantity: 3 }] })
  expect(pricesOf(added)).toEqual([
    [prices.basic, 1],
    [prices.more, 3],
  ])
  const second = added.items.data[1]?.id ?? ''
  expect(pricesOf(await update({ items: [{ id: second, quantity: 5 }] }))[1]).toEqual([prices.more, 5])
  expect(pricesOf(await update({ items: [{ id: second, price: prices.pro }] }))[1]).toEqual([prices.pro, 1])
  expect(pricesOf(await update({ items: [{ id: second, price: prices.more, quantity: 2 }] }))[1]).toEqual([
    prices.more,
    2,
  ])
  expect(pricesOf(await update({ items: [{ id: second, deleted: true }] }))).toEqual([[prices.basic, 1]])
})

test.each([
  ['the last item', () => ({ items: [{ id: item, deleted: true }] }), 'items'],
  ['the same price twice', () => ({ items: [{ price: prices.basic }] }), 'items'],
  ['an inactive price', () => ({ items: [{ price: prices.inactive }] }), 'items[0][price]'],
  ['another rhythm', () => ({ items: [{ price: prices.yearly }] }), 'items[0][price]'],
  ['an unknown price', () => ({ items: [{ price: 'price_none' }] }), 'items[0][price]'],
  ['an unknown item', () => ({ items: [{ id: 'si_none', quantity: 2 }] }), 'items[0][id]'],
  [
    'a time before the period',
    () => ({ items: [{ id: item, quantity: 2 }], proration_date: middle().start - 1 }),
    'proration_date',
  ],
])('%s is refused, and nothing changes', async (_, params, param) => {
  expect(await errorOf(update(params()))).toMatchObject({ statusCode: 400, param })
  expect(pricesOf(await t.stripe.subscriptions.retrieve(subscription.id))).toEqual([[prices.basic, 1]])
})

test('refuses more than 20 items', async () => {
  const items: { price: string }[] = []
  for (let more = 0; more < 20; more++) {
    const product = (await t.stripe.products.create({ name: `P${more}` })).id
    const price = { product, currency: 'usd', unit_amount: 100, recurring: { interval: 'month' as const } }
    items.push({ price: (await t.stripe.prices.create(price)).id })
  }
  expect(await errorOf(update({ items }))).toMatchObject({ statusCode: 400, param: 'items' })
  expect((await update({ items: items.slice(0, 19) })).items.data).toHaveLength(20)
})

test('always_invoice invoices the prorations immediately, by the second', async () => {
  const { start, end, half } = middle()
  await update({ items: [{ id: item, price: prices.pro }], proration_behavior: 'always_invoice', proration_date: half })
  const invoice = await latestInvoiceOf(t.stripe, subscription.id)
  const share = (end - half) / (end - start)
  expect(amountsOf(invoice)).toEqual([-Math.round(900 * share), Math.round(2900 * share)])
  expect(invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_update',
    total: amountsOf(invoice).reduce((a, b) => a + b),
  })
  expect(invoice.lines.data.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^Unused time on Basic after \d\d \w+ \d{4}$/),
    expect.stringMatching(/^Remaining time on Pro after/),
  ])
  expect(invoice.lines.data.every(({ parent }) => parent?.subscription_item_details?.proration)).toBe(true)
  expect(invoice.lines.data[0]?.period).toEqual({ start: half, end })
})

test('create_prorations adds lines to the next invoice, none has no lines', async () => {
  const { half } = middle()
  const first = idOfReference(subscription.latest_invoice)
  await update({ items: [{ id: item, quantity: 2 }], proration_date: half })
  const unbilled = await update({ items: [{ price: prices.more }], proration_behavior: 'none' })
  expect(unbilled.latest_invoice).toBe(first)
  await t.advance('P32D')
  const invoice = await latestInvoiceOf(t.stripe, subscription.id)
  expect(invoice.billing_reason).toBe('subscription_cycle')
  expect(amountsOf(invoice).slice(2)).toEqual([1800, 499])
  const [credit = 0, debit = 0] = amountsOf(invoice)
  expect([credit < 0, debit > 0, invoice.lines.data.length]).toEqual([true, true, 4])
  await t.advance('P31D')
  expect(amountsOf(await latestInvoiceOf(t.stripe, subscription.id))).toEqual([1800, 499])
})

test('an unchanged item has no proration', async () => {
  const items = [{ id: item, price: prices.basic, quantity: 1, metadata: { a: '1' } }]
  const same = await update({ items, proration_behavior: 'always_invoice', proration_date: middle().half })
  expect(same.latest_invoice).toBe(subscription.latest_invoice)
  expect(same.items.data[0]?.metadata).toEqual({ a: '1' })
})

test('gives no credit for an item that was never debited', async () => {
  const { half } = middle()
  const added = await update({ items: [{ price: prices.more, quantity: 4 }], proration_behavior: 'none' })
  const second = added.items.data[1]?.id ?? ''
  await update({ items: [{ id: second, deleted: true }], proration_behavior: 'always_invoice', proration_date: half })
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({ billing_reason: 'subscription_create' })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
})

test('a credit stays on the balance and pays later invoices', async () => {
  const { start, half } = middle()
  await update({
    items: [{ id: item, price: prices.pro }],
    proration_behavior: 'always_invoice',
    proration_date: start,
  })
  await update({
    items: [{ id: item, price: prices.basic }],
    proration_behavior: 'always_invoice',
    proration_date: half,
  })
  const credit = await latestInvoiceOf(t.stripe, subscription.id)
  expect(credit.total).toBeLessThan(-900)
  expect(credit).toMatchObject({ status: 'paid', amount_due: 0, starting_balance: 0, ending_balance: credit.total })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: credit.total })
  await t.advance('P32D')
  const next = await latestInvoiceOf(t.stripe, subscription.id)
  expect(next).toMatchObject({
    status: 'paid',
    total: 900,
    starting_balance: credit.total,
    ending_balance: credit.total + 900,
    amount_due: 0,
  })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: credit.total + 900 })
})

test('an amount below the minimum charge is added to the next invoice', async () => {
  const { end } = middle()
  const almost = end - 3600
  await update({ items: [{ id: item, quantity: 2 }], proration_behavior: 'always_invoice', proration_date: almost })
  const small = await latestInvoiceOf(t.stripe, subscription.id)
  expect([small.total > 0, small.total < 50]).toEqual([true, true])
  expect(small).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: small.total })
  await t.advance('P32D')
  expect(await latestInvoiceOf(t.stripe, subscription.id)).toMatchObject({
    total: 1800,
    amount_due: 1800 + small.total,
    amount_paid: 1800 + small.total,
  })
})

test('an update event has previous_attributes', async () => {
  await update({ metadata: { change_id: 'c1' } })
  const { data } = await t.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })
  expect(data[0]?.data.previous_attributes).toEqual({ metadata: {} })
  expect(data[0]?.data.object).toMatchObject({ id: subscription.id, metadata: { change_id: 'c1' } })
})
