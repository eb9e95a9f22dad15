import { expect, test } from 'vitest'
import { allRows } from '../../../test/kit/all-rows.ts'
import { signUpCustomer, pay, type TestCustomer } from '../../../test/kit/billing.ts'
import { emailsTo } from '../../../test/kit/outbox.ts'
import { requestsTo } from '../../../test/kit/outlook.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()

const leave = (b: TestCustomer) => b.call('cancel-subscription')
const statuses = async (b: TestCustomer) => (await b.atStripe()).subscriptions.map(({ status }) => status)
const free = (b: TestCustomer) => ({
  plan_id: b.shop.free,
  status: 'active',
  stripe_subscription_id: null,
  cancel_at_period_end: false,
  current_period_start: null,
  current_period_end: null,
})

test('cancels at Stripe first, then saves the free plan without add-ons; later events change nothing', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [{ id: b.shop.small, quantity: 2 }])
  expect(await leave(b)).toMatchObject({ status: 200, body: { success: true } })
  expect(await statuses(b)).toEqual(['canceled'])
  expect(await b.row()).toMatchObject({ ...free(b), stripe_customer_id: await b.customerId() })
  expect(await b.addons()).toEqual([])
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-billing', {}))
  await app.runDueJobs()
  expect(await b.row()).toMatchObject(free(b))
  expect((await leave(b)).body).toEqual({ success: true, alreadyFree: true })
})

test('expires a checkout session that is open in another tab', async () => {
  const b = await signUpCustomer(app)
  const { body } = await b.checkout(b.shop.business)
  await app.ctx.db.asService((tx) =>
    tx.insertInto('subscriptions').values({ user_id: b.who.userId, plan_id: b.shop.pro, status: 'active' }).execute(),
  )
  expect((await leave(b)).body).toEqual({ success: true })
  expect(await pay(String(body['url']))).toBeNull()
  expect(await statuses(b)).toEqual([])
})

test('changes nothing when Stripe fails, and cancels once when the response is lost', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await app.faults({ service: 'stripe', method: 'DELETE', path: '/v1/subscriptions/', status: 429 })
  expect(await leave(b)).toMatchObject({ status: 502, body: { error: { code: 'billing_outcome_unknown' } } })
  expect(await b.row()).toMatchObject({ plan_id: b.shop.pro, status: 'active' })
  // The lost response is of the first request, before anything is canceled.
  await app.faults({ service: 'stripe', method: 'GET', path: '/v1/customers/', status: 429 })
  expect(await leave(b)).toMatchObject({ status: 502, body: { error: { code: 'billing_unavailable' } } })
  await app.faults({
    service: 'stripe',
    method: 'DELETE',
    path: '/v1/subscriptions/',
    when: 'after',
    drop: true,
    times: 1,
  })
  expect(await leave(b)).toMatchObject({ status: 200, body: { success: true } })
  await app.faults()
  expect(await statuses(b)).toEqual(['canceled'])
  expect(await b.row()).toMatchObject(free(b))
  await app.runDueJobs()
})

test('does not call Stripe for a user without a paid plan', async () => {
  const b = await signUpCustomer(app)
  const before = (await requestsTo(app, 'stripe')).length
  expect((await leave(b)).body).toEqual({ success: true, alreadyFree: true })
  expect(await requestsTo(app, 'stripe')).toHaveLength(before)
})

test('opens the customer portal for customers, with a return URL of ours', async () => {
  const b = await signUpCustomer(app)
  expect(await b.call('customer-portal')).toMatchObject({
    status: 409,
    body: { error: { code: 'no_billing_customer' } },
  })
  await b.subscribe(b.shop.pro)
  const [first, second] = [await b.call('customer-portal'), await b.call('customer-portal')]
  expect(first.body['url']).toContain('/billing.stripe.com/')
  expect(second.body['url']).not.toBe(first.body['url'])
  const page = await (await fetch(String(first.body['url']))).text()
  expect(page).toContain(`${app.url}/subscription`)
  await app.faults({ service: 'stripe', path: '/v1/billing_portal/sessions', status: 429 })
  expect(await b.call('customer-portal')).toMatchObject({
    status: 502,
    body: { error: { code: 'billing_unavailable' } },
  })
  await app.faults()
  await app.runDueJobs()
})

test('deleting an account cancels its subscription even if Stripe is down for hours', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.business, [{ id: b.shop.large, quantity: 1 }])
  const open = await signUpCustomer(app)
  const { body } = await open.checkout(open.shop.pro)
  const [customer, other] = [await b.customerId(), await open.customerId()]
  await app.faults({ service: 'stripe', path: '', status: 429 })
  for (const { call } of [b, open]) await call('account-data', { action: 'delete' })
  await app.runDueJobs()
  await app.advance('3 hours')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'maintain-billing', {}))
  await app.runDueJobs()
  await app.faults()
  const rows = await allRows(app.database)
  expect(rows.filter((row) => row.includes(b.who.userId))).toEqual([])
  expect(rows.filter((row) => row.startsWith('app.pending_customer_closures'))).toHaveLength(2)
  await app.advance('7 hours')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'maintain-billing', {}))
  await app.runDueJobs()
  const { subscriptions } = await b.world()
  expect(subscriptions.filter((one) => one.customer === customer).map(({ status }) => status)).toEqual(['canceled'])
  expect(await pay(String(body['url']))).toBeNull()
  const left = (await allRows(app.database)).filter((row) => row.includes(customer) || row.includes(other))
  expect(left).toEqual([])
})

test('updates the customer’s address when the account’s address changes', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  expect((await b.atStripe()).customer?.email).toBe(b.email)
  const email = `moved-${b.who.userId}@example.com`
  await app.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ email }).where('id', '=', b.who.userId).execute(),
  )
  await app.ctx.db.asAccounts((tx) => app.ctx.jobs.enqueue(tx, 'sync-customer', { userId: b.who.userId }))
  await app.runDueJobs()
  expect((await b.atStripe()).customer?.email).toBe(email)
})

test('notifies once of a failed payment, keeps the plan, and resolves the notification when it is paid', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await b.happens('payment_fails', { times: 1 })
  await b.happens('advance')
  const settle = async () => {
    await app.runDueJobs()
    return (await b.row())?.status
  }
  await expect.poll(settle).toBe('past_due')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'sync-customer', { userId: b.who.userId }))
  const countPaymentEmails = async () =>
    (await emailsTo(app, b.email)).filter(({ subject }) => subject.includes('payment')).length
  expect(await countPaymentEmails()).toBe(1)
  const bell = async () => (await b.call('notifications', { action: 'list' })).body['notifications']
  expect(await bell()).toMatchObject([{ kind: 'payment_failed', read: false }])
  const when = app.clock.now()
  await b.happens('advance', { to: new Date(when.getTime() + 40 * 86_400_000).toISOString() })
  await expect.poll(settle).toBe('active')
  expect(await bell()).toMatchObject([{ kind: 'payment_failed', read: true }])
  expect(await countPaymentEmails()).toBe(1)
})
