import { expect, test } from 'vitest'
import { z } from 'zod'
import { signUpCustomer, type TestCustomer } from '../../../test/kit/billing.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

/** The customer portal cannot change the plan of a subscription with add-ons. */
const app = await appOfFile()

const Previewed = z.object({
  preview: z.object({ dueNow: z.int(), credit: z.int(), monthly: z.int(), prorationDate: z.int() }),
})
const previewOf = async (b: TestCustomer, planId: string) =>
  Previewed.parse((await b.call('create-checkout', { planId, preview: true })).body).preview
const paid = async (b: TestCustomer) => (await b.atStripe()).invoices.map(({ amount_paid }) => amount_paid)
const withAddon = async (planId?: string): Promise<TestCustomer> => {
  const b = await signUpCustomer(app)
  await b.subscribe(planId, [{ id: b.shop.small, quantity: 1 }])
  await b.after('10 days')
  return b
}

test('an upgrade charges the previewed amount immediately and keeps the add-ons', async () => {
  const b = await withAddon()
  const before = JSON.stringify(await b.atStripe())
  const preview = await previewOf(b, b.shop.business)
  expect(JSON.stringify(await b.atStripe())).toBe(before)
  expect(preview).toMatchObject({ credit: 0, monthly: 4900 + 500 })
  expect(preview.dueNow).toBeGreaterThan(1900)
  expect(preview.dueNow).toBeLessThan(2100)
  expect(await b.row()).toMatchObject({ plan_id: b.shop.pro })
  await b.after('3 min')
  const { prorationDate } = preview
  const { body } = await b.call('create-checkout', { planId: b.shop.business, prorationDate })
  expect(body['url']).toMatch(new RegExp(`^${app.url}/subscription\\?session_id=`))
  expect(await b.row()).toMatchObject({ plan_id: b.shop.business, status: 'active' })
  expect(await b.addons()).toEqual([{ addon_id: b.shop.small, quantity: 1 }])
  expect(await paid(b)).toEqual([2400, preview.dueNow])
})

test('a downgrade charges nothing and credits the previewed amount on the next invoice', async () => {
  const b = await withAddon((await signUpCustomer(app)).shop.business)
  const preview = await previewOf(b, b.shop.pro)
  expect(preview).toMatchObject({ dueNow: 0, monthly: 1900 + 500 })
  expect(preview.credit).toBeGreaterThan(1900)
  await b.call('create-checkout', { planId: b.shop.pro, prorationDate: preview.prorationDate })
  expect(await paid(b)).toEqual([5400])
  expect(await b.row()).toMatchObject({ plan_id: b.shop.pro })
  await b.happens('advance')
  await app.runDueJobs()
  expect(await paid(b)).toEqual([5400, 2400 - preview.credit])
})

test('refuses a preview when the change happens on a page of Stripe', async () => {
  const none = { status: 409, body: { error: { code: 'no_changes' } } }
  const b = await signUpCustomer(app)
  const ask = (planId: string) => b.call('create-checkout', { planId, preview: true })
  expect(await ask(b.shop.business)).toMatchObject(none)
  expect(await b.customerId()).toBe('')
  await b.subscribe(b.shop.pro)
  const before = JSON.stringify(await b.atStripe())
  for (const planId of [b.shop.business, b.shop.pro, b.shop.free]) expect(await ask(planId)).toMatchObject(none)
  expect(JSON.stringify(await b.atStripe())).toBe(before)
})
