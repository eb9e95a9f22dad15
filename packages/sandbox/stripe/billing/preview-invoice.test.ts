import type { Stripe } from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import {
  type TestCatalogue,
  createCustomerWithCard,
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
let start: number
let end: number

beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = await createCustomerWithCard(t.stripe)
  subscription = await t.stripe.subscriptions.create({ customer, items: [{ price: prices.basic }] })
  const [first] = subscription.items.data
  item = first?.id ?? ''
  start = first?.current_period_start ?? 0
  end = first?.current_period_end ?? 0
})

const preview = (subscription_details: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails = {}) =>
  t.stripe.invoices.createPreview({ customer, subscription: subscription.id, subscription_details })
const amountsOf = ({ lines, total, amount_due, ending_balance }: Stripe.Invoice) => ({
  lines: lines.data.map(({ amount, description, period }) => [amount, description, period.start, period.end]),
  total,
  amount_due,
  ending_balance,
})
const waiting = () =>
  t.stripe.subscriptions.update(subscription.id, { items: [{ id: item, quantity: 2 }], proration_date: start + 1000 })

test('without a change the preview is the next renewal', async () => {
  await waiting()
  const next = await preview()
  expect(next).toMatchObject({ billing_reason: 'upcoming', status: 'draft', number: null, created: end })
  await t.advance('P32D')
  expect(amountsOf(await latestInvoiceOf(t.stripe, subscription.id))).toEqual(amountsOf(next))
})

test('pending prorations are in the preview of the next renewal', async () => {
  const details = { items: [{ price: prices.more, quantity: 3 }], proration_date: start + 86_400 }
  const next = await preview(details)
  await t.stripe.subscriptions.update(subscription.id, details)
  await t.advance('P32D')
  expect(amountsOf(await latestInvoiceOf(t.stripe, subscription.id))).toEqual(amountsOf(next))
})

test('an immediate cancellation credits the rest of the period, with pending lines', async () => {
  await waiting()
  const at = start + 864_000
  const credit = -Math.round((1800 * (end - at)) / (end - start))
  const shown = await preview({ cancel_now: true, proration_date: at })
  expect(shown.lines.data.map(({ amount }) => amount).at(-1)).toBe(credit)
  expect(shown.lines.data).toHaveLength(3)
  expect((await preview({ cancel_now: true, proration_behavior: 'none' })).lines.data).toHaveLength(2)
})

test('a subscription that ends with the period has only pending lines', async () => {
  await waiting()
  expect((await preview({ cancel_at_period_end: true })).lines.data).toHaveLength(2)
})

test('a preview stores nothing', async () => {
  const before = await t.eventTypes()
  await preview({ items: [{ id: item, price: prices.pro }], proration_behavior: 'always_invoice' })
  await preview({ items: [{ price: prices.more }] })
  expect(await t.eventTypes()).toEqual(before)
  expect((await t.stripe.invoices.list({ customer })).data).toHaveLength(1)
  expect(JSON.stringify(await t.stripe.subscriptions.retrieve(subscription.id))).toBe(JSON.stringify(subscription))
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ balance: 0 })
})

test('refuses what the change would refuse, and the subscription of another customer', async () => {
  expect(await errorOf(preview({ items: [{ price: prices.inactive }] }))).toMatchObject({ statusCode: 400 })
  const other = await createCustomerWithCard(t.stripe)
  const foreign = t.stripe.invoices.createPreview({ customer: other, subscription: subscription.id })
  expect(await errorOf(foreign)).toMatchObject({ statusCode: 400, param: 'subscription' })
  expect(await errorOf(t.stripe.invoices.createPreview({ customer }))).toMatchObject({ param: 'subscription' })
})
