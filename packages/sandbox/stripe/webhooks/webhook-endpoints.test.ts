import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeClientOf, errorOf } from '../../testing/stripe-client.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()

const url = 'http://localhost:3000/api/stripe-webhook'
const params: Stripe.WebhookEndpointCreateParams = {
  url,
  enabled_events: ['invoice.paid'],
  metadata: { mailroom: '1' },
}

test('creates, finds, updates and deletes an endpoint; only its creation returns the secret', async () => {
  const { webhookEndpoints } = t.stripe
  const made = await webhookEndpoints.create({ ...params, api_version: '2026-10-28.endive' })
  expect(made).toMatchObject({
    ...params,
    status: 'enabled',
    api_version: '2026-10-28.endive',
    secret: 'whsec_mailroom_sandbox',
  })
  const { data } = await webhookEndpoints.list()
  expect(data).toMatchObject([{ id: made.id, metadata: { mailroom: '1' } }])
  expect(data[0]).not.toHaveProperty('secret')
  const change = { enabled_events: ['*' as const], disabled: true, metadata: { mailroom: '' }, description: 'x' }
  expect(await webhookEndpoints.update(made.id, change)).toMatchObject({
    enabled_events: ['*'],
    status: 'disabled',
    metadata: {},
    description: 'x',
    url,
  })
  expect(await webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true })
  const missing = await errorOf(webhookEndpoints.retrieve(made.id))
  expect(missing).toMatchObject({ statusCode: 404, code: 'resource_missing' })
})

test('an endpoint of another key gets its own secret', async () => {
  await t.sandbox.control('POST', '/stripe/keys', { key: 'sk_test_of_another' })
  const { webhookEndpoints } = stripeClientOf(t.sandbox, 'sk_test_of_another')
  const secrets = [await webhookEndpoints.create(params), await webhookEndpoints.create(params)].map(
    ({ secret }) => secret,
  )
  expect(secrets).toEqual([expect.stringMatching(/^whsec_[\w-]{32}$/), expect.stringMatching(/^whsec_[\w-]{32}$/)])
  expect(secrets[0]).not.toBe(secrets[1])
})

test.each([
  ['an address that is none', { url: 'here' }, 'url'],
  ['an address elsewhere: nothing leaves this machine', { url: 'https://example.com/hook' }, 'url'],
  ['no events', { enabled_events: [] }, 'enabled_events'],
  ['another version', { api_version: '2024-06-20' as const }, 'api_version'],
])('%s is refused', async (_, change, param) => {
  const refusal = await errorOf(t.stripe.webhookEndpoints.create({ ...params, ...change }))
  expect(refusal).toMatchObject({ statusCode: 400, param })
})

test('refuses more than 16 endpoints', async () => {
  for (let made = 0; made < 16; made++) await t.stripe.webhookEndpoints.create(params)
  expect((await errorOf(t.stripe.webhookEndpoints.create(params))).message).toContain('maximum of 16')
})
