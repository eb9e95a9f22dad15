import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { buy, setUpPortal } from '../../testing/stripe-hosted-pages.ts'
import { type TestCatalogue, errorOf, createCatalogue } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com' })).id
})

const productOf = async (price: string) => {
  const { product } = await t.stripe.prices.retrieve(price)
  return typeof product === 'string' ? product : product.id
}

test('a new configuration has defaults: no prorations, cancellation at period end', async () => {
  const made = await t.stripe.billingPortal.configurations.create({ features: { invoice_history: { enabled: true } } })
  expect(made).toMatchObject({
    object: 'billing_portal.configuration',
    active: true,
    is_default: false,
    features: {
      invoice_history: { enabled: true },
      subscription_update: { enabled: false, proration_behavior: 'none', products: null },
      subscription_cancel: { enabled: false, mode: 'at_period_end' },
      customer_update: { enabled: false, allowed_updates: [] },
    },
  })
})

test('updates a configuration partially, retrieves and deactivates it', async () => {
  const id = await setUpPortal(t, prices)
  const { configurations } = t.stripe.billingPortal
  const changed = await configurations.update(id, {
    features: { subscription_update: { enabled: true, proration_behavior: 'create_prorations' } },
    business_profile: { headline: 'Hello' },
    metadata: { version: '2' },
  })
  expect(changed).toMatchObject({
    metadata: { version: '2' },
    business_profile: { headline: 'Hello' },
    features: {
      subscription_update: { proration_behavior: 'create_prorations', default_allowed_updates: ['price'] },
      payment_method_update: { enabled: true },
    },
  })
  expect(changed.features.subscription_update.products).toHaveLength(2)
  expect((await configurations.list({ active: true })).data.map((one) => one.id)).toEqual([id])
  await configurations.update(id, { active: false, metadata: '' })
  expect(await configurations.retrieve(id)).toMatchObject({ active: false, metadata: {} })
  expect((await configurations.list({ active: true })).data).toEqual([])
  expect(await errorOf(configurations.retrieve('bpc_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  const refusal = await errorOf(t.stripe.billingPortal.sessions.create({ customer, configuration: id }))
  expect(refusal).toMatchObject({ statusCode: 400, param: 'configuration' })
})

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features

test.each<[string, string, () => Promise<Features>]>([
  [
    'updates without products',
    '[products]',
    async () => ({ subscription_update: { enabled: true, default_allowed_updates: ['price'] } }),
  ],
  [
    'a price of another product',
    '[products][0][prices][0]',
    async () => {
      const products = [{ product: await productOf(prices.basic), prices: [prices.pro] }]
      return { subscription_update: { enabled: true, default_allowed_updates: ['price'], products } }
    },
  ],
  [
    'a product that is none',
    '[products][0][product]',
    async () => ({
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        products: [{ product: 'prod_none', prices: [prices.pro] }],
      },
    }),
  ],
  [
    'a price that is not sold',
    '[products][0][prices][0]',
    async () => {
      const products = [{ product: await productOf(prices.inactive), prices: [prices.inactive] }]
      return { subscription_update: { enabled: true, default_allowed_updates: ['price'], products } }
    },
  ],
])('%s: refused', async (_, where, features) => {
  const refusal = await errorOf(t.stripe.billingPortal.configurations.create({ features: await features() }))
  expect(refusal).toMatchObject({ statusCode: 400, param: `features[subscription_update]${where}` })
})

test('refuses prorations at period end, and pauses', async () => {
  const { configurations } = t.stripe.billingPortal
  const late = { subscription_cancel: { enabled: true, proration_behavior: 'always_invoice' as const } }
  expect((await errorOf(configurations.create({ features: late }))).param).toContain('proration_behavior')
  expect(
    (await errorOf(configurations.create({ features: { subscription_pause: { enabled: true } } }))).param,
  ).toContain('pause')
})

test('a session belongs to one customer, and its URL contains a secret', async () => {
  const configuration = await setUpPortal(t, prices)
  const { sessions } = t.stripe.billingPortal
  const made = await sessions.create({ customer, configuration, return_url: 'http://localhost:3000/a?b=c' })
  expect(made).toMatchObject({ customer, configuration, return_url: 'http://localhost:3000/a?b=c', flow: null })
  expect(made.id).toMatch(/^bps_/)
  expect((await errorOf(sessions.create({ customer: 'cus_none', configuration }))).param).toBe('customer')
  expect((await errorOf(sessions.create({ customer }))).message).toContain('No configuration provided')
  expect((await errorOf(sessions.create({ customer, configuration: 'bpc_none' }))).param).toBe('configuration')
  expect((await errorOf(sessions.create({ customer, configuration, return_url: 'here' }))).param).toBe('return_url')
})

test('creates a flow only if configuration and subscription allow it', async () => {
  const configuration = await setUpPortal(t, prices, { customer_update: { enabled: false } })
  const several = await buy(t, customer, [prices.basic, prices.more])
  const otherSubscription = await buy(t, (await t.stripe.customers.create()).id, [prices.basic])
  const refuse = async (flow_data: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
    (await errorOf(t.stripe.billingPortal.sessions.create({ customer, configuration, flow_data }))).param
  expect(await refuse({ type: 'customer_update' })).toBe('flow_data[type]')
  expect(await refuse({ type: 'subscription_cancel' })).toBe('flow_data[subscription_cancel]')
  const update = (subscription: string) =>
    refuse({ type: 'subscription_update', subscription_update: { subscription } })
  expect(await update(several.id)).toBe('flow_data[subscription_update][subscription]')
  expect(await update(otherSubscription.id)).toBe('flow_data[subscription_update][subscription]')
  const redirect = { type: 'payment_method_update' as const, after_completion: { type: 'redirect' as const } }
  expect(await refuse(redirect)).toBe('flow_data[after_completion][redirect]')
  const { flow } = await t.stripe.billingPortal.sessions.create({
    customer,
    configuration,
    flow_data: { type: 'subscription_cancel', subscription_cancel: { subscription: several.id } },
  })
  expect(flow).toMatchObject({ type: 'subscription_cancel', subscription_cancel: { subscription: several.id } })
})
