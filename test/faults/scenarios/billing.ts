import { z } from 'zod'
import { requestSync } from '../../../server/billing/customers/customer-queries.ts'
import { setUpStripe } from '../../../server/billing/catalogue/set-up-stripe.ts'
import { signUpCustomer, type TestCustomer } from '../../kit/billing.ts'
import { newEmail } from '../../kit/start-accounts.ts'
import type { App } from '../../kit/start-app.ts'
import type { Attempt, Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { outcomeOf, requested } from './requests.ts'

/** What exists at Stripe for the user. */
async function objectsOf(customer: TestCustomer): Promise<string[]> {
  const { customers, checkoutSessions, subscriptions } = await customer.ofCustomers()
  return [
    ...customers.filter((one) => !('deleted' in one)).map(() => 'customer'),
    ...checkoutSessions.filter(({ status }) => status === 'open').map(() => 'open session'),
    ...subscriptions.filter(({ status }) => status === 'active').map(() => 'subscription'),
    ...subscriptions.flatMap(({ status, items }) =>
      status === 'active' ? items.data.map(({ quantity }) => `item of ${quantity}`) : [],
    ),
  ]
}

type Begin = (customer: TestCustomer, n: number) => Promise<Attempt>

/** Each attempt has a customer of its own. */
const onCustomer =
  (begin: Begin, prepare: (customer: TestCustomer) => Promise<unknown> = async () => undefined): Scenario['start'] =>
  async (app): Promise<StartedScenario> => {
    // Creates the prices.
    await (await signUpCustomer(app)).subscribe()
    let customer = await signUpCustomer(app)
    return {
      async prepare() {
        customer = await signUpCustomer(app)
        await prepare(customer)
      },
      begin: (n) => begin(customer, n),
      signInAgain: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }
  }

const freshCall = async (customer: TestCustomer, name: string, input: object = {}): Promise<Outcome> => {
  await customer.after('1 s')
  return outcomeOf(await customer.call(name, input))
}

const asking =
  (
    name: string,
    input: (customer: TestCustomer) => object,
    expected: readonly string[],
    replaced: readonly string[] = [],
  ): Begin =>
  (customer) =>
    requested(() => freshCall(customer, name, input(customer)), {
      effects: () => objectsOf(customer),
      expected,
      replaced,
    })

const cancelling: Begin = async (customer) => {
  const attempt = await requested(() => freshCall(customer, 'cancel-subscription'))
  return {
    ...attempt,
    async outcome() {
      const [answer, objects] = [await attempt.outcome(), await objectsOf(customer)]
      return answer === 'done' && objects.includes('subscription') ? { refused: 'still subscribed' } : answer
    },
  }
}

/** The user changes the address of the account. */
const renaming =
  (app: App): Begin =>
  async (customer) => {
    const email = newEmail()
    const { userId } = customer.who
    await app.ctx.db.asAccounts((tx) => tx.updateTable('auth.users').set({ email }).where('id', '=', userId).execute())
    await app.ctx.db.asService(async (tx) => {
      await requestSync(tx, userId, app.clock.now())
      await app.ctx.jobs.enqueue(tx, 'sync-customer', { userId })
    })
    return {
      outcome: async () => ((await customer.atStripe()).customer?.email === email ? 'done' : 'waiting'),
      effects: async () => [],
      expected: [],
      retry: async () => undefined,
    }
  }

const withAddon = (customer: TestCustomer) =>
  customer.subscribe(customer.shop.pro, [{ id: customer.shop.small, quantity: 2 }])

/** Paid in the browser; the return and the event only request a sync. */
const paying =
  (app: App): Begin =>
  async (customer) => {
    await app.control('POST', '/control/stripe/events', { type: 'hold' })
    await customer.subscribe()
    await app.control('POST', '/control/stripe/events', { type: 'release' })
    return {
      outcome: async () => ((await customer.row())?.plan_id === customer.shop.pro ? 'done' : 'waiting'),
      effects: () => objectsOf(customer),
      expected: ['customer', 'subscription', 'item of 1'],
      retry: async () => undefined,
    }
  }

/** The account was deleted: nothing may be charged any more. */
const closing =
  (app: App): Begin =>
  async (customer) => {
    const id = await customer.customerId()
    await customer.after('1 s')
    const remove = async () => outcomeOf(await customer.call('account-data', { action: 'delete' }))
    let answer = await remove()
    const World = z.object({
      customers: z.array(z.looseObject({ id: z.string(), deleted: z.boolean().optional() })),
      subscriptions: z.array(z.looseObject({ customer: z.string(), status: z.string() })),
    })
    return {
      async outcome() {
        const { customers, subscriptions } = World.parse(await app.control('GET', '/control/stripe'))
        const isCharged = subscriptions.some((one) => one.customer === id && one.status === 'active')
        const isThere = customers.some((one) => one.id === id && !one.deleted)
        if (!isCharged && !isThere) return 'done'
        return answer === 'done' ? 'waiting' : answer
      },
      effects: async () => [],
      expected: [],
      async retry() {
        answer = await remove()
      },
    }
  }

/** The nightly job. */
const reconciling =
  (app: App): Begin =>
  async (customer) => {
    await app.ctx.db.asService(async (tx) => {
      await tx
        .updateTable('subscriptions')
        .set({ plan_id: customer.shop.free })
        .where('user_id', '=', customer.who.userId)
        .execute()
      await app.ctx.jobs.enqueue(tx, 'reconcile-billing', {})
    })
    return {
      outcome: async () => ((await customer.row())?.plan_id === customer.shop.pro ? 'done' : 'waiting'),
      effects: async () => [],
      expected: [],
      retry: async () => undefined,
    }
  }

/** `npm run stripe:setup` after a change of a price. */
async function startSetUp(app: App): Promise<StartedScenario> {
  const { stripe } = app.ctx.vendors
  if (!stripe) throw new Error('There is no Stripe')
  return {
    async begin(n) {
      await app.ctx.db.asService((tx) =>
        tx
          .updateTable('plans')
          .set({ price_monthly: 2000 + n })
          .where('name', '=', 'Pro')
          .execute(),
      )
      const run = async (): Promise<Outcome> =>
        setUpStripe(app.ctx, stripe).then(
          () => 'done',
          (error: unknown) => ({ refused: error instanceof Error ? error.name : 'unknown' }),
        )
      return requested(run)
    },
    signInAgain: async () => undefined,
    [Symbol.asyncDispose]: async () =>
      void (await app.ctx.db.asService((tx) =>
        tx.updateTable('plans').set({ price_monthly: 1900 }).where('name', '=', 'Pro').execute(),
      )),
  }
}

export const billingScenarios: Scenario[] = [
  {
    name: 'check out',
    kind: 'request',
    start: onCustomer(
      asking('create-checkout', ({ shop }) => ({ planId: shop.pro, addons: [] }), ['customer', 'open session']),
    ),
  },
  {
    name: 'check out another plan',
    kind: 'request',
    // The session ends, and Stripe responds that it has ended already.
    priorFaults: [{ service: 'stripe', method: 'POST', path: '/expire$', when: 'after', status: 400, times: 1 }],
    start: onCustomer(
      asking('create-checkout', ({ shop }) => ({ planId: shop.business, addons: [] }), ['customer', 'open session']),
      (customer) => customer.checkout(customer.shop.pro),
    ),
  },
  { name: 'return from the payment', kind: 'background', start: (app) => onCustomer(paying(app))(app) },
  {
    name: 'change the plan',
    kind: 'request',
    start: onCustomer(
      asking('create-checkout', ({ shop }) => ({ planId: shop.business, addons: [] }), [
        'customer',
        'subscription',
        'item of 1',
        'item of 2',
      ]),
      withAddon,
    ),
  },
  {
    name: 'change add-ons',
    kind: 'request',
    start: onCustomer(
      asking(
        'manage-addons',
        ({ shop }) => ({ addons: [{ id: shop.small, quantity: 3 }] }),
        ['customer', 'subscription', 'item of 1', 'item of 3'],
        ['item of 2'],
      ),
      withAddon,
    ),
  },
  {
    name: 'preview add-ons',
    kind: 'request',
    start: onCustomer(
      asking('manage-addons', ({ shop }) => ({ preview: true, addons: [{ id: shop.small, quantity: 3 }] }), [
        'customer',
        'subscription',
        'item of 1',
        'item of 2',
      ]),
      withAddon,
    ),
  },
  {
    name: 'open the customer portal',
    kind: 'request',
    start: onCustomer(
      asking('customer-portal', () => ({}), ['customer', 'subscription', 'item of 1']),
      (customer) => customer.subscribe(),
    ),
  },
  {
    name: 'cancel the subscription',
    kind: 'request',
    start: onCustomer(cancelling, (customer) => customer.subscribe()),
  },
  {
    name: 'close the customer',
    kind: 'request',
    start: (app) => onCustomer(closing(app), (customer) => customer.subscribe())(app),
  },
  {
    name: 'reconcile with Stripe',
    kind: 'background',
    start: (app) => onCustomer(reconciling(app), (customer) => customer.subscribe())(app),
  },
  {
    name: 'change the address of the customer',
    kind: 'background',
    start: (app) => onCustomer(renaming(app), (customer) => customer.subscribe())(app),
  },
  { name: 'set up Stripe', kind: 'request', start: startSetUp },
]
