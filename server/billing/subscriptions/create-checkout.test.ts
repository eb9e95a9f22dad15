import { expect, test, vi } from 'vitest'
import { signUpCustomer, type TestCustomer, cards, pay, press } from '../../../test/kit/billing.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { createNotification } from '../../shared/notifications.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
/** Buys nothing. */
const visitor = await signUpCustomer(app)

/** The row after all queued jobs. */
const settled = async (b: TestCustomer) => {
  await app.runDueJobs()
  return (await b.row()) ?? null
}

test('subscribes to a paid plan with add-ons; the plan is active when the browser returns', async () => {
  const b = await signUpCustomer(app)
  const { status, body } = await b.checkout(b.shop.pro, [
    { id: b.shop.small, quantity: 2 },
    { id: b.shop.large, quantity: 0 },
  ])
  expect(status).toBe(200)
  expect(body).toEqual({
    url: expect.stringContaining('/checkout.stripe.com/'),
    sessionId: expect.stringMatching(/^cs_test_/),
  })
  expect(await b.row()).toBeUndefined()
  const back = await pay(String(body['url']))
  expect(back).toBe(`${app.url}/api/stripe-return?session_id=${String(body['sessionId'])}`)
  const answer = await fetch(back ?? '', { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${app.url}/subscription?session_id=${String(body['sessionId'])}`,
  ])
  const row = await b.row()
  expect(row).toMatchObject({
    plan_id: b.shop.pro,
    status: 'active',
    provider_status: 'active',
    cancel_at_period_end: false,
    stripe_customer_id: await b.customerId(),
    stripe_subscription_id: expect.stringMatching(/^sub_/),
    pending_update_expires_at: null,
  })
  const days = ((row?.current_period_end?.getTime() ?? 0) - (row?.current_period_start?.getTime() ?? 0)) / 86_400_000
  expect(days).toBeGreaterThan(27)
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 2 }])
  const { customer, subscriptions, invoices } = await b.atStripe()
  expect(subscriptions).toHaveLength(1)
  expect(invoices).toMatchObject([{ status: 'paid', amount_paid: 1900 + 2 * 500 }])
  expect(customer).toMatchObject({ metadata: { user_id: b.who.userId } })
})

test('resolves the limit notification when the new plan allows more', async () => {
  const b = await signUpCustomer(app)
  await app.ctx.db.asService((tx) =>
    createNotification(tx, { userId: b.who.userId, kind: 'limit_reached', key: '2026-11/100', now: app.clock.now() }),
  )
  await b.subscribe(b.shop.pro)
  const { body } = await b.call('notifications', { action: 'list' })
  expect(body).toMatchObject({ notifications: [{ kind: 'limit_reached', read: true }], unread: 0 })
})

test('the return URL alone grants nothing', async () => {
  const b = await signUpCustomer(app)
  const { body } = await b.checkout(b.shop.pro)
  const comeBack = async (query: string) =>
    (await fetch(`${app.url}/api/stripe-return${query}`, { redirect: 'manual' })).headers.get('location')
  expect(await comeBack(`?session_id=${String(body['sessionId'])}`)).toContain('session_id=')
  expect(await b.row()).toBeUndefined()
  for (const query of [
    '',
    '?session_id=',
    '?session_id=cs_test_nobody',
    `?session_id=${'x'.repeat(5000)}`,
    '?session_id=%0d%0aset-cookie:a',
    '?session_id=cs_%00',
  ])
    expect(await comeBack(query)).toBe(`${app.url}/subscription`)
})

test('concurrent requests create one customer, one session and one subscription', async () => {
  const b = await signUpCustomer(app)
  const answers = await Promise.all(Array.from({ length: 6 }, () => b.checkout(b.shop.business)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body['url'])).size).toBe(1)
  const made = (await b.world()).customers.filter(({ metadata }) => JSON.stringify(metadata)?.includes(b.who.userId))
  expect(made).toHaveLength(1)
  const url = String(answers[0]?.body['url'])
  await Promise.all([pay(url), pay(url), pay(url)])
  expect((await b.atStripe()).subscriptions).toHaveLength(1)
  await expect.poll(() => settled(b)).toMatchObject({ plan_id: b.shop.business, status: 'active' })
})

test('expires the session of another cart and reuses the session of the same cart', async () => {
  const b = await signUpCustomer(app)
  const [first, again, other] = [
    await b.checkout(b.shop.pro, [
      { id: b.shop.small, quantity: 1 },
      { id: b.shop.large, quantity: 2 },
    ]),
    await b.checkout(b.shop.pro, [
      { id: b.shop.large, quantity: 2 },
      { id: b.shop.small, quantity: 1 },
    ]),
    await b.checkout(b.shop.business),
  ]
  expect(again.body).toEqual(first.body)
  expect(other.body['url']).not.toBe(first.body['url'])
  expect(await pay(String(first.body['url']))).toBeNull()
  expect((await b.atStripe()).sessions.map(({ status }) => status)).toEqual(['expired', 'open'])
  const back = await press(String(other.body['url']), 'cancel')
  expect(back.headers.get('location')).toBe(`${app.url}/subscription?canceled=true`)
})

test('a session paid while another is requested stays the only purchase', async () => {
  const b = await signUpCustomer(app)
  const { body } = await b.checkout(b.shop.pro)
  const { stripe } = app.ctx.vendors
  if (!stripe) throw new Error('no Stripe')
  const list = stripe.listOpenCheckoutSessions.bind(stripe)
  // Pays between the requests for subscriptions and for open sessions.
  vi.spyOn(stripe, 'listOpenCheckoutSessions').mockImplementationOnce(async (customerId) => {
    expect(await pay(String(body['url']))).toContain('session_id=')
    return list(customerId)
  })
  const other = await b.checkout(b.shop.business)
  expect(other.body).toEqual({ alreadySubscribed: true, suggestManageSubscription: true })
  const { subscriptions, sessions } = await b.atStripe()
  expect([subscriptions.length, sessions.filter(({ status }) => status === 'open').length]).toEqual([1, 0])
  expect(await b.row()).toMatchObject({ plan_id: b.shop.pro, status: 'active' })
})

test('a declined card leaves the session open; 3-D Secure happens on it', async () => {
  const b = await signUpCustomer(app)
  const { body } = await b.checkout(b.shop.pro)
  expect(await pay(String(body['url']), cards.declined)).toBeNull()
  await app.runDueJobs()
  expect(await b.row()).toBeUndefined()
  expect(await pay(String(body['url']), cards.asksOnce)).toContain('/api/stripe-return')
  // Only the event arrives; the browser does not return.
  await expect.poll(() => settled(b)).toMatchObject({ status: 'active' })
})

test('reports an existing subscription by Stripe, not by our row', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await app.ctx.db.asService((tx) => tx.deleteFrom('subscriptions').where('user_id', '=', b.who.userId).execute())
  expect((await b.checkout(b.shop.pro)).body).toEqual({ alreadySubscribed: true })
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.pro })
  const suggested = { alreadySubscribed: true, suggestManageSubscription: true }
  expect((await b.checkout(b.shop.business)).body).toEqual(suggested)
  expect((await b.checkout(b.shop.free)).body).toEqual(suggested)
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.pro })
})

test('a free plan that a client writes into its row ends with what Stripe has', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await app.runDueJobs()
  await app.ctx.db.asService((tx) => tx.deleteFrom('subscriptions').where('user_id', '=', b.who.userId).execute())
  const response = await fetch(`${app.url}/rest/v1/subscriptions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${b.who.token}`,
      apikey: app.ctx.access.anonKey,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      user_id: b.who.userId,
      plan_id: b.shop.free,
      status: 'active',
      cancel_at_period_end: false,
    }),
  })
  expect(response.status).toBe(201)
  await app.runDueJobs()
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.pro })
})

test('the free plan needs no payment and does not replace a paid plan', async () => {
  const b = await signUpCustomer(app)
  expect((await b.checkout(b.shop.free)).body).toEqual({ freePlan: true, success: true })
  expect(await b.row()).toMatchObject({ plan_id: b.shop.free, status: 'active', stripe_subscription_id: null })
  expect(await b.customerId()).toBe('')
})

test.each([
  ['a plan that is none', { planId: crypto.randomUUID() }, 404, 'plan_not_found'],
  ['an add-on that is none', { addons: [{ id: crypto.randomUUID(), quantity: 1 }] }, 404, 'addon_not_found'],
  ['a negative quantity', { addons: [{ id: crypto.randomUUID(), quantity: -1 }] }, 400, 'invalid_input'],
  ['half an add-on', { addons: [{ id: crypto.randomUUID(), quantity: 0.5 }] }, 400, 'invalid_input'],
  ['a hundred of one', { addons: [{ id: crypto.randomUUID(), quantity: 100 }] }, 400, 'invalid_input'],
  ['a price', { price: 1 }, 400, 'invalid_input'],
  ['a return URL', { successUrl: 'https://evil.example' }, 400, 'invalid_input'],
])('refuses %s, and asks Stripe nothing', async (_what, wrong, status, code) => {
  const before = (await requestsTo(app, 'stripe')).length
  const answer = await visitor.call('create-checkout', { planId: visitor.shop.pro, ...wrong })
  expect(answer).toMatchObject({ status, body: { error: { code } } })
  expect(await requestsTo(app, 'stripe')).toHaveLength(before)
})

test('refuses a duplicate add-on', async () => {
  const { shop, checkout } = visitor
  const twice = [
    { id: shop.small, quantity: 1 },
    { id: shop.small, quantity: 1 },
  ]
  expect(await checkout(shop.pro, twice)).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
})

test('after lost responses the next request gets the same customer and session', async () => {
  const b = await signUpCustomer(app)
  const lost = (path: string) => ({ service: 'stripe', method: 'POST', path, when: 'after', drop: true, times: 1 })
  await app.faults(lost('/v1/customers$'), lost('/v1/checkout/sessions$'))
  const { status, body } = await b.checkout(b.shop.pro)
  await app.faults()
  expect(status).toBe(200)
  expect((await b.checkout(b.shop.pro)).body).toEqual(body)
  expect(
    (await b.world()).customers.filter(({ metadata }) => JSON.stringify(metadata)?.includes(b.who.userId)),
  ).toHaveLength(1)
  expect((await b.atStripe()).sessions).toHaveLength(1)
})

test('continues after a lost response although the address has changed', async () => {
  const b = await signUpCustomer(app)
  const lost = { service: 'stripe', method: 'POST', path: '/v1/customers$', when: 'after', drop: true, times: 9 }
  await app.faults(lost)
  expect((await b.checkout(b.shop.pro)).status).toBe(502)
  await app.faults()
  const email = `moved-${b.who.userId}@example.com`
  await app.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ email }).where('id', '=', b.who.userId).execute(),
  )
  expect(await b.subscribe(b.shop.pro)).toContain('session_id=')
  expect((await b.atStripe()).customer?.email).toBe(email)
})

test('reports that Stripe is unavailable and works afterwards', async () => {
  const b = await signUpCustomer(app)
  await b.checkout(b.shop.pro)
  await app.faults({ service: 'stripe', path: '', status: 429 })
  expect(await b.checkout(b.shop.business)).toMatchObject({
    status: 502,
    body: { error: { code: 'checkout_failed', message: 'Failed to create checkout session' } },
  })
  await app.faults()
  expect((await b.checkout(b.shop.business)).status).toBe(200)
  await app.runDueJobs()
})
