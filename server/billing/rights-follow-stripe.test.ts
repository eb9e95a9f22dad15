import fc from 'fast-check'
import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buyer, type Buyer } from '../../test/kit/billing.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'

/**
 * Invariant I20: whatever Stripe tells (twice, in another order, or not at all), and whatever happens in between, after the night's reconciliation
 * what a person may do is what Stripe holds. The oracle reads the sandbox, not our code.
 */
let app: App
let b: Buyer
let stripe: Stripe
beforeAll(async () => {
  app = await startApp()
  b = await buyer(app)
  const { hostname, port } = new URL(app.sandbox.url)
  stripe = new Stripe('sk_test_mailroom_sandbox', {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((url, init) =>
      fetch(new Request(url).url.replace(`:${port}/`, `:${port}/api.stripe.com/`), init),
    ),
  })
  await app.control('PUT', '/control/stripe/settings', { webhookHold: true })
  await b.subscribe()
})
afterAll(() => app[Symbol.asyncDispose]())

const Price = z.object({ id: z.string(), lookup_key: z.string().nullable() })
const Held = z.array(
  z.object({
    id: z.string(),
    customer: z.string(),
    status: z.string(),
    created: z.number(),
    cancel_at_period_end: z.boolean(),
    items: z.object({ data: z.array(z.object({ id: z.string(), quantity: z.number(), price: Price })) }),
  }),
)
const held = async () =>
  Held.parse((await b.atStripe()).subscriptions).filter(({ status }) =>
    ['active', 'trialing', 'past_due', 'unpaid'].includes(status),
  )
const idOf = (kind: 'plan' | 'addon', key: string | null): string | undefined =>
  new RegExp(`^mailroom_${kind}_(.+)$`).exec(key ?? '')?.[1]

/** What Stripe says that the person has, in our words. */
async function expected() {
  const [live] = (await held()).toSorted((x, y) => y.created - x.created)
  if (!live) return null
  const items = live.items.data
  return {
    subscription: live.id,
    status: live.status === 'unpaid' ? 'inactive' : live.status,
    ends: live.cancel_at_period_end,
    plan: items.map(({ price }) => idOf('plan', price.lookup_key)).find((id) => id !== undefined),
    addons: items
      .flatMap(({ price, quantity }) => {
        const id = idOf('addon', price.lookup_key)
        return id === undefined ? [] : [{ addon_id: id, quantity }]
      })
      .toSorted((x, y) => x.addon_id.localeCompare(y.addon_id)),
  }
}

async function actual() {
  const row = await b.row()
  if (!row || !['active', 'trialing', 'past_due', 'inactive'].includes(row.status) || !row.stripe_subscription_id)
    return null
  return {
    subscription: row.stripe_subscription_id,
    status: row.status,
    ends: row.cancel_at_period_end,
    plan: row.plan_id,
    addons: (await b.addons()).toSorted((x, y) => x.addon_id.localeCompare(y.addon_id)),
  }
}

const limits = new Map([
  [1900, 5000],
  [4900, 25_000],
  [500, 1000],
  [900, 2500],
])
const limit = async (): Promise<number> => {
  const { rows } = await app.ctx.db.asService((tx) =>
    sql<{ total: number }>`select app.email_limit_total(${b.who.userId}::uuid) as total`.execute(tx),
  )
  return rows[0]?.total ?? 0
}
async function expectedLimit(): Promise<number> {
  const wish = await expected()
  if (!wish || wish.status === 'inactive') return 100
  const emails = (id: string | undefined): number => {
    const price = id === b.shop.pro ? 1900 : id === b.shop.business ? 4900 : id === b.shop.small ? 500 : 900
    return limits.get(price) ?? 0
  }
  return wish.addons.reduce((sum, one) => sum + emails(one.addon_id) * one.quantity, emails(wish.plan))
}

const key = async (kind: 'plan' | 'addon', id: string): Promise<string> =>
  (await stripe.prices.list({ lookup_keys: [`mailroom_${kind}_${id}`] })).data[0]?.id ?? ''

/** What may happen at Stripe: by the person on its pages, by time, by an operator in the dashboard. */
const happenings = {
  async subscribe() {
    // A failure that waits for the next charge may be met first.
    for (let tries = 0; tries < 9 && (await held()).length === 0; tries += 1)
      await b.subscribe(b.shop.business, [{ id: b.shop.small, quantity: 1 }]).catch(() => undefined)
  },
  async moreAddons() {
    const [live] = await held()
    if (!live) return
    const item = live.items.data.find(({ price }) => idOf('addon', price.lookup_key) === b.shop.large)
    const change = item
      ? { id: item.id, quantity: item.quantity + 1 }
      : { price: await key('addon', b.shop.large), quantity: 1 }
    await stripe.subscriptions.update(live.id, { items: [change] })
  },
  async noAddons() {
    const [live] = await held()
    const gone = live?.items.data.filter(({ price }) => idOf('addon', price.lookup_key)) ?? []
    if (live && gone.length > 0)
      await stripe.subscriptions.update(live.id, { items: gone.map(({ id }) => ({ id, deleted: true })) })
  },
  async otherPlan() {
    const [live] = await held()
    const item = live?.items.data.find(({ price }) => idOf('plan', price.lookup_key))
    if (!live || !item) return
    const to = idOf('plan', item.price.lookup_key) === b.shop.pro ? b.shop.business : b.shop.pro
    await stripe.subscriptions.update(live.id, { items: [{ id: item.id, price: await key('plan', to) }] })
  },
  async endAtPeriodEnd() {
    const [live] = await held()
    if (live) await stripe.subscriptions.update(live.id, { cancel_at_period_end: !live.cancel_at_period_end })
  },
  async end() {
    const [live] = await held()
    if (live) await stripe.subscriptions.cancel(live.id)
  },
  async failToPay() {
    await b.happens('payment_fails', { times: 1 })
  },
  async month() {
    if ((await held()).length > 0) await b.happens('advance')
  },
  async weFollow() {
    await app.drain()
  },
} satisfies Record<string, () => Promise<void>>
type Name = keyof typeof happenings
const names: Name[] = [
  'subscribe',
  'moreAddons',
  'noAddons',
  'otherPlan',
  'endAtPeriodEnd',
  'end',
  'failToPay',
  'month',
  'weFollow',
]
const isName = (name: string): name is Name => Object.hasOwn(happenings, name)

let seen = 0
/** Posts what Stripe has to tell as chance has it: some twice, some never, in any order. */
async function tell(luck: number[]): Promise<void> {
  const { events } = await b.world()
  const news = events.slice(seen)
  seen = events.length
  const fate = (n: number): number => luck[n % luck.length] ?? 0
  const posts = news.flatMap((event, n) => (fate(n) % 4 === 0 ? [] : fate(n) % 4 === 1 ? [event, event] : [event]))
  const mixed = posts.map((event, n) => ({ event, at: fate(n + 7) })).toSorted((x, y) => x.at - y.at)
  for (const { event } of mixed) {
    const payload = JSON.stringify(event, null, 2)
    const timestamp = Math.floor(app.clock.now().getTime() / 1000)
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_mailroom_sandbox', timestamp })
    const sent = { method: 'POST', headers: { 'stripe-signature': header }, body: payload }
    expect((await fetch(`${app.url}/api/stripe-webhook`, sent)).status).toBe(200)
  }
}

test('after any sequence of events rights are what Stripe holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 7 }),
      fc.array(fc.nat(1000), { minLength: 3, maxLength: 20 }),
      async (steps, luck) => {
        for (const [n, step] of steps.entries()) {
          if (isName(step)) await happenings[step]()
          if ((luck[n] ?? 0) % 2 === 0) await tell(luck)
        }
        await tell(luck)
        await app.drain()
        await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-billing', {}))
        await app.drain()
        expect(await actual()).toEqual(await expected())
        expect(await limit()).toBe(await expectedLimit())
        expect((await held()).length).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
