import { expect, test } from 'vitest'
import { at } from '../../testing/sandbox-client.ts'
import { createCustomerWithCard, idOf, errorOf, createCatalogue } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

const post = (key: string, form: Record<string, string>, path = '/v1/customers') =>
  t.raw('POST', path, { form, headers: { 'idempotency-key': key } })

test('the same key and parameters return the stored response without a second object', async () => {
  const first = await post('k1', { name: 'Ann' })
  const second = await post('k1', { name: 'Ann' })
  expect(second.text).toBe(first.text)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await t.stripe.customers.list()).data).toHaveLength(1)
})

test('two requests without a key create two customers', async () => {
  const [one, other] = await Promise.all([t.stripe.customers.create(), t.stripe.customers.create()])
  expect(one.id).not.toBe(other.id)
})

test('refuses other parameters or another path for a used key', async () => {
  await post('k1', { name: 'Ann' })
  const error = await errorOf(t.stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'k1' }))
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  expect((await post('k1', { name: 'Ann' }, '/v1/products')).status).toBe(400)
})

test('returns 409 while the first request is in progress', async () => {
  await t.sandbox.control('PUT', '/stripe/settings', { callMs: 300 })
  const both = await Promise.all([post('k1', { name: 'Ann' }), post('k1', { name: 'Ann' })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const busy = both.find(({ status }) => status === 409)
  expect(at(busy?.body, 'error.code')).toBe('idempotency_key_in_use')
  expect((await t.stripe.customers.list()).data).toHaveLength(1)
})

test('stores a declined card, but no validation error', async () => {
  expect((await post('k1', { colour: 'red' })).status).toBe(400)
  expect((await post('k1', { name: 'Ann' })).status).toBe(200)
  const { basic } = await createCatalogue(t.stripe)
  const customer = await createCustomerWithCard(t.stripe, 'pm_card_chargeCustomerFail')
  const form = { customer, 'items[0][price]': basic, payment_behavior: 'error_if_incomplete' }
  const declined = await post('k2', form, '/v1/subscriptions')
  expect(declined.status).toBe(402)
  const again = await post('k2', form, '/v1/subscriptions')
  expect(again).toMatchObject({ status: 402, text: declined.text })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('a key expires after 24 hours, and is ignored for GET and DELETE', async () => {
  const id = idOf(await post('k1', { name: 'Ann' }))
  await t.advance('PT23H59M')
  expect(idOf(await post('k1', { name: 'Ann' }))).toBe(id)
  await t.advance('PT2M')
  expect(idOf(await post('k1', { name: 'Ann' }))).not.toBe(id)
  const headers = { 'idempotency-key': 'k1' }
  expect((await t.raw('GET', `/v1/customers/${id}`, { headers })).status).toBe(200)
  const gone = await t.raw('DELETE', `/v1/customers/${id}`, { headers })
  expect(gone.body).toEqual({ id, object: 'customer', deleted: true })
})

test('returns a lost response again for its key', async () => {
  await t.sandbox.control('PUT', '/faults', [
    { service: 'stripe', method: 'POST', path: '^/v1/customers', when: 'after', drop: true, times: 1 },
  ])
  await expect(post('k1', { name: 'Ann' })).rejects.toThrow()
  const again = await post('k1', { name: 'Ann' })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await t.stripe.customers.list()).data.map(({ id }) => id)).toEqual([idOf(again)])
})
