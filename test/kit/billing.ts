import { z } from 'zod'
import { callFunction, signUp, type FunctionAnswer } from './outlook.ts'
import { goodPassword } from './start-accounts.ts'
import type { App } from './start-app.ts'

/** Ids of the plans and add-ons, by name. */
interface Shop {
  free: string
  pro: string
  business: string
  /** 1,000 emails for 500 cents. */
  small: string
  /** 2,500 emails for 900 cents. */
  large: string
}

export async function shopOf(app: App): Promise<Shop> {
  const [plans, addons] = await app.ctx.db.asService(async (tx) => [
    await tx.selectFrom('plans').select(['id', 'price_monthly']).execute(),
    await tx.selectFrom('addons').select(['id', 'price_monthly']).execute(),
  ])
  const at = (price: number, among = plans): string => among?.find((one) => one.price_monthly === price)?.id ?? ''
  return { free: at(0), pro: at(1900), business: at(4900), small: at(500, addons), large: at(900, addons) }
}

export const cards = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  asksOnce: '4000002500003155',
  asksAlways: '4000002760003184',
  failsLater: '4000000000000341',
} as const

/** Presses a button on one of Stripe's pages. */
export function press(url: string, action: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ ...fields, action })
  return fetch(url.replace(/#.*$/, ''), { method: 'POST', redirect: 'manual', body })
}

export const cardOf = (number: string): Record<string, string> => ({
  card_number: number,
  card_expiry: '12 / 40',
  card_cvc: '123',
})

/**
 * Pays on a checkout page, including 3-D Secure where required. @returns Stripe's redirect, or null where there is none
 */
export async function pay(url: string, number: string = cards.pays): Promise<string | null> {
  const first = await press(url, 'pay', cardOf(number))
  const answer = (await first.text()).includes('value="complete"') ? await press(url, 'complete') : first
  return answer.headers.get('location')
}

const World = z.object({
  customers: z.array(z.looseObject({ id: z.string(), email: z.string().nullish(), balance: z.number().optional() })),
  subscriptions: z.array(
    z.looseObject({
      id: z.string(),
      customer: z.string(),
      status: z.string(),
      items: z.object({ data: z.array(z.looseObject({ id: z.string(), quantity: z.number() })) }),
    }),
  ),
  invoices: z.array(
    z.looseObject({
      id: z.string(),
      customer: z.string(),
      status: z.string(),
      total: z.number(),
      amount_paid: z.number(),
    }),
  ),
  checkoutSessions: z.array(z.looseObject({ id: z.string(), customer: z.string().nullable(), status: z.string() })),
  events: z.array(z.looseObject({ id: z.string(), type: z.string() })).default([]),
})

/** A new user with helpers to buy and change a plan. */
export async function signUpCustomer(app: App) {
  const who = await signUp(app)
  const { email } = await app.ctx.access.verify(who.token)
  const shop = await shopOf(app)
  const call = (name: string, input: unknown = {}): Promise<FunctionAnswer> => callFunction(app, who, name, input)
  const world = async (query = '') => World.parse(await app.control('GET', `/control/stripe${query}`))
  const row = () =>
    app.ctx.db.asService((tx) =>
      tx.selectFrom('subscriptions').selectAll().where('user_id', '=', who.userId).executeTakeFirst(),
    )
  const customerId = async (): Promise<string> => {
    const found = await app.ctx.db.asService((tx) =>
      tx
        .selectFrom('app.billing_customers')
        .select('stripe_customer_id')
        .where('user_id', '=', who.userId)
        .executeTakeFirst(),
    )
    return found?.stripe_customer_id ?? ''
  }
  const checkout = (planId: string, addons: { id: string; quantity: number }[] = []) =>
    call('create-checkout', { planId, addons })
  return {
    who,
    email,
    shop,
    call,
    checkout,
    row,
    customerId,
    /** Advances the clocks and signs in again, because the session expires meanwhile. */
    async after(duration: string) {
      await app.advance(duration)
      const answer = await fetch(`${app.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: app.ctx.access.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: goodPassword }),
      })
      who.token = (await answer.json()).access_token
    },
    /** Subscribes, from the checkout call to the redirect back to the product. */
    async subscribe(planId = shop.pro, addons: { id: string; quantity: number }[] = [], number: string = cards.pays) {
      const { status, body } = await checkout(planId, addons)
      if (typeof body['url'] !== 'string') throw new Error(`Checkout returned ${status} ${JSON.stringify(body)}`)
      const back = await pay(body['url'], number)
      if (back === null) throw new Error('The card was declined')
      return (await fetch(back, { redirect: 'manual' })).headers.get('location')
    },
    /** The user's objects in the sandbox's Stripe. */
    async atStripe() {
      const [all, id] = [await world(), await customerId()]
      const own = <T extends { customer: string | null }>(list: T[]): T[] =>
        list.filter(({ customer }) => customer === id)
      return {
        customer: all.customers.find((one) => one.id === id),
        subscriptions: own(all.subscriptions),
        invoices: own(all.invoices),
        sessions: own(all.checkoutSessions),
      }
    },
    world: () => world(),
    /** What each customer with the user's first address has. */
    ofCustomers: () => world(`?email=${encodeURIComponent(email)}`),
    addons: () =>
      app.ctx.db.asService((tx) =>
        tx
          .selectFrom('subscription_addons')
          .select(['addon_id', 'quantity'])
          .where('user_id', '=', who.userId)
          .orderBy('quantity')
          .execute(),
      ),
    happens: async (type: string, more: object = {}) =>
      app.control('POST', '/control/stripe/events', { type, customer: await customerId(), ...more }),
  }
}
export type TestCustomer = Awaited<ReturnType<typeof signUpCustomer>>
