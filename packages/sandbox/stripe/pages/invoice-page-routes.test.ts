import { beforeEach, expect, test } from 'vitest'
import { ask } from '../../testing/sandbox-client.ts'
import { type TestCatalogue, latestInvoiceOf, createCatalogue } from '../../testing/stripe-client.ts'
import { ASKS_ALWAYS, buy, cardOf, DECLINES, PAYS, press, setUpPortal } from '../../testing/stripe-hosted-pages.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com' })).id
})

/** An add-on whose payment requires authentication: its invoice is open, and the update is pending. */
async function waiting() {
  const { id } = await buy(t, customer, [prices.basic], ASKS_ALWAYS)
  await t.stripe.subscriptions.update(id, {
    items: [{ price: prices.more, quantity: 2 }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
  const { hosted_invoice_url: url } = await latestInvoiceOf(t.stripe, id)
  return { id, url: url ?? '' }
}
const items = async (id: string) => (await t.stripe.subscriptions.retrieve(id)).items.data.length

test('an open invoice shows the amount due, and has no back link', async () => {
  const { url } = await waiting()
  expect(url).toMatch(new RegExp(`^${t.sandbox.url}/invoice.stripe.com/i/`))
  const page = await ask(url)
  for (const part of ['SANDBOX - no real money', 'Remaining time on 2 × More mailboxes', '$9.98', 'ann@example.com'])
    expect(page.text).toContain(part)
  expect(page.text).not.toMatch(/<a /)
  expect(page.text).toContain('with Visa •••• 3184')
  const configuration = await setUpPortal(t, prices)
  const portal = (await t.stripe.billingPortal.sessions.create({ customer, configuration })).url
  expect((await ask(portal)).text).toContain(`waits for <a href="${new URL(url).pathname}">its payment</a>`)
})

test('failed authentication of the saved card leaves the invoice open; success applies the update', async () => {
  const { id, url } = await waiting()
  expect((await press(url, 'pay_saved')).text).toContain('3-D Secure')
  expect((await press(url, 'fail')).status).toBe(402)
  expect((await press(url, 'complete')).status).toBe(400)
  expect(await items(id)).toBe(1)
  await press(url, 'pay_saved')
  const paid = await press(url, 'complete')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, new URL(url).pathname])
  const page = await ask(url)
  expect([page.text.includes('Invoice paid'), /<form|<a /.test(page.text)]).toEqual([true, false])
  expect(await items(id)).toBe(2)
  expect(await t.eventTypes()).toEqual(expect.arrayContaining(['customer.subscription.pending_update_applied']))
})

test('another card pays or is declined; a paid invoice accepts no payment', async () => {
  const { id, url } = await waiting()
  const declined = await press(url, 'pay', cardOf(DECLINES))
  expect([declined.status, declined.text.includes('Your card was declined.')]).toEqual([402, true])
  expect((await press(url, 'pay', { card_number: '1' })).status).toBe(400)
  expect((await press(url, 'pay', cardOf(PAYS))).status).toBe(303)
  const again = await press(url, 'pay', cardOf(PAYS))
  expect(again.text).toContain('Invoice paid')
  expect(await items(id)).toBe(2)
  expect((await t.eventTypes()).filter((type) => type === 'customer.subscription.pending_update_applied')).toHaveLength(
    1,
  )
})

test('pages of void, expired and unknown invoices say so', async () => {
  const { url } = await waiting()
  await t.advance('PT24H')
  expect((await ask(url)).text).toContain('Invoice void')
  expect((await press(url, 'pay', cardOf(PAYS))).text).toContain('Invoice void')
  const { id } = await buy(t, customer, [prices.pro])
  await t.sandbox.control('POST', '/stripe/events', { type: 'card', customer, number: ASKS_ALWAYS })
  await t.sandbox.control('PUT', '/stripe/settings', { retryDays: [3], afterRetries: 'unpaid' })
  await t.advance('P32D')
  const old = await latestInvoiceOf(t.stripe, id)
  await t.advance('P29D')
  expect((await ask(old.hosted_invoice_url ?? '')).text).toContain('This page has expired')
  expect((await ask(`${t.sandbox.url}/invoice.stripe.com/i/in_none`)).status).toBe(404)
})
