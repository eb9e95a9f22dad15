import { expect, test } from 'vitest'
import { createCustomerWithCard, errorOf, createCatalogue } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

test('a new sandbox has no products', async () => {
  expect((await t.stripe.products.list()).data).toEqual([])
  expect((await t.stripe.prices.list()).data).toEqual([])
})

test('finds a price by its lookup key, and transfers the key', async () => {
  const product = await t.stripe.products.create({ name: 'Basic', metadata: { mailroom_id: 'basic' } })
  const about = { product: product.id, currency: 'usd', recurring: { interval: 'month' as const }, lookup_key: 'basic' }
  const old = await t.stripe.prices.create({ ...about, unit_amount: 900 })
  expect(old).toMatchObject({
    type: 'recurring',
    unit_amount: 900,
    recurring: { interval_count: 1, usage_type: 'licensed' },
  })
  const taken = await errorOf(t.stripe.prices.create({ ...about, unit_amount: 1000 }))
  expect(taken).toMatchObject({ statusCode: 400, param: 'lookup_key', code: 'resource_already_exists' })
  const price = await t.stripe.prices.create({ ...about, unit_amount: 1000, transfer_lookup_key: true })
  await t.stripe.prices.update(old.id, { active: false })
  const found = await t.stripe.prices.list({ lookup_keys: ['basic'], active: true })
  expect(found.data.map(({ id }) => id)).toEqual([price.id])
  expect(await t.stripe.prices.retrieve(old.id)).toMatchObject({ active: false, lookup_key: null })
})

test('updates a product', async () => {
  const { id } = await t.stripe.products.create({ name: 'Basic', description: 'Small' })
  const changed = await t.stripe.products.update(id, { name: 'Basic plan', description: '', metadata: { a: '1' } })
  expect(changed).toMatchObject({ name: 'Basic plan', description: null, metadata: { a: '1' } })
  expect(await t.stripe.products.retrieve(id)).toMatchObject({ name: 'Basic plan', active: true })
  expect(await errorOf(t.stripe.products.retrieve('prod_none'))).toMatchObject({ statusCode: 404, param: 'id' })
})

test('updates and deletes customers, and returns them as deleted', async () => {
  const { id } = await t.stripe.customers.create({ email: 'ann@example.com', metadata: { user_id: 'u1' } })
  await t.stripe.customers.update(id, { email: 'new@example.com' })
  expect((await t.stripe.customers.list({ email: 'new@example.com' })).data.map((each) => each.id)).toEqual([id])
  expect(await t.stripe.customers.del(id)).toEqual(expect.objectContaining({ id, object: 'customer', deleted: true }))
  expect(await t.stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true })
  expect((await t.stripe.customers.list()).data).toEqual([])
  expect(await errorOf(t.stripe.customers.update(id, { name: 'Ann' }))).toMatchObject({ statusCode: 404 })
  expect(await t.eventTypes()).toEqual(['customer.updated', 'customer.deleted'])
})

test('deleting a customer cancels the subscriptions', async () => {
  const { basic } = await createCatalogue(t.stripe)
  const customer = await createCustomerWithCard(t.stripe)
  const { id } = await t.stripe.subscriptions.create({ customer, items: [{ price: basic }] })
  await t.stripe.customers.del(customer)
  expect((await t.stripe.subscriptions.retrieve(id)).status).toBe('canceled')
})

test('one customer does not see objects of another', async () => {
  const { basic } = await createCatalogue(t.stripe)
  const [ann, bob] = [await createCustomerWithCard(t.stripe), await createCustomerWithCard(t.stripe)]
  await t.stripe.subscriptions.create({ customer: ann, items: [{ price: basic }] })
  expect((await t.stripe.subscriptions.list({ customer: bob })).data).toEqual([])
  expect((await t.stripe.invoices.list({ customer: bob })).data).toEqual([])
  expect((await t.stripe.invoices.list({ customer: ann })).data).toHaveLength(1)
})
