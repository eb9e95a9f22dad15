import fc from 'fast-check'
import { Stripe } from 'stripe'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { signUpCustomer } from '../../../test/kit/billing.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { startNode } from '../../../test/kit/start-node.ts'
import { verifyStripeEvent } from '../../vendors/stripe/stripe-events.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

const [secret, rolled] = ['whsec_mailroom_sandbox', 'whsec_the_one_before']
const app = await appOfFile({
  env: { STRIPE_SECRET_KEY: 'sk_test_mailroom_sandbox', STRIPE_WEBHOOK_SECRET: `${secret},${rolled}` },
})
const other = await startNode(app)
const b = await signUpCustomer(app)
await b.subscribe(b.shop.pro)
await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
await app.runDueJobs()
afterAll(async () => {
  await other[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await app.ctx.db.asService((tx) => tx.deleteFrom('app.stripe_events').execute())
})

const seconds = (): number => Math.floor(app.clock.now().getTime() / 1000)
let events = 0
const bodyOf = async (change: object = {}): Promise<string> =>
  JSON.stringify(
    {
      id: `evt_test_${(events += 1)}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: seconds(),
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: 'sub_1', object: 'subscription', customer: await b.customerId() } },
      ...change,
    },
    null,
    2,
  )
const sign = (payload: string, more: Partial<Stripe.WebhookTestHeaderOptions> = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds(), ...more })
const post = async (body: string | Buffer, signature?: string | null): Promise<number> => {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (signature !== null) headers.set('stripe-signature', signature ?? sign(body.toString()))
  return (await fetch(`${app.url}/api/stripe-webhook`, { method: 'POST', headers, body: Buffer.from(body) })).status
}
const stored = () =>
  app.ctx.db.asService((tx) => tx.selectFrom('app.stripe_events').select(['id', 'state']).orderBy('id').execute())
const syncs = async (): Promise<number> => {
  const row = await app.ctx.db.asService((tx) =>
    tx
      .selectFrom('app.billing_customers')
      .select('syncs_requested')
      .where('user_id', '=', b.who.userId)
      .executeTakeFirstOrThrow(),
  )
  return row.syncs_requested
}

test('handles an event once, however often it is delivered', async () => {
  const body = await bodyOf()
  const before = await syncs()
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => post(body))))).toEqual(new Set([200]))
  expect(await post(body, sign(body, { timestamp: seconds() - 200 }))).toBe(200)
  expect(await stored()).toMatchObject([{ state: 'used' }])
  expect(await syncs()).toBe(before + 1)
})

test('reads the state from Stripe, not from the event', async () => {
  const row = await b.row()
  const object = { id: 'sub_1', object: 'subscription', customer: await b.customerId(), status: 'unpaid', items: [] }
  await post(await bodyOf({ data: { object } }))
  await post(
    await bodyOf({ type: 'customer.subscription.deleted', data: { object: { ...object, status: 'canceled' } } }),
  )
  await app.runDueJobs()
  expect(await b.row()).toMatchObject({ plan_id: row?.plan_id, status: 'active' })
})

test('accepts a live event in test mode, which Stripe would otherwise repeat for days, and ignores it', async () => {
  expect(await post(await bodyOf({ livemode: true }))).toBe(200)
  expect(await stored()).toEqual([])
})

describe('refuses with 400 and stores nothing', () => {
  const cases: [string, (body: string) => string | null][] = [
    ['without a signature', () => null],
    ['with an empty signature', () => ''],
    ['with another secret', (body) => sign(body, { secret: 'whsec_somebody_else' })],
    ['with the signature of other bytes', () => sign('{}')],
    ['with the old scheme only', (body) => sign(body, { scheme: 'v0' })],
    ['five minutes old', (body) => sign(body, { timestamp: seconds() - 302 })],
    ['from the future', (body) => sign(body, { timestamp: seconds() + 302 })],
    ['from the far future', (body) => sign(body, { timestamp: seconds() + 10 ** 9 })],
    ['with two timestamps', (body) => `t=${seconds()},${sign(body)}`],
  ]
  test.each(cases)('%s', async (_what, signatureOf) => {
    const body = await bodyOf()
    expect(await post(body, signatureOf(body))).toBe(400)
    expect(await stored()).toEqual([])
  })
  test('a reformatted body', async () => {
    const body = await bodyOf()
    expect(await post(JSON.stringify(JSON.parse(body)), sign(body))).toBe(400)
    expect(await post(Buffer.concat([Buffer.from(body), Buffer.from(' ')]), sign(body))).toBe(400)
  })
  test.each(['', '{', '[]', 'null', '{"id":"evt_1"}', '{"object":"event","id":7}'])(
    'a body that is no event: %j',
    async (body) => {
      expect(await post(body)).toBe(400)
    },
  )
  test('a body that is too large (413)', async () => {
    expect(await post(`{"a":"${'x'.repeat(2 ** 20)}"}`)).toBe(413)
  })
  test('any malformed signature header', () => {
    const header = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc
        .array(fc.constantFrom('t=1', `t=${seconds()}`, 'v1=', 'v1=00', 'v0=1', ',', '=', 't=', 't=-1', 'v1=zz'), {
          maxLength: 8,
        })
        .map((parts) => parts.join(',')),
    )
    const at = { secrets: [secret, rolled], now: app.clock.now() }
    const verify = (text: string, body: string) => verifyStripeEvent(Stripe.webhooks, Buffer.from(body), text, at)
    fc.assert(fc.property(header, fc.string(), (text, body) => verify(text, body) === null))
  })
})

test('accepts the old and the new secret while it is rolled', async () => {
  const body = await bodyOf()
  expect(await post(body, sign(body, { secret: rolled }))).toBe(200)
  const another = await bodyOf()
  const both = `${sign(another, { secret: 'whsec_a_third_one' })},${sign(another).split(',')[1]}`
  expect(await post(another, both)).toBe(200)
})

test('responds 200 to events of other customers, so that Stripe does not retry', async () => {
  for (const change of [
    { type: 'invoice.upcoming' },
    { type: 'some.later.type' },
    { data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_of_another_product' } } },
    { data: { object: { object: 'balance' } } },
  ])
    expect(await post(await bodyOf(change))).toBe(200)
  expect((await stored()).map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored', 'ignored'])
})

test('handles the sandbox’s webhooks: once, repeated, replayed and from the future', async () => {
  await app.control('PUT', '/control/stripe/settings', { webhookHold: false })
  await b.call('manage-addons', { addons: [{ id: b.shop.small, quantity: 1 }] })
  await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
  await expect.poll(async () => (await stored()).filter(({ state }) => state === 'used').length).toBeGreaterThan(1)
  await app.runDueJobs()
  const known = await stored()
  const event = known[0]?.id
  await app.control('POST', '/control/stripe/events', { type: 'resend', event, copies: 5 })
  await app.control('POST', '/control/stripe/events', { type: 'replay', event })
  await app.runDueJobs()
  expect(await stored()).toHaveLength(known.length)
})
