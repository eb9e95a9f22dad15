import { expect, test } from 'vitest'
import { ask } from '../testing/sandbox-client.ts'
import { ASKS_ALWAYS, buy, press } from '../testing/stripe-hosted-pages.ts'
import { createCatalogue } from '../testing/stripe-client.ts'
import { stripeOfFile } from '../testing/sandbox-of-file.ts'

const hostile = `<script>alert(1)</script>"'&`
const t = await stripeOfFile()

const page = async (path: string) => (await ask(`${t.sandbox.url}${path}`)).text

test('shows a customer with subscriptions and events, and simulates a failed payment', async () => {
  expect(await page('/')).toContain('The product creates one for each user who subscribes.')
  const prices = await createCatalogue(t.stripe)
  const { id } = await t.stripe.customers.create({ email: 'ann@example.com', name: hostile })
  await buy(t, id, [prices.basic, prices.more])
  const home = await page('/')
  expect(home).toContain('Basic, More mailboxes')
  expect(home).not.toContain('<script')
  const path = /href="(\/stripe\/[^"]+)"/.exec(home)?.[1] ?? ''
  const text = await page(path)
  for (const part of ['$13.99, renews', 'Visa •••• 4242', '-0001', 'checkout.session.completed', 'not sent'])
    expect(text).toContain(part)
  const act = async (action: string, fields = {}) => {
    const { status, headers } = await press(`${t.sandbox.url}${path}`, action, fields)
    expect(status).toBe(303)
    return page(headers.get('location') ?? '')
  }
  expect(await act('fail')).toContain('The next payment will be declined.')
  const after = await act('advance')
  for (const part of ['The period is over.', 'past due', 'their clock stands still', '-0002'])
    expect(after).toContain(part)
  expect(await act('card', { number: ASKS_ALWAYS })).toContain('Visa •••• 3184')
  expect(await act('card', { number: '5105105105105100' })).toContain('That could not be done.')
  const invoice = /href="(\/invoice\.stripe\.com\/[^"]+)"/.exec(after)?.[1] ?? ''
  expect(await page(invoice)).toContain('Invoice')
})

test('returns 404 for an unknown customer, and refuses cross-site forms', async () => {
  expect((await ask(`${t.sandbox.url}/stripe/cus_none`)).status).toBe(404)
  expect((await press(`${t.sandbox.url}/stripe/cus_none`, 'fail')).status).toBe(404)
  const init = { method: 'POST', headers: { origin: 'https://elsewhere.example' }, body: new URLSearchParams() }
  expect((await ask(`${t.sandbox.url}/stripe/cus_none`, init)).status).toBe(403)
})
