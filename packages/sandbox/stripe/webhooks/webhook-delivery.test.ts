import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { at, listAt, textAt } from '../../testing/sandbox-client.ts'
import { buy } from '../../testing/stripe-hosted-pages.ts'
import { type TestCatalogue, createCatalogue, startTestStripe, type TestStripe } from '../../testing/stripe-client.ts'
import { eventIn, type Receiver, startReceiver } from '../../testing/stripe-webhook-receiver.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const FIRST_PURCHASE = [
  'customer.subscription.created',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_succeeded',
  'customer.subscription.updated',
  'checkout.session.completed',
] as const

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
let hook: Receiver
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com' })).id
  hook = await startReceiver()
})
afterEach(() => hook[Symbol.asyncDispose]())

type Types = Parameters<TestStripe['stripe']['webhookEndpoints']['create']>[0]['enabled_events']
const listen = (enabled_events: Types = [...FIRST_PURCHASE]) =>
  t.stripe.webhookEndpoints.create({ url: hook.url, enabled_events, api_version: '2026-10-28.endive' })
const deliveries = async () => listAt((await t.sandbox.control('GET', '/stripe')).body, 'deliveries')
const make = (body: unknown) => t.sandbox.control('POST', '/stripe/events', body)
const settle = () => make({ type: 'settle' })
const faults = (rules: unknown) => t.sandbox.control('PUT', '/faults', rules)
const now = async () => Date.parse(textAt((await t.sandbox.control('GET', '/info')).body, 'now'))

describe('deliveries', () => {
  test('a first purchase sends its events in order, with valid signatures', async () => {
    await listen()
    await buy(t, customer, [prices.basic])
    await hook.waitFor(7)
    expect(hook.types()).toEqual([...FIRST_PURCHASE])
    const present = await now()
    for (const post of hook.posts) {
      const event = eventIn(t.stripe, post, present)
      expect(await t.stripe.events.retrieve(event.id)).toMatchObject({ type: event.type, data: event.data })
      expect(event).toMatchObject({ livemode: false, api_version: '2026-10-28.endive', pending_webhooks: 1 })
    }
  })

  test('sends a POST whose indented body has another signature when serialized again', async () => {
    await listen(['customer.updated'])
    await t.stripe.customers.update(customer, { name: 'Ann' }, { idempotencyKey: 'rename' })
    await hook.waitFor(1)
    const [post] = hook.posts
    if (!post) throw new Error('nothing came')
    expect(post.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (sandbox)',
      'stripe-signature': expect.stringMatching(/^t=\d{10},v1=[0-9a-f]{64},v0=[0-9a-f]{64}$/),
    })
    expect(post.body).toBe(JSON.stringify(JSON.parse(post.body), null, 2))
    expect(JSON.parse(post.body)).toMatchObject({
      data: { object: { name: 'Ann' }, previous_attributes: { name: null } },
      request: { id: expect.stringMatching(/^req_/), idempotency_key: 'rename' },
    })
    const present = await now()
    const again = { ...post, body: JSON.stringify(JSON.parse(post.body)) }
    expect(() => eventIn(t.stripe, again, present)).toThrow('No signatures found matching the expected signature')
  })

  test('sends only subscribed types, and nothing to a disabled or deleted endpoint', async () => {
    const other = await startReceiver()
    const { id } = await t.stripe.webhookEndpoints.create({ url: other.url, enabled_events: ['*'] })
    await listen(['checkout.session.completed'])
    await buy(t, customer, [prices.basic])
    await hook.waitFor(1)
    await other.waitFor(7)
    expect(hook.types()).toEqual(['checkout.session.completed'])
    await t.stripe.webhookEndpoints.update(id, { disabled: true })
    await t.stripe.customers.update(customer, { name: 'Ann' })
    await settle()
    expect(other.posts.map(({ body }) => at(JSON.parse(body), 'data.object.name'))).not.toContain('Ann')
    await other[Symbol.asyncDispose]()
  })

  test('sends the next event after the response to the one before', async () => {
    await listen()
    hook.answerWith(null)
    await buy(t, customer, [prices.basic])
    await hook.waitFor(1)
    expect(await deliveries()).toMatchObject(FIRST_PURCHASE.map((type) => ({ type, state: 'waiting' })))
    expect(hook.posts).toHaveLength(1)
  })

  test('signs with both secrets while one is rolled', async () => {
    const { id } = await listen(['customer.updated'])
    await t.sandbox.control('PATCH', `/stripe/endpoints/${id}`, { secret: 'whsec_new', keepOldSeconds: 60 })
    await t.stripe.customers.update(customer, { name: 'Ann' })
    await t.advance('PT61S')
    await t.stripe.customers.update(customer, { name: 'Bo' })
    await hook.waitFor(2)
    const [during, after] = hook.posts
    if (!during || !after) throw new Error('too few came')
    for (const secret of ['whsec_new', 'whsec_mailroom_sandbox']) eventIn(t.stripe, during, await now(), secret)
    eventIn(t.stripe, after, await now(), 'whsec_new')
    const present = await now()
    expect(() => eventIn(t.stripe, after, present)).toThrow('No signatures found')
  })
})

describe('failed deliveries', () => {
  test.each([500, 404, 302])(
    '%i comes again by the schedule, the same event with a fresh time, and fails in the end',
    async (status) => {
      await listen(['customer.updated'])
      hook.answerWith(status)
      await t.stripe.customers.update(customer, { name: 'Ann' })
      await settle()
      await t.advance('PT3H')
      expect(hook.posts).toHaveLength(4)
      expect(new Set(hook.posts.map(({ body }) => body)).size).toBe(1)
      const times = hook.posts.map(({ headers }) => Number(/^t=(\d+)/.exec(String(headers['stripe-signature']))?.[1]))
      const waits = times.map((time, place) => time - (times[place - 1] ?? time)).slice(1)
      // Allows for delays on a busy machine.
      for (const [place, wait] of [300, 1800, 7200].entries())
        expect(Math.floor(((waits[place] ?? 0) + 1) / wait)).toBe(1)
      expect(await deliveries()).toMatchObject([
        { state: 'failed', attempts: [{ status }, { status }, { status }, { status }] },
      ])
    },
  )

  test('a success ends the retries', async () => {
    await listen(['customer.updated'])
    hook.answerWith(500)
    await t.stripe.customers.update(customer, { name: 'Ann' })
    await settle()
    hook.answerWith(204)
    await t.advance('PT3H')
    expect(hook.posts).toHaveLength(2)
    expect(await deliveries()).toMatchObject([{ state: 'delivered' }])
  })

  test('a timeout and a refused connection are failures', async () => {
    await t.sandbox.control('PUT', '/stripe/settings', { webhookTimeoutMs: 50, webhookRetrySeconds: [] })
    await listen(['customer.updated'])
    await t.sandbox.control('POST', '/stripe/endpoints', {
      url: 'http://127.0.0.1:1/x',
      enabledEvents: ['customer.updated'],
    })
    hook.answerWith(null)
    await t.stripe.customers.update(customer, { name: 'Ann' })
    await settle()
    expect((await deliveries()).map((one) => at(one, 'state'))).toEqual(['failed', 'failed'])
    expect(await deliveries()).toMatchObject([{ attempts: [{ status: 0 }] }, { attempts: [{ status: 0 }] }])
  })
})

describe('simulated delivery problems', () => {
  test('events can be delayed, or held and released in any order; the payment page does not wait', async () => {
    await listen()
    await t.sandbox.control('PUT', '/stripe/settings', { webhookDelayMs: 60_000 })
    await buy(t, customer, [prices.basic])
    // The requests to the page take time as well.
    await t.advance('PT30S')
    expect(hook.posts).toEqual([])
    await t.advance('PT30S')
    expect(hook.posts).toHaveLength(7)
    await t.sandbox.control('PUT', '/stripe/settings', { webhookDelayMs: 0 })
    await make({ type: 'hold' })
    await buy(t, customer, [prices.pro])
    await t.advance('PT1H')
    expect(hook.posts).toHaveLength(7)
    expect((await deliveries()).slice(7)).toMatchObject(FIRST_PURCHASE.map((type) => ({ type, state: 'held' })))
    await make({ type: 'release', order: 'reverse' })
    expect(hook.types().slice(7)).toEqual(FIRST_PURCHASE.toReversed())
  })

  test('shuffle sends the same events in another order; a dropped one is never sent', async () => {
    await listen()
    await make({ type: 'hold' })
    await buy(t, customer, [prices.basic])
    const [first] = await deliveries()
    await make({ type: 'drop', event: at(first, 'event') })
    await make({ type: 'release', order: 'shuffle' })
    expect(hook.types().toSorted()).toEqual(FIRST_PURCHASE.slice(1).toSorted())
    expect(hook.types()).not.toEqual(FIRST_PURCHASE.slice(1))
  })

  test('sends an event again with a new timestamp, in several copies, or unchanged', async () => {
    await listen(['customer.updated'])
    await t.stripe.customers.update(customer, { name: 'Ann' })
    await hook.waitFor(1)
    const event = at((await deliveries())[0], 'event')
    await t.advance('PT10M')
    expect((await make({ type: 'replay', event })).body).toEqual({ statuses: [200] })
    expect(hook.posts[1]).toMatchObject({ body: hook.posts[0]?.body })
    expect(hook.posts[1]?.headers['stripe-signature']).toBe(hook.posts[0]?.headers['stripe-signature'])
    await make({ type: 'resend', event, copies: 3 })
    expect(hook.posts).toHaveLength(5)
    const fresh = hook.posts[4]
    if (!fresh) throw new Error('nothing came')
    expect(eventIn(t.stripe, fresh, await now()).id).toBe(event)
    expect(fresh.headers['stripe-signature']).not.toBe(hook.posts[0]?.headers['stripe-signature'])
  })

  test('faults drop, repeat, delay, refuse and lose the response, by event type and customer', async () => {
    await listen(['customer.updated'])
    const rename = (name: string) => t.stripe.customers.update(customer, { name })
    await faults([
      { service: 'stripe-notify', path: 'customer.updated', mailbox: 'ann@example.com', drop: true, times: 1 },
    ])
    await rename('1')
    await settle()
    expect(hook.posts).toHaveLength(0)
    await faults([{ service: 'stripe-notify', path: '', duplicate: true, times: 1 }])
    await rename('2')
    await hook.waitFor(2)
    expect(hook.posts[0]).toEqual(hook.posts[1])
    await faults([{ service: 'stripe-notify', path: '', delayMs: 60_000, times: 1 }])
    await rename('3')
    await rename('4')
    await settle()
    await t.advance('PT61S')
    expect(hook.posts.slice(2).map(({ body }) => at(JSON.parse(body), 'data.object.name'))).toEqual(['4', '3'])
    await faults([{ service: 'stripe-notify', path: '', status: 503, times: 1 }])
    await rename('5')
    await settle()
    await t.advance('PT6M')
    expect(hook.posts).toHaveLength(5)
    await faults([{ service: 'stripe-notify', path: '', when: 'after', drop: true, times: 1 }])
    await rename('6')
    await settle()
    await t.advance('PT6M')
    expect(hook.posts).toHaveLength(7)
    expect(hook.posts[5]?.body).toBe(hook.posts[6]?.body)
    const states = (await deliveries()).map((one) => at(one, 'state'))
    expect(states).toEqual(['dropped', ...Array.from({ length: 5 }, () => 'delivered')])
  })

  test.each(['wrongSecret', 'oldTimestamp', 'changedByte', 'onlyV0', 'unsigned'])(
    'what was made %s is refused by the library',
    async (action) => {
      await listen(['customer.updated'])
      await faults([{ service: 'stripe-notify', path: '', action, times: 1 }])
      await t.stripe.customers.update(customer, { name: 'Ann' })
      await hook.waitFor(1)
      const [post] = hook.posts
      if (!post) throw new Error('nothing came')
      const present = await now()
      expect(() => eventIn(t.stripe, post, present)).toThrow()
    },
  )

  test.each([
    ['futureTimestamp', {}],
    ['unknownType', { type: 'sandbox.something_new' }],
    ['livemode', { livemode: true }],
    ['unknownCustomer', { data: { object: { customer: 'cus_unknown0sandbox' } } }],
    ['olderVersion', { api_version: '2024-06-20', data: { object: { current_period_end: expect.any(Number) } } }],
  ])('what was made %s is genuine, for the receiver to judge', async (action, shown) => {
    await listen(['customer.subscription.created'])
    await faults([{ service: 'stripe-notify', path: '', action, times: 1 }])
    await buy(t, customer, [prices.basic])
    await hook.waitFor(1)
    const [post] = hook.posts
    if (!post) throw new Error('nothing came')
    const present = await now()
    expect(eventIn(t.stripe, post, present)).toMatchObject(shown)
  })

  test('emits an event of any type', async () => {
    await listen(['*'])
    await make({ type: 'emit', event: 'entitlements.changed', object: { object: 'thing', id: 'thing_1' } })
    await hook.waitFor(1)
    expect(hook.types()).toEqual(['entitlements.changed'])
  })
})

test('a reset deletes endpoints and deliveries', async () => {
  await listen()
  await buy(t, customer, [prices.basic])
  await t.sandbox.control('POST', '/reset')
  expect([await deliveries(), (await t.stripe.webhookEndpoints.list()).data]).toEqual([[], []])
})

test('the same calls give the same events, in the same order', async () => {
  const walks = await Promise.all(
    [0, 1].map(async () => {
      await using fresh = await startTestStripe()
      const { basic } = await createCatalogue(fresh.stripe)
      const { id } = await fresh.stripe.customers.create({ email: 'ann@example.com' })
      await buy(fresh, id, [basic])
      const { data } = await fresh.stripe.events.list({ limit: 100 })
      return data.map((event) => [event.id, event.type])
    }),
  )
  expect(walks[0]).toEqual(walks[1])
})
