import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpCustomer, type TestCustomer } from '../../test/kit/billing.ts'
import { startApp, type App } from '../../test/kit/start-app.ts'
import { resyncSandboxCustomers } from './reconcile-billing.ts'

/** A restarted sandbox has lost customers, subscriptions and prices; their entitlements end. */
let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const startedAnew = () => app.control('POST', '/control/reset')
const payer = async (): Promise<TestCustomer> => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [{ id: b.shop.small, quantity: 1 }])
  await startedAnew()
  return b
}
const over = { status: 'canceled', stripe_customer_id: null, cancel_at_period_end: false }

test.each([
  ['the portal', 'customer-portal', {}, 409, 'no_billing_customer'],
  ['add-ons', 'manage-addons', { quantity: 2 }, 409, 'addons_need_paid_plan'],
])(
  '%s: the click finds out, ends what stood here, and says what to do',
  async (_what, name, { quantity }: { quantity?: number }, status, code) => {
    const b = await payer()
    const input = quantity === undefined ? {} : { addons: [{ id: b.shop.small, quantity }] }
    expect(await b.call(name, input)).toMatchObject({ status, body: { error: { code } } })
    expect(await b.row()).toMatchObject({ ...over, plan_id: b.shop.pro })
    expect(await b.addons()).toEqual([])
    expect(await b.customerId()).toBe('')
  },
)

test('switches to the free plan', async () => {
  const b = await payer()
  expect(await b.call('cancel-subscription')).toMatchObject({ status: 200, body: { success: true } })
  expect(await b.row()).toMatchObject({ status: 'active', plan_id: b.shop.free, stripe_customer_id: null })
})

test('a new purchase creates another customer and new prices; the plan starts when paid', async () => {
  const b = await payer()
  expect((await b.checkout(b.shop.pro)).status).toBe(200)
  expect(await b.row()).toMatchObject(over)
  expect(await b.subscribe(b.shop.pro)).toContain('session_id=')
  const stripe_customer_id = await b.customerId()
  expect(stripe_customer_id).toMatch(/^cus_/)
  expect(await b.row()).toMatchObject({ plan_id: b.shop.pro, status: 'active', stripe_customer_id })
})

test('the next start finds the loss', async () => {
  const b = await payer()
  await resyncSandboxCustomers(app.ctx)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'maintain-billing', {}))
  await app.runDueJobs()
  expect(await b.row()).toMatchObject(over)
})

test('the nightly job finds the loss, even of the subscription alone', async () => {
  const b = await signUpCustomer(app)
  await b.checkout(b.shop.pro)
  const stripe_customer_id = await b.customerId()
  const row = { user_id: b.who.userId, plan_id: b.shop.pro, status: 'active' as const, stripe_customer_id }
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('subscriptions')
      .values({ ...row, stripe_subscription_id: 'sub_of_before' })
      .execute(),
  )
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-billing', {}))
  await app.runDueJobs()
  expect(await b.row()).toMatchObject({ ...over, stripe_customer_id })
})
