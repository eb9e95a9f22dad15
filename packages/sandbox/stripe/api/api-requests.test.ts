import { expect, test } from 'vitest'
import { at, textAt } from '../../testing/sandbox-client.ts'
import { stripeClientOf, errorOf, startTestStripe, type TestStripe } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

test.each([
  ['no key', '', /did not provide an API key/],
  ['a key in no scheme', 'sk_test_mailroom_sandbox', /did not provide an API key/],
  ['a key nobody has', 'Bearer sk_test_of_somebody_else', /^Invalid API Key provided: sk_test_\*+else$/],
])('%s is refused', async (_, authorization, message) => {
  const answer = await t.raw('GET', '/v1/customers', { headers: { authorization } })
  expect(answer.status).toBe(401)
  expect(at(answer.body, 'error.type')).toBe('invalid_request_error')
  expect(textAt(answer.body, 'error.message')).toMatch(message)
})

test('accepts the key as the user name of Basic authentication', async () => {
  const authorization = `Basic ${Buffer.from('sk_test_mailroom_sandbox:').toString('base64')}`
  expect((await t.raw('GET', '/v1/customers', { headers: { authorization } })).status).toBe(200)
})

test('a restricted key is limited to its permissions', async () => {
  const stripe = stripeClientOf(t.sandbox, 'rk_test_mailroom_sandbox')
  await stripe.customers.create({ email: 'ann@example.com' })
  expect((await stripe.products.list()).data).toEqual([])
  const write = await errorOf(stripe.products.create({ name: 'Basic' }))
  expect(write).toMatchObject({ type: 'StripePermissionError', statusCode: 403 })
  expect(write.message).toContain('products_write')
  const unnamed = await errorOf(stripe.refunds.create({ charge: 'ch_1' }))
  expect(unnamed.statusCode).toBe(403)
})

test('refuses another API version', async () => {
  const answer = await t.raw('GET', '/v1/customers', { headers: { 'stripe-version': '2024-06-20' } })
  expect(answer.status).toBe(400)
  expect(textAt(answer.body, 'error.message')).toContain('2024-06-20')
  expect((await t.raw('GET', '/v1/customers', { headers: { 'stripe-version': '2026-10-28.endive' } })).status).toBe(200)
})

test('every response has request id and version; errors have request_log_url', async () => {
  const good = await t.raw('GET', '/v1/customers')
  const bad = await t.raw('GET', '/v1/customers/cus_none')
  for (const { headers } of [good, bad]) {
    expect(headers.get('request-id')).toMatch(/^req_[A-Za-z0-9]{24}$/)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
  }
  expect(textAt(bad.body, 'error.request_log_url')).toContain(bad.headers.get('request-id') ?? '?')
})

test('parses brackets into nested data and lists', async () => {
  const form = {
    name: 'Ann',
    'metadata[user_id]': 'u1',
    'metadata[plan]': 'a=b&c',
    'expand[]': 'default_payment_method',
  }
  const refused = await t.raw('POST', '/v1/customers', { form })
  expect(refused.status).toBe(400)
  expect(at(refused.body, 'error.param')).toBe('expand')
  const made = await t.raw('POST', '/v1/customers', {
    form: {
      'metadata[user_id]': 'u1',
      'metadata[plan]': 'a=b&c',
      'expand[0]': 'invoice_settings.default_payment_method',
    },
  })
  expect(at(made.body, 'metadata')).toEqual({ user_id: 'u1', plan: 'a=b&c' })
})

test('an empty value unsets a field', async () => {
  const { id } = await t.stripe.customers.create({ name: 'Ann', metadata: { a: '1', b: '2' } })
  const changed = await t.stripe.customers.update(id, { name: '', metadata: { a: null } })
  expect(changed).toMatchObject({ name: null, metadata: { b: '2' } })
  expect((await t.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

test('refuses a JSON body', async () => {
  const headers = { authorization: 'Bearer sk_test_mailroom_sandbox', 'content-type': 'application/json' }
  const json = await fetch(`${t.sandbox.url}/api.stripe.com/v1/customers`, { method: 'POST', headers, body: '{}' })
  expect(json.status).toBe(400)
  expect(textAt(await json.json(), 'error.message')).toContain('application/x-www-form-urlencoded')
})

test.each([
  ['POST', '/v1/customers', { colour: 'red' }, 'colour', 'parameter_unknown'],
  ['POST', '/v1/customers', { 'invoice_settings[footer]': 'x' }, 'invoice_settings', 'parameter_unknown'],
  [
    'POST',
    '/v1/prices',
    { currency: 'usd', product: 'prod_1', unit_amount: '1.5' },
    'unit_amount',
    'parameter_invalid_integer',
  ],
  ['POST', '/v1/prices', { currency: 'usd', product: 'prod_1' }, 'unit_amount', 'parameter_missing'],
  ['POST', '/v1/customers', { [`metadata[${'k'.repeat(41)}]`]: 'v' }, `metadata[${'k'.repeat(41)}]`, undefined],
  ['POST', '/v1/customers', { 'metadata[k]': 'v'.repeat(501) }, 'metadata[k]', undefined],
  ['POST', '/v1/products', { name: '' }, 'name', 'parameter_invalid_empty'],
  ['POST', '/v1/products', { name: 'A', active: 'yes' }, 'active', undefined],
  ['POST', '/v1/subscriptions', { customer: 'cus_1', 'items[0][prise]': 'x' }, 'items[0][prise]', 'parameter_unknown'],
])('%s %s refuses a parameter that is wrong', async (method, path, form, param, code) => {
  const answer = await t.raw(method, path, { form })
  expect(answer.status).toBe(400)
  expect(at(answer.body, 'error.param')).toBe(param)
  expect(at(answer.body, 'error.code')).toBe(code)
})

test('distinguishes missing objects from unknown paths', async () => {
  const missing = await errorOf(t.stripe.customers.retrieve('cus_none'))
  expect(missing).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'id',
    message: "No such customer: 'cus_none'",
  })
  const inParameter = await errorOf(t.stripe.subscriptions.create({ customer: 'cus_none', items: [{ price: 'p' }] }))
  expect(inParameter).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
  const path = await t.raw('GET', '/v1/nothing')
  expect(path.status).toBe(404)
  expect(textAt(path.body, 'error.message')).toMatch(/^Unrecognized request URL \(GET: \/v1\/nothing\)/)
})

test('lists are newest first, and paginate in both directions', async () => {
  const made: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) made.push((await t.stripe.customers.create({ name })).id)
  const newest = made.toReversed()
  const first = await t.stripe.customers.list({ limit: 2 })
  expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' })
  expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 2))
  const next = await t.stripe.customers.list({ limit: 2, starting_after: newest[1] ?? '' })
  expect(next.data.map(({ id }) => id)).toEqual(newest.slice(2, 4))
  const back = await t.stripe.customers.list({ limit: 2, ending_before: newest[4] ?? '' })
  expect(back.data.map(({ id }) => id)).toEqual(newest.slice(2, 4))
  expect(back.has_more).toBe(true)
  const all = await t.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
  expect(all.map(({ id }) => id)).toEqual(newest)
  expect(await errorOf(t.stripe.customers.list({ limit: 101 }))).toMatchObject({ statusCode: 400, param: 'limit' })
  expect(await errorOf(t.stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
    param: 'starting_after',
  })
  for (let more = 0; more < 6; more++) await t.stripe.customers.create()
  expect((await t.stripe.customers.list()).data).toHaveLength(10)
})

test('ids are deterministic in another sandbox, and new after a reset', async () => {
  const idsOf = async (one: TestStripe) => [
    (await one.stripe.customers.create()).id,
    (await one.stripe.products.create({ name: 'a' })).id,
  ]
  await using one = await startTestStripe()
  await using other = await startTestStripe()
  const ids = await idsOf(one)
  expect(await idsOf(other)).toEqual(ids)
  expect(ids).toEqual([expect.stringMatching(/^cus_[A-Za-z0-9]{24}$/), expect.stringMatching(/^prod_[A-Za-z0-9]{24}$/)])
  await one.sandbox.control('POST', '/reset')
  expect(await idsOf(one)).not.toEqual(ids)
})

test('30 concurrent requests create 30 customers, which are listed page by page', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => t.stripe.customers.create()))
  expect(new Set(made.map(({ id }) => id)).size).toBe(30)
  expect(await t.stripe.customers.list({ limit: 10 }).autoPagingToArray({ limit: 1000 })).toHaveLength(30)
})

test('the journal contains no key', async () => {
  await t.stripe.customers.create({ email: 'ann@example.com' })
  const { text } = await t.sandbox.control('GET', '/requests?service=stripe')
  expect(text).toContain('/v1/customers')
  expect(text).not.toContain('sk_test_mailroom_sandbox')
})
