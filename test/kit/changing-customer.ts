import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { expect } from 'vitest'
import { z } from 'zod'
import { signUpCustomer } from './billing.ts'
import { startApp } from './start-app.ts'

export const stripeChangeNames = [
  'subscribe',
  'moreAddons',
  'noAddons',
  'otherPlan',
  'endAtPeriodEnd',
  'end',
  'failToPay',
  'month',
  'weFollow',
] as const
type StripeChange = (typeof stripeChangeNames)[number]

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
const idOf = (kind: 'plan' | 'addon', key: string | null): string | undefined =>
  new RegExp(`^mailroom_${kind}_(.+)$`).exec(key ?? '')?.[1]

const limits = new Map([
  [1900, 5000],
  [4900, 25_000],
  [500, 1000],
  [900, 2500],
])
/**
 * A customer at Stripe, whose subscription is changed there while events arrive, repeated, reordered or never. The
 * expected entitlements are read from the sandbox, not computed by our code.
 */
export async function changingCustomer() {
  await using parts = new AsyncDisposableStack()
  const app = parts.use(await startApp())
  const b = await signUpCustomer(app)
  const { hostname, port } = new URL(app.sandbox.url)
  const stripe = new Stripe('sk_test_mailroom_sandbox', {
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

  const listLive = async () =>
    Held.parse((await b.atStripe()).subscriptions).filter(({ status }) =>
      ['active', 'trialing', 'past_due', 'unpaid'].includes(status),
    )
  /** The expected row, from Stripe's state. */
  async function expected() {
    const [live] = (await listLive()).toSorted((x, y) => y.created - x.created)
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

  const limit = async (): Promise<number> => {
    const { rows } = await app.ctx.db.asService((tx) =>
      sql<{ total: number }>`select app.email_limit_total(${b.who.userId}::uuid) as total`.execute(tx),
    )
    return rows[0]?.total ?? 0
  }
  async function expectedLimit(): Promise<number> {
    const wanted = await expected()
    if (!wanted || wanted.status === 'inactive') return 100
    const emails = (id: string | undefined): number => {
      const price = id === b.shop.pro ? 1900 : id === b.shop.business ? 4900 : id === b.shop.small ? 500 : 900
      return limits.get(price) ?? 0
    }
    return wanted.addons.reduce((sum, one) => sum + emails(one.addon_id) * one.quantity, emails(wanted.plan))
  }

  const key = async (kind: 'plan' | 'addon', id: string): Promise<string> =>
    (await stripe.prices.list({ lookup_keys: [`mailroom_${kind}_${id}`] })).data[0]?.id ?? ''

  /** Changes at Stripe: by the user in the portal, by time, by the operator in the dashboard. */
  const stripeChanges = {
    async subscribe() {
      // An injected payment failure may hit the first attempts.
      for (let tries = 0; tries < 9 && (await listLive()).length === 0; tries += 1)
        await b.subscribe(b.shop.business, [{ id: b.shop.small, quantity: 1 }]).catch(() => undefined)
    },
    async moreAddons() {
      const [live] = await listLive()
      if (!live) return
      const item = live.items.data.find(({ price }) => idOf('addon', price.lookup_key) === b.shop.large)
      const change = item
        ? { id: item.id, quantity: item.quantity + 1 }
        : { price: await key('addon', b.shop.large), quantity: 1 }
      await stripe.subscriptions.update(live.id, { items: [change] })
    },
    async noAddons() {
      const [live] = await listLive()
      const gone = live?.items.data.filter(({ price }) => idOf('addon', price.lookup_key)) ?? []
      if (live && gone.length > 0)
        await stripe.subscriptions.update(live.id, { items: gone.map(({ id }) => ({ id, deleted: true })) })
    },
    async otherPlan() {
      const [live] = await listLive()
      const item = live?.items.data.find(({ price }) => idOf('plan', price.lookup_key))
      if (!live || !item) return
      const to = idOf('plan', item.price.lookup_key) === b.shop.pro ? b.shop.business : b.shop.pro
      await stripe.subscriptions.update(live.id, { items: [{ id: item.id, price: await key('plan', to) }] })
    },
    async endAtPeriodEnd() {
      const [live] = await listLive()
      if (live) await stripe.subscriptions.update(live.id, { cancel_at_period_end: !live.cancel_at_period_end })
    },
    async end() {
      const [live] = await listLive()
      if (live) await stripe.subscriptions.cancel(live.id)
    },
    async failToPay() {
      await b.happens('payment_fails', { times: 1 })
    },
    async month() {
      if ((await listLive()).length > 0) await b.happens('advance')
    },
    async weFollow() {
      await app.runDueJobs()
    },
  } satisfies Record<StripeChange, () => Promise<void>>

  let delivered = 0
  /** Delivers new events at random: some twice, some never, in any order. */
  async function deliverEvents(luck: number[]): Promise<void> {
    const { events } = await b.world()
    const fresh = events.slice(delivered)
    delivered = events.length
    const fate = (n: number): number => luck[n % luck.length] ?? 0
    const posts = fresh.flatMap((event, n) => (fate(n) % 4 === 0 ? [] : fate(n) % 4 === 1 ? [event, event] : [event]))
    const mixed = posts.map((event, n) => ({ event, at: fate(n + 7) })).toSorted((x, y) => x.at - y.at)
    for (const { event } of mixed) {
      const payload = JSON.stringify(event, null, 2)
      const timestamp = Math.floor(app.clock.now().getTime() / 1000)
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_mailroom_sandbox', timestamp })
      const sent = { method: 'POST', headers: { 'stripe-signature': header }, body: payload }
      expect((await fetch(`${app.url}/api/stripe-webhook`, sent)).status).toBe(200)
    }
  }

  const running = parts.move()
  return {
    /** After these changes and the nightly reconciliation the entitlements are those of Stripe. */
    async expectSynced(steps: StripeChange[], luck: number[]): Promise<void> {
      for (const [n, step] of steps.entries()) {
        await stripeChanges[step]()
        if ((luck[n] ?? 0) % 2 === 0) await deliverEvents(luck)
      }
      await deliverEvents(luck)
      await app.runDueJobs()
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-billing', {}))
      await app.runDueJobs()
      expect(await actual()).toEqual(await expected())
      expect(await limit()).toBe(await expectedLimit())
      expect((await listLive()).length).toBeLessThanOrEqual(1)
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
