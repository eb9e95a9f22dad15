import { beforeEach, expect, test } from 'vitest'
import { ask, at, listAt } from '../../testing/sandbox-client.ts'
import { type TestCatalogue, createCatalogue } from '../../testing/stripe-client.ts'
import {
  ASKS_ALWAYS,
  ASKS_ONCE,
  BACK,
  buy,
  cardOf,
  DECLINES,
  newSession,
  PAYS,
  press,
} from '../../testing/stripe-hosted-pages.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com' })).id
})

const basic = () => newSession(t, customer, [{ price: prices.basic, quantity: 1 }])
const subscriptions = async () => (await t.stripe.subscriptions.list({ customer, status: 'all' })).data

test('shows lines, amounts, total, read-only address, card form and back link', async () => {
  const lines = [
    { price: prices.basic, quantity: 1 },
    { price: prices.more, quantity: 3 },
  ]
  const session = await newSession(t, customer, lines)
  expect(session.url).toMatch(new RegExp(`^${t.sandbox.url}/checkout.stripe.com/c/pay/${session.id}#.+`))
  const page = await ask(session.url)
  expect(page.status).toBe(200)
  for (const part of ['SANDBOX - no real money', 'More mailboxes', '$9.00', '3 × $4.99 per month', '$14.97', '$23.97'])
    expect(page.text).toContain(part)
  expect(page.text).toMatch(/name="email" type="email" autocomplete="email" value="ann@example.com" readonly/)
  for (const kind of ['cc-number', 'cc-exp', 'cc-csc', 'cc-name']) expect(page.text).toContain(`autocomplete="${kind}"`)
  expect(page.text).toContain(`href="${BACK}"`)
  expect(page.text).not.toMatch(/<script|\son\w+="/)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/)
  const fields = [...page.text.matchAll(/<(?:input|select) id="([^"]+)"/g)].map(([, id]) => id)
  for (const id of fields) expect(page.text).toContain(`<label for="${id}">`)
})

test('has no back link without cancel_url', async () => {
  const params = { mode: 'subscription' as const, customer, success_url: 'http://localhost:3000/ok' }
  const line_items = [{ price: prices.basic, quantity: 1 }]
  const { url } = await t.stripe.checkout.sessions.create({ ...params, line_items })
  expect((await ask(url ?? '')).text).not.toMatch(/Back|value="cancel"/)
})

test('going back leaves the session open', async () => {
  const session = await basic()
  const back = await press(session.url, 'cancel')
  expect([back.status, back.headers.get('location')]).toEqual([302, BACK])
  expect((await t.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  expect((await press(session.url, 'pay', cardOf(PAYS))).status).toBe(303)
})

test('a payment completes the session, activates the subscription, and saves the card', async () => {
  const session = await basic()
  const paid = await press(session.url, 'pay', cardOf(PAYS))
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    `http://localhost:3000/api/stripe-return?session_id=${session.id}`,
  ])
  const after = await t.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'invoice'] })
  expect(after).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    amount_total: 900,
    customer_details: { email: 'ann@example.com' },
    subscription: { status: 'active', default_payment_method: expect.stringMatching(/^pm_/) },
    invoice: { status: 'paid', amount_paid: 900, billing_reason: 'subscription_create' },
  })
})

test('replaces only the literal {CHECKOUT_SESSION_ID} in success_url', async () => {
  const line_items = [{ price: prices.basic, quantity: 1 }]
  const success_url = 'http://localhost:3000/ok?a=%7BCHECKOUT_SESSION_ID%7D&b={CHECKOUT_SESSION_ID}'
  const { url, id } = await newSession(t, customer, line_items, { success_url })
  const paid = await press(url, 'pay', cardOf(PAYS))
  expect(paid.headers.get('location')).toBe(`http://localhost:3000/ok?a=%7BCHECKOUT_SESSION_ID%7D&b=${id}`)
})

test('a declined card returns 402; the session stays open, and no event is emitted', async () => {
  const session = await basic()
  const eventsBefore = await t.eventTypes()
  const page = await press(session.url, 'pay', cardOf(DECLINES))
  expect(page.status).toBe(402)
  expect(page.text).toMatch(/role="alert">Your card was declined\./)
  expect((await t.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  expect([await subscriptions(), await t.eventTypes()]).toEqual([[], eventsBefore])
  expect((await press(session.url, 'pay', cardOf(PAYS))).status).toBe(303)
})

test.each([
  ['a number that is no test card', { card_number: '5105105105105100' }, 'Only test cards work here'],
  ['no number', { card_number: '' }, 'Your card number is incomplete'],
  ['a date that is over', { card_expiry: '01/20' }, 'is in the past'],
  ['no date', { card_expiry: '13/40' }, 'expiration date is incomplete'],
  ['no security code', { card_cvc: '1' }, 'security code is incomplete'],
])('%s is refused beside its field, and the number of a strange card is not shown', async (_, change, words) => {
  const session = await basic()
  const page = await press(session.url, 'pay', { ...cardOf(PAYS), ...change })
  expect(page.status).toBe(400)
  expect(page.text.replaceAll('&#39;', "'")).toContain(words)
  expect(page.text).toMatch(/aria-invalid="true" aria-describedby="card-\w+-problem"/)
  expect(page.text).not.toContain('5105105105105100')
  expect(await subscriptions()).toEqual([])
})

test.each([ASKS_ONCE, ASKS_ALWAYS])(
  '%s asks the bank first: failing leaves the session open, completing pays',
  async (card) => {
    const session = await basic()
    const asked = await press(session.url, 'pay', cardOf(card))
    expect(asked.text).toContain('3-D Secure')
    expect(await subscriptions()).toEqual([])
    const failed = await press(session.url, 'fail')
    expect([failed.status, failed.text.includes('unable to authenticate')]).toEqual([402, true])
    expect((await press(session.url, 'complete')).status).toBe(400)
    await press(session.url, 'pay', cardOf(card))
    expect((await press(session.url, 'complete')).status).toBe(303)
    expect(await subscriptions()).toMatchObject([{ status: 'active' }])
  },
)

test('off session, authenticates_once pays and authenticates_always requires authentication', async () => {
  const once = await buy(t, customer, [prices.basic], ASKS_ONCE)
  const always = await buy(t, customer, [prices.pro], ASKS_ALWAYS)
  await t.advance('P32D')
  expect((await t.stripe.subscriptions.retrieve(once.id)).status).toBe('active')
  expect((await t.stripe.subscriptions.retrieve(always.id)).status).toBe('past_due')
})

test('of two concurrent payments one succeeds, the other finds the session complete', async () => {
  const session = await basic()
  const answers = await Promise.all(Array.from({ length: 4 }, () => press(session.url, 'pay', cardOf(PAYS))))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.text).toContain('already completed')
  expect(await subscriptions()).toHaveLength(1)
  expect((await ask(session.url)).text).toContain('already completed')
})

test('refuses a payment of an expired session', async () => {
  const early = await basic()
  await t.stripe.checkout.sessions.expire(early.id)
  const late = await basic()
  await t.advance('PT24H1S')
  for (const { url, id } of [early, late]) {
    expect((await ask(url)).text).toContain('has expired')
    expect((await press(url, 'pay', cardOf(PAYS))).status).toBe(409)
    expect(await t.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'expired', url: null })
  }
  expect(await subscriptions()).toEqual([])
  expect((await t.eventTypes()).filter((type) => type === 'checkout.session.expired')).toHaveLength(2)
})

test('refuses a deleted customer, and returns 404 for an unknown session', async () => {
  const session = await basic()
  await t.stripe.customers.del(customer)
  expect((await press(session.url, 'pay', cardOf(PAYS))).status).toBe(409)
  expect((await ask(`${t.sandbox.url}/checkout.stripe.com/c/pay/cs_test_none`)).status).toBe(404)
})

test.each([true, false])('the control API completes an asynchronous payment (succeeded: %s)', async (succeeded) => {
  await t.sandbox.control('PUT', '/stripe/settings', { delayedPayments: true })
  const session = await basic()
  await press(session.url, 'pay', cardOf(PAYS))
  const read = () => t.stripe.checkout.sessions.retrieve(session.id)
  expect(await read()).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  expect(await subscriptions()).toMatchObject([{ status: 'incomplete' }])
  await t.sandbox.control('POST', '/stripe/events', { type: 'async_payment', session: session.id, succeeded })
  expect((await read()).payment_status).toBe(succeeded ? 'paid' : 'unpaid')
  expect(await subscriptions()).toMatchObject([{ status: succeeded ? 'active' : 'incomplete' }])
  const word = succeeded ? 'succeeded' : 'failed'
  expect((await t.eventTypes()).at(-1)).toBe(`checkout.session.async_payment_${word}`)
})

test('a trial with an authenticated card is charged without authentication', async () => {
  const subscription_data = { trial_period_days: 7 }
  const session = await newSession(t, customer, [{ price: prices.basic, quantity: 1 }], { subscription_data })
  expect((await press(session.url, 'pay', cardOf(ASKS_ONCE))).text).toContain('3-D Secure')
  await press(session.url, 'complete')
  await t.advance('P8D')
  expect(await subscriptions()).toMatchObject([{ status: 'active' }])
})

test('a trial saves the card and charges nothing', async () => {
  const subscription_data = { trial_period_days: 7 }
  const session = await newSession(t, customer, [{ price: prices.basic, quantity: 1 }], { subscription_data })
  expect((await ask(session.url)).text).toMatch(/Total due today<\/span> <span class="amount">\$0\.00/)
  await press(session.url, 'pay', cardOf(PAYS))
  expect(await t.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'no_payment_required' })
  expect(await subscriptions()).toMatchObject([{ status: 'trialing' }])
})

test('creates a customer from the typed address', async () => {
  const line_items = [{ price: prices.basic, quantity: 1 }]
  const { url, id } = await t.stripe.checkout.sessions.create({ mode: 'subscription', success_url: BACK, line_items })
  expect((await press(url ?? '', 'pay', { ...cardOf(PAYS), email: 'x' })).text).toContain('email address is incomplete')
  expect((await press(url ?? '', 'pay', { ...cardOf(PAYS), email: 'new@example.com' })).status).toBe(303)
  const session = await t.stripe.checkout.sessions.retrieve(id, { expand: ['customer'] })
  expect(session.customer).toMatchObject({ email: 'new@example.com' })
})

test('a fault on the page loses the response after the effect', async () => {
  const session = await basic()
  const fault = { service: 'stripe', method: 'POST', path: '/c/pay/', when: 'after', drop: true, times: 1 }
  await t.sandbox.control('PUT', '/faults', [fault])
  await expect(press(session.url, 'pay', cardOf(PAYS))).rejects.toThrow('fetch failed')
  expect((await t.stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
  await t.sandbox.control('PUT', '/faults', [{ service: 'stripe', path: '/c/pay/', status: 503, times: 1 }])
  const away = await ask(session.url)
  expect([away.status, away.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
})

test('the journal has the request without the card number', async () => {
  await press((await basic()).url, 'pay', cardOf(PAYS))
  const { body, text } = await t.sandbox.control('GET', '/requests?service=stripe')
  const request = listAt({ value: body }).find((entry) => String(at(entry, 'url')).includes('/c/pay/'))
  expect(at(request, 'body')).toMatchObject({ action: 'pay', card_number: expect.stringContaining('[blotted') })
  expect(text).not.toContain(PAYS)
})
