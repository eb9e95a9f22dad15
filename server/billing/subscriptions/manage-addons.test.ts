import { expect, test } from 'vitest'
import { signUpCustomer, cards, press, cardOf, type TestCustomer } from '../../../test/kit/billing.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()

const manage = (b: TestCustomer, addons: { id: string; quantity: number }[], more: object = {}) =>
  b.call('manage-addons', { addons, ...more })
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  JSON.parse(JSON.stringify(body['error'] ?? {})).code,
]
const paid = async (b: TestCustomer) => (await b.atStripe()).invoices.map(({ amount_paid }) => amount_paid)

test('adding: charges exactly the previewed amount, and a preview changes nothing', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await b.after('10 days')
  const wanted = [{ id: b.shop.small, quantity: 3 }]
  const { body } = await manage(b, wanted, { preview: true })
  const { preview } = JSON.parse(JSON.stringify(body))
  expect(preview).toEqual({
    dueNow: expect.any(Number),
    credit: 0,
    monthly: 1900 + 3 * 500,
    prorationDate: expect.any(Number),
  })
  expect(preview.dueNow).toBeGreaterThan(900)
  expect(preview.dueNow).toBeLessThan(1100)
  expect(await b.addons()).toEqual([])
  await b.after('3 min')
  const done = await manage(b, wanted, { prorationDate: preview.prorationDate })
  expect(done.body['url']).toMatch(new RegExp(`^${app.url}/subscription\\?addon_session_id=`))
  expect(await paid(b)).toEqual([1900, preview.dueNow])
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 3 }])
})

test('ignores a proration date in the future or too far in the past', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await b.after('10 days')
  const now = Math.floor(app.clock.now().getTime() / 1000)
  for (const prorationDate of [now + 86_400, now + 10 * 86_400, now - 3600, 1]) {
    const { body } = await manage(b, [{ id: b.shop.small, quantity: 1 }], { preview: true, prorationDate })
    const { preview } = JSON.parse(JSON.stringify(body))
    expect(Math.abs(preview.prorationDate - now)).toBeLessThan(60)
  }
})

test('changes add-ons and plan when Stripe’s clock is ahead and the period has begun there', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe()
  // Start the next period by Stripe's clock, for this customer only.
  await b.happens('advance')
  const addons = [{ id: b.shop.small, quantity: 1 }]
  const { body } = await b.call('manage-addons', { addons, preview: true })
  expect(body).toMatchObject({ preview: { dueNow: 500, monthly: 2400 } })
  expect((await b.call('manage-addons', { addons })).status).toBe(200)
  expect((await b.checkout(b.shop.business)).body['url']).toContain('/subscription?session_id=')
  expect((await b.atStripe()).invoices.map(({ amount_paid }) => amount_paid)).toEqual([1900, 1900, 500, 3000])
})

test('removing: applies immediately, charges nothing and credits the previewed amount', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [
    { id: b.shop.small, quantity: 4 },
    { id: b.shop.large, quantity: 1 },
  ])
  await b.after('10 days')
  const wanted = [{ id: b.shop.small, quantity: 1 }]
  const { preview } = JSON.parse(JSON.stringify((await manage(b, wanted, { preview: true })).body))
  expect(preview).toMatchObject({ dueNow: 0, monthly: 2400 })
  expect(preview.credit).toBeGreaterThan(1500)
  expect((await manage(b, wanted, { prorationDate: preview.prorationDate })).status).toBe(200)
  expect(await paid(b)).toEqual([1900 + 2000 + 900])
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 1 }])
  await b.happens('advance')
  await app.runDueJobs()
  expect(await paid(b)).toEqual([4800, 2400 - preview.credit])
})

test('replacing: the credit of the removed add-on reduces the charge', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [{ id: b.shop.small, quantity: 1 }])
  const wanted = [{ id: b.shop.large, quantity: 1 }]
  const { preview } = JSON.parse(JSON.stringify((await manage(b, wanted, { preview: true })).body))
  expect(preview.dueNow).toBeLessThanOrEqual(400)
  expect((await manage(b, wanted, { prorationDate: preview.prorationDate })).status).toBe(200)
  expect(await paid(b)).toEqual([2400, preview.dueNow])
  expect(await b.addons()).toEqual([{ addon_id: b.shop.large, quantity: 1 }])
})

test('a discontinued add-on can be kept, reduced or removed, but not increased', async () => {
  const b = await signUpCustomer(app)
  const { small, large } = b.shop
  const sell = (is_active: boolean) =>
    app.ctx.db.asService((tx) => tx.updateTable('addons').set({ is_active }).where('id', '=', small).execute())
  await b.subscribe(b.shop.pro, [{ id: small, quantity: 2 }])
  await sell(false)
  try {
    const more = await manage(b, [{ id: small, quantity: 3 }])
    expect(codeOf(more)).toEqual([404, 'addon_not_found'])
    expect(JSON.stringify(more.body)).toContain('It can be kept or removed')
    const kept = [
      { id: small, quantity: 2 },
      { id: large, quantity: 1 },
    ]
    expect((await manage(b, kept, { preview: true })).body).toMatchObject({ preview: { monthly: 1900 + 1000 + 900 } })
    expect((await manage(b, kept)).status).toBe(200)
    expect(await b.addons()).toEqual([
      { addon_id: large, quantity: 1 },
      { addon_id: small, quantity: 2 },
    ])
    const less = [
      { id: small, quantity: 1 },
      { id: large, quantity: 2 },
    ]
    expect((await manage(b, less)).status).toBe(200)
    expect((await manage(b, [{ id: large, quantity: 2 }])).status).toBe(200)
    expect(await b.addons()).toEqual([{ addon_id: large, quantity: 2 }])
    expect(codeOf(await manage(b, less))).toEqual([404, 'addon_not_found'])
    expect(codeOf(await b.checkout(b.shop.pro, less))).toEqual([404, 'addon_not_found'])
  } finally {
    await sell(true)
  }
})

test('redirects to 3-D Secure and raises the limit only after payment', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [], cards.asksAlways)
  const wanted = [{ id: b.shop.large, quantity: 2 }]
  const { body } = await manage(b, wanted)
  expect(body['url']).toContain('/invoice.stripe.com/')
  expect(await b.addons()).toEqual([])
  expect((await b.row())?.pending_update_expires_at).toBeInstanceOf(Date)
  expect((await manage(b, wanted)).body).toEqual(body)
  expect(codeOf(await manage(b, [{ id: b.shop.large, quantity: 3 }]))).toEqual([409, 'addon_change_pending'])
  await press(String(body['url']), 'pay', cardOf(cards.pays))
  await app.runDueJobs()
  await expect
    .poll(async () => (await app.runDueJobs(), await b.addons()))
    .toEqual([{ addon_id: b.shop.large, quantity: 2 }])
  expect(await b.row()).toMatchObject({ status: 'active', pending_update_expires_at: null })
})

test('an unpaid change expires after 23 hours without effect', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  await b.happens('payment_fails', { times: 9 })
  const { body } = await manage(b, [{ id: b.shop.large, quantity: 2 }])
  expect(body['url']).toContain('/invoice.stripe.com/')
  await app.advance('24 hours')
  await expect.poll(async () => (await app.runDueJobs(), (await b.row())?.pending_update_expires_at)).toBeNull()
  expect(await b.addons()).toEqual([])
  expect(await b.row()).toMatchObject({ status: 'active' })
})

test('a declined card changes nothing, even if an add-on was to be removed', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro, [{ id: b.shop.small, quantity: 1 }])
  await b.after('10 days')
  const refused = { service: 'stripe', method: 'POST', path: '/v1/subscriptions/', status: 402, skip: 1, times: 1 }
  await app.faults(refused)
  expect(codeOf(await manage(b, [{ id: b.shop.large, quantity: 1 }]))).toEqual([402, 'addon_payment_declined'])
  await app.faults()
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'sync-customer', { userId: b.who.userId }))
  await app.runDueJobs()
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 1 }])
  await b.happens('advance')
  expect(await paid(b)).toEqual([2400, 2400])
})

test.each([
  [400, 'billing_unavailable', 1],
  [500, 'billing_outcome_unknown', 0],
])(
  'what was taken away comes back where the rest is refused (%i), and not where it may have been done',
  async (status, code, left) => {
    const b = await signUpCustomer(app)
    await b.subscribe(b.shop.pro, [{ id: b.shop.small, quantity: 1 }])
    const refused = {
      service: 'stripe',
      method: 'POST',
      path: '/v1/subscriptions/',
      status,
      skip: 1,
      times: status === 400 ? 1 : 9,
    }
    await app.faults(refused)
    expect(codeOf(await manage(b, [{ id: b.shop.large, quantity: 1 }]))).toEqual([502, code])
    await app.faults()
    await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'sync-customer', { userId: b.who.userId }))
    await app.runDueJobs()
    expect(await b.addons()).toHaveLength(left)
  },
)

test('charges once when a response is lost', async () => {
  const b = await signUpCustomer(app)
  await b.subscribe(b.shop.pro)
  const lost = { service: 'stripe', method: 'POST', path: '/v1/subscriptions/', when: 'after', drop: true, times: 1 }
  await app.faults(lost)
  expect((await manage(b, [{ id: b.shop.small, quantity: 1 }])).status).toBe(200)
  expect(await paid(b)).toHaveLength(2)
  await app.faults({ ...lost, times: 9 })
  // The change was applied, but its response was lost.
  const asked = await manage(b, [{ id: b.shop.small, quantity: 2 }])
  expect(codeOf(asked)).toEqual([502, 'billing_outcome_unknown'])
  expect(JSON.stringify(asked.body)).toContain('it is not known yet whether this was done')
  await app.faults()
  await app.runDueJobs()
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 2 }])
  expect(await paid(b)).toHaveLength(3)
  expect(codeOf(await manage(b, [{ id: b.shop.small, quantity: 2 }]))).toEqual([409, 'no_changes'])
})

test('refuses invalid changes with a reason', async () => {
  const b = await signUpCustomer(app)
  const one = [{ id: b.shop.small, quantity: 1 }]
  expect(codeOf(await manage(b, one))).toEqual([409, 'addons_need_paid_plan'])
  await b.checkout(b.shop.free)
  expect(codeOf(await manage(b, one))).toEqual([409, 'addons_need_paid_plan'])
  expect(codeOf(await manage(b, []))).toEqual([400, 'no_addons_selected'])
  expect(codeOf(await manage(b, [{ id: b.shop.small, quantity: 0 }]))).toEqual([400, 'no_addons_selected'])
  expect(codeOf(await manage(b, [{ id: crypto.randomUUID(), quantity: 1 }]))).toEqual([404, 'addon_not_found'])
})

test('users cannot see each other’s billing', async () => {
  const [a, b] = [await signUpCustomer(app), await signUpCustomer(app)]
  await a.subscribe(a.shop.pro, [{ id: a.shop.small, quantity: 1 }])
  await b.subscribe(b.shop.business)
  const shown = async () => {
    const { updated_at: _at, provider_synced_at: _read, ...row } = (await b.row()) ?? {}
    return JSON.stringify([row, (await b.atStripe()).subscriptions])
  }
  const before = await shown()
  await manage(a, [{ id: a.shop.small, quantity: 5 }])
  await a.call('cancel-subscription')
  await app.runDueJobs()
  expect(await shown()).toBe(before)
})
