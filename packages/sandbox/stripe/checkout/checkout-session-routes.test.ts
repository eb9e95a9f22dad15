import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { BACK, buy, cardOf, newSession, PAYS, press, SUCCESS } from '../../testing/stripe-hosted-pages.ts'
import { type TestCatalogue, errorOf, createCatalogue } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com' })).id
})

type Params = Stripe.Checkout.SessionCreateParams
const usual = (): Params & { line_items: NonNullable<Params['line_items']> } => ({
  mode: 'subscription',
  customer,
  success_url: SUCCESS,
  line_items: [{ price: prices.basic, quantity: 1 }],
})
const secondsFromNow = async (seconds: number) => {
  const { body } = await t.sandbox.control('GET', '/info')
  return Math.floor(Date.parse(String(Object(body).now)) / 1000) + seconds
}

test('a session has its parameters, and is found by customer and status', async () => {
  const made = await newSession(t, customer, usual().line_items, {
    client_reference_id: 'user-1',
    metadata: { a: 'b' },
  })
  expect(made.id).toMatch(/^cs_test_\w{24}$/)
  expect(made).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    mode: 'subscription',
    customer,
    client_reference_id: 'user-1',
    metadata: { a: 'b' },
    amount_total: 900,
    currency: 'usd',
    success_url: SUCCESS,
    cancel_url: BACK,
    livemode: false,
  })
  expect(made.expires_at - made.created).toBe(86_400)
  expect(made).not.toHaveProperty('line_items')
  const bought = await buy(t, customer, [prices.pro])
  const ids = async (params: Stripe.Checkout.SessionListParams) =>
    (await t.stripe.checkout.sessions.list(params)).data.map(({ id }) => id)
  expect(await ids({ customer, status: 'open', limit: 100 })).toEqual([made.id])
  expect(await ids({ subscription: bought.id })).not.toContain(made.id)
  expect(await ids({ customer })).toHaveLength(2)
  expect(await ids({ customer: 'cus_none' })).toEqual([])
})

test('includes line items only if expanded', async () => {
  const { id } = await newSession(t, customer, [...usual().line_items, { price: prices.more, quantity: 2 }])
  const { line_items } = await t.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
  const shown = [
    { amount_total: 900, description: 'Basic', quantity: 1, price: { id: prices.basic } },
    { amount_total: 998, description: 'More mailboxes', quantity: 2, price: { id: prices.more } },
  ]
  expect(line_items?.data).toMatchObject(shown)
  expect((await t.stripe.checkout.sessions.listLineItems(id)).data).toMatchObject(shown)
})

test('session metadata stays on the session; subscription_data metadata goes to the subscription', async () => {
  const subscription_data = { metadata: { user: '1' }, description: 'For Ann' }
  const { url, id } = await newSession(t, customer, usual().line_items, {
    metadata: { attempt: '2' },
    subscription_data,
  })
  await press(url, 'pay', cardOf(PAYS))
  const session = await t.stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] })
  expect(session.metadata).toEqual({ attempt: '2' })
  expect(session.subscription).toMatchObject({ metadata: { user: '1' }, description: 'For Ann' })
})

test.each<[string, string, (params: ReturnType<typeof usual>) => unknown]>([
  ['no mode', 'mode', (params) => ({ ...params, mode: undefined })],
  ['a mode that is none', 'mode', (params) => ({ ...params, mode: 'gift' })],
  ['a mode that is not sold here', 'mode', (params) => ({ ...params, mode: 'payment' })],
  ['no lines', 'line_items', (params) => ({ ...params, line_items: undefined })],
  [
    'a price of another rhythm',
    'line_items',
    (params) => ({ ...params, line_items: [...params.line_items, { price: prices.yearly, quantity: 1 }] }),
  ],
  [
    'the same price twice',
    'line_items',
    (params) => ({ ...params, line_items: [...params.line_items, ...params.line_items] }),
  ],
  [
    'an inactive price',
    'line_items[0][price]',
    (params) => ({ ...params, line_items: [{ price: prices.inactive, quantity: 1 }] }),
  ],
  [
    'an unknown price',
    'line_items[0][price]',
    (params) => ({ ...params, line_items: [{ price: 'price_none', quantity: 1 }] }),
  ],
  ['no quantity', 'line_items[0][quantity]', (params) => ({ ...params, line_items: [{ price: prices.basic }] })],
  [
    'a quantity of nothing',
    'line_items[0][quantity]',
    (params) => ({ ...params, line_items: [{ price: prices.basic, quantity: 0 }] }),
  ],
  ['an unknown customer', 'customer', (params) => ({ ...params, customer: 'cus_none' })],
  ['no address to go to', 'success_url', (params) => ({ ...params, success_url: undefined })],
  ['an address without a host', 'success_url', (params) => ({ ...params, success_url: '/subscription' })],
  ['an address of another kind', 'cancel_url', (params) => ({ ...params, cancel_url: 'javascript:alert(1)' })],
  ['tax', 'automatic_tax[enabled]', (params) => ({ ...params, automatic_tax: { enabled: true } })],
  [
    'a parameter of older versions',
    'payment_method_types',
    (params) => ({ ...params, payment_method_types: ['card'] }),
  ],
  [
    'a reference that is too long',
    'client_reference_id',
    (params) => ({ ...params, client_reference_id: 'x'.repeat(201) }),
  ],
])('%s is refused, and named', async (_, param, change) => {
  const form = Object.entries(flat(change(usual())))
  const answer = await t.raw('POST', '/v1/checkout/sessions', { form: Object.fromEntries(form) })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', param } })
  expect((await t.stripe.checkout.sessions.list()).data).toEqual([])
})

/** Names and values of a form: `line_items[0][price]`. */
function flat(value: unknown, name = ''): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object') return { [name]: JSON.stringify(value).replaceAll('"', '') }
  const inner = Object.entries(value).map(([key, each]) => flat(each, name === '' ? key : `${name}[${key}]`))
  return Object.assign({}, ...inner)
}

test('refuses a deleted customer, and an expiry that is too early or too late', async () => {
  const { id } = await t.stripe.customers.create()
  await t.stripe.customers.del(id)
  const deleted = await errorOf(t.stripe.checkout.sessions.create({ ...usual(), customer: id }))
  expect(deleted).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
  for (const seconds of [29 * 60, 86_400 + 60]) {
    const expires_at = await secondsFromNow(seconds)
    const refusal = await errorOf(t.stripe.checkout.sessions.create({ ...usual(), expires_at }))
    expect(refusal).toMatchObject({ statusCode: 400, param: 'expires_at' })
  }
  const expires_at = await secondsFromNow(3600)
  expect(await t.stripe.checkout.sessions.create({ ...usual(), expires_at })).toMatchObject({ expires_at })
})

test('expires only an open session, and returns 404 for an unknown one', async () => {
  const { id } = await t.stripe.checkout.sessions.create(usual())
  expect(await t.stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
  expect((await errorOf(t.stripe.checkout.sessions.expire(id))).message).toContain('has a status of expired')
  const missing = await errorOf(t.stripe.checkout.sessions.retrieve('cs_test_none'))
  expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'id' })
  expect((await t.eventTypes()).at(-1)).toBe('checkout.session.expired')
})
