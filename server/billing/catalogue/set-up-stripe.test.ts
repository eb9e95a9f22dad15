import { expect, test } from 'vitest'
import { signUpCustomer } from '../../../test/kit/billing.ts'
import { callFunction, requestsTo, signUp } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { createStripe, type StripeClient } from '../../vendors/stripe/stripe.ts'
import { findPriceProblems } from './check-prices.ts'
import { ensureCustomer } from '../entitlements/stripe-customer.ts'
import { setUpStripe } from './set-up-stripe.ts'
import { syncLockedCustomer } from '../entitlements/sync-customer.ts'

const app = await appOfFile()
/** As with keys of Stripe's: nothing is set up automatically. */
let stripe: StripeClient
const config = app.ctx.config.stripe
if (!config) throw new Error('There is no Stripe')
stripe = createStripe({ ...config, mode: 'test', setUp: 'command' })
const real = { ...app.ctx, vendors: { ...app.ctx.vendors, stripe } }

const price = (name: string, price_monthly: number) =>
  app.ctx.db.asService((tx) => tx.updateTable('plans').set({ price_monthly }).where('name', '=', name).execute())
const posts = async () =>
  (await requestsTo(app, 'stripe')).filter(({ method }) => method === 'POST').map(({ url }) => url)

test('reports every missing price before the setup, whatever the key', async () => {
  const config = app.ctx.config.stripe
  const other = config && createStripe({ ...config, setUp: 'command' })
  const found = await findPriceProblems({ ...real, vendors: { ...real.vendors, stripe: other } })
  expect(await findPriceProblems(real)).toEqual(found)
  expect(found).toEqual([
    'Stripe: there is no price for “Pro”; run npx mailroom stripe setup',
    'Stripe: there is no price for “Business”; run npx mailroom stripe setup',
    'Stripe: there is no price for “1,000 more emails”; run npx mailroom stripe setup',
    'Stripe: there is no price for “2,500 more emails”; run npx mailroom stripe setup',
    'Stripe: the customer portal is not set up; run npx mailroom stripe setup',
  ])
})

test('creates prices, portal and endpoint once and returns the secret once', async () => {
  const first = await setUpStripe(real, stripe)
  expect(first.prices.map(({ name, unitAmount, made }) => [name, unitAmount, made])).toEqual([
    ['Pro', 1900, true],
    ['Business', 4900, true],
    ['1,000 more emails', 500, true],
    ['2,500 more emails', 900, true],
  ])
  expect(first.webhookSecret).toMatch(/^whsec_/)
  expect(await findPriceProblems(real)).toEqual([])
  const before = (await posts()).length
  const second = await setUpStripe(real, stripe)
  expect(second.prices).toEqual(first.prices.map((one) => ({ ...one, made: false })))
  expect(second.webhookSecret).toBeNull()
  const again = (await posts()).slice(before)
  expect(again.filter((url) => /\/(products|prices|configurations|webhook_endpoints)$/.test(url))).toEqual([])
})

test('a wrong price prevents the start; the setup corrects it and keeps old prices', async () => {
  await price('Pro', 2100)
  expect(await findPriceProblems(real)).toEqual([
    'Stripe: “Pro” costs 1900 cents there and 2100 on our page; run npx mailroom stripe setup',
  ])
  const { prices } = await setUpStripe(real, stripe)
  expect(prices.filter(({ made }) => made).map(({ name }) => name)).toEqual(['Pro'])
  expect(await findPriceProblems(real)).toEqual([])
  const known = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.stripe_prices')
      .select(['unit_amount', 'is_current'])
      .where('mode', '=', 'test')
      .orderBy('unit_amount')
      .execute(),
  )
  expect(known).toEqual([
    { unit_amount: 500, is_current: true },
    { unit_amount: 900, is_current: true },
    { unit_amount: 1900, is_current: false },
    { unit_amount: 2100, is_current: true },
    { unit_amount: 4900, is_current: true },
  ])
  await price('Pro', 1900)
  await setUpStripe(real, stripe)
})

test('starts with the saved prices while Stripe is down; an invalid key prevents the start', async () => {
  await app.faults({ service: 'stripe', path: '', status: 429 })
  expect(await findPriceProblems(real)).toEqual([])
  await app.faults()
  const config = app.ctx.config.stripe
  const wrong = config && createStripe({ ...config, mode: 'test', setUp: 'command', secretKey: 'sk_test_of_nobody' })
  expect(await findPriceProblems({ ...real, vendors: { ...real.vendors, stripe: wrong } })).toEqual([
    expect.stringMatching(/^Stripe: STRIPE_SECRET_KEY was refused \(401/),
  ])
})

test('without Stripe there are no plans, and every function of billing reports it', async () => {
  const who = await signUp(app)
  const { stripe: before } = app.ctx.vendors
  app.ctx.vendors.stripe = null
  try {
    const plans = await app.ctx.db.asService((tx) => tx.selectFrom('plans').select(['id', 'name']).execute())
    const idOf = (name: string) => plans.find((plan) => plan.name === name)?.id
    const addons = [{ id: crypto.randomUUID(), quantity: 1 }]
    for (const [name, input] of [
      ['create-checkout', { planId: idOf('Free') }],
      ['create-checkout', { planId: idOf('Pro') }],
      ['cancel-subscription', {}],
      ['customer-portal', {}],
    ] as const)
      expect(await callFunction(app, who, name, input)).toMatchObject({
        status: 503,
        body: { error: { code: 'billing_not_configured' } },
      })
    expect((await callFunction(app, who, 'manage-addons', { addons })).status).toBe(404)
    expect(await findPriceProblems(app.ctx)).toEqual([])
  } finally {
    app.ctx.vendors.stripe = before
  }
})

test('a crash at any step of a purchase neither charges twice nor loses it', async () => {
  const b = await signUpCustomer(app)
  const addons = [{ id: b.shop.small, quantity: 1 }]
  for (const step of [
    { path: '/v1/customers$', when: 'after' },
    { path: '/v1/checkout/sessions$', when: 'before' },
    { path: '/v1/checkout/sessions$', when: 'after' },
  ]) {
    // Simulates a crashed process: its responses are lost and nothing is retried.
    await app.faults({ service: 'stripe', method: 'POST', drop: true, times: 9, ...step })
    expect((await b.checkout(b.shop.pro, addons)).status).toBe(502)
    await app.faults()
    await app.runDueJobs()
  }
  expect(await b.subscribe(b.shop.pro, addons)).toContain('session_id=')
  const ours = (await b.world()).customers.filter(({ metadata }) => JSON.stringify(metadata)?.includes(b.who.userId))
  expect(ours).toHaveLength(1)
  const { subscriptions, sessions } = await b.atStripe()
  expect(subscriptions).toHaveLength(1)
  expect(sessions.map(({ status }) => status)).toEqual(['complete'])
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.pro })
})

test('a customer unknown to Stripe keeps their entitlements', async () => {
  const b = await signUpCustomer(app)
  await app.ctx.db.asService(async (tx) => {
    const at = { user_id: b.who.userId, stripe_customer_id: 'cus_of_another_account' }
    await tx
      .insertInto('app.billing_customers')
      .values({ ...at, mode: 'test', created_at: app.clock.now() })
      .execute()
    await tx
      .insertInto('subscriptions')
      .values({ ...at, plan_id: b.shop.pro, status: 'active', stripe_subscription_id: 'sub_of_another_account' })
      .execute()
  })
  await syncLockedCustomer(real, stripe, b.who.userId)
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.pro })
  await expect(ensureCustomer(real, stripe, b.who.userId)).rejects.toMatchObject({ code: 'billing_unavailable' })
  expect(await b.customerId()).toBe('cus_of_another_account')
})

test('a customer deleted at Stripe loses the plan and is replaced at the next purchase', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  const known = await b.customerId()
  await stripe.deleteCustomer(known)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-billing', {}))
  await app.runDueJobs()
  expect(await b.row()).toMatchObject({ status: 'canceled', plan_id: b.shop.pro })
  expect(await b.subscribe(b.shop.business)).toContain('session_id=')
  expect(await b.customerId()).not.toBe(known)
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.business })
})

test('an abandoned checkout expires after an hour, with or without an event', async () => {
  const b = await signUpCustomer(app)
  await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
  await b.checkout(b.shop.pro)
  const state = async () => {
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'maintain-billing', {}))
    await app.runDueJobs()
    const own = app.ctx.db.asService((tx) =>
      tx.selectFrom('app.checkout_attempts').select('state').where('user_id', '=', b.who.userId).execute(),
    )
    return (await own).map((row) => row.state)
  }
  expect(await state()).toEqual(['open'])
  await b.after('70 min')
  expect(await state()).toEqual(['expired'])
  expect((await b.checkout(b.shop.pro)).status).toBe(200)
})
