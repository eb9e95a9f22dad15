import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../testing/sandbox-client.ts'
import { type TestCatalogue, createCatalogue } from '../../testing/stripe-client.ts'
import {
  ASKS_ALWAYS,
  buy,
  cardOf,
  DECLINES,
  FAILS_LATER,
  PAYS,
  press,
  setUpPortal,
} from '../../testing/stripe-hosted-pages.ts'
import { stripeOfFile } from '../../testing/sandbox-of-file.ts'

const RETURN = 'http://localhost:3000/subscription?x=1#here'
const t = await stripeOfFile()
let prices: TestCatalogue
let customer: string
beforeEach(async () => {
  prices = await createCatalogue(t.stripe)
  customer = (await t.stripe.customers.create({ email: 'ann@example.com', name: 'Ann' })).id
})

type Features = Parameters<typeof setUpPortal>[2]
type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData

async function open(features: Features = {}, flow_data?: Flow): Promise<string> {
  const configuration = await setUpPortal(t, prices, features)
  const params = { customer, configuration, return_url: RETURN, ...(flow_data && { flow_data }) }
  return (await t.stripe.billingPortal.sessions.create(params)).url
}
const page = async (url: string) => (await ask(url)).text
const read = (id: string) => t.stripe.subscriptions.retrieve(id)

describe('the session', () => {
  test('opens within five minutes, and expires an hour after the last request', async () => {
    const [used, late] = [await open(), await open()]
    expect(used).toMatch(new RegExp(`^${t.sandbox.url}/billing.stripe.com/p/session/test_[\\w-]{43}$`))
    await t.advance('PT4M59S')
    expect((await ask(used)).status).toBe(200)
    await t.advance('PT2S')
    expect([(await ask(late)).status, await page(late)]).toEqual([410, expect.stringContaining('session has expired')])
    await t.advance('PT59M')
    expect((await ask(used)).status).toBe(200)
    await t.advance('PT60M')
    expect((await ask(used)).status).toBe(410)
    expect((await press(`${used}/payment-method`, 'save', cardOf(PAYS))).status).toBe(410)
  })

  test('ends with its customer, and shows no other customer', async () => {
    const otherCustomer = (await t.stripe.customers.create({ email: 'bob@example.com' })).id
    const { id } = await buy(t, otherCustomer, [prices.basic])
    const url = await open()
    expect(await page(url)).toContain('There is no current plan.')
    expect((await press(`${url}/subscriptions/${id}/cancel`, 'confirm')).status).toBe(404)
    await t.stripe.customers.del(customer)
    expect((await ask(url)).status).toBe(410)
  })

  test('links back to the unchanged return URL', async () => {
    expect(await page(await open())).toContain(`<a href="${RETURN}" rel="noreferrer">`)
  })
})

describe('the home page', () => {
  test('shows plan, period, card and invoices, with the allowed buttons', async () => {
    const { items } = await buy(t, customer, [prices.basic])
    const text = await page(await open())
    const end = new Date((items.data[0]?.current_period_end ?? 0) * 1000).getUTCDate()
    for (const part of ['SANDBOX - no real money', 'Basic', '$9.00 per month', `renews on ${end} `, 'Visa •••• 4242'])
      expect(text).toContain(part)
    for (const part of ['Update plan', 'Cancel plan', 'Update payment method', 'Update information', '>paid<'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script|\son\w+="/)
  })

  test('omits disallowed buttons, and refuses their actions', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const off = { enabled: false }
    const url = await open({
      subscription_update: off,
      subscription_cancel: off,
      payment_method_update: off,
      invoice_history: off,
      customer_update: off,
    })
    expect(await page(url)).not.toMatch(/class="button|>Invoices</)
    const path = `${url}/subscriptions/${id}`
    expect((await press(`${path}/cancel`, 'confirm')).status).toBe(403)
    expect((await press(`${path}/update`, 'confirm', { price: prices.pro })).status).toBe(403)
    expect((await press(`${url}/payment-method`, 'save', cardOf(PAYS))).status).toBe(403)
    expect((await press(`${url}/customer`, 'save', { name: 'x' })).status).toBe(403)
    expect(await read(id)).toMatchObject({
      cancel_at_period_end: false,
      items: { data: [{ price: { id: prices.basic } }] },
    })
  })
})

describe('changing the plan', () => {
  test('allows only configured prices, and charges immediately if configured', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const url = `${await open()}/subscriptions/${id}/update`
    expect(await page(url)).toMatch(/value="price_\w+" required disabled>\s*<span>Basic/)
    expect((await press(url, 'confirm', { price: prices.more })).status).toBe(400)
    const confirm = await page(`${url}?price=${prices.pro}`)
    for (const part of ['Unused time on Basic', 'Remaining time on Pro', 'Amount due today', '$20.00'])
      expect(confirm).toContain(part)
    expect((await press(url, 'confirm', { price: prices.pro })).headers.get('location')).toMatch(/\?done=updated$/)
    const after = await t.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    expect(after).toMatchObject({
      items: { data: [{ price: { id: prices.pro } }] },
      latest_invoice: { status: 'paid', billing_reason: 'subscription_update' },
    })
  })

  test('charges nothing by default', async () => {
    const { id, latest_invoice } = await buy(t, customer, [prices.basic])
    const { product } = await t.stripe.prices.retrieve(prices.pro)
    const products = [{ product: typeof product === 'string' ? product : product.id, prices: [prices.pro] }]
    const url = await open({ subscription_update: { enabled: true, default_allowed_updates: ['price'], products } })
    await press(`${url}/subscriptions/${id}/update`, 'confirm', { price: prices.pro })
    expect(await read(id)).toMatchObject({ latest_invoice, items: { data: [{ price: { id: prices.pro } }] } })
  })

  test('is refused for several items, with a reason', async () => {
    const { id } = await buy(t, customer, [prices.basic, prices.more])
    const url = await open()
    const text = await page(url)
    expect([text.includes('not available here, as it has several items'), text.includes('Update plan')]).toEqual([
      true,
      false,
    ])
    expect(text).toContain('Cancel plan')
    expect((await press(`${url}/subscriptions/${id}/update`, 'confirm', { price: prices.pro })).status).toBe(403)
  })

  test('a declined card keeps the plan; a card that requires authentication waits for it', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const url = `${await open()}/subscriptions/${id}/update`
    await t.sandbox.control('POST', '/stripe/events', { type: 'payment_fails', customer })
    const declined = await press(url, 'confirm', { price: prices.pro })
    expect([declined.status, declined.text.includes('Your card was declined.')]).toEqual([402, true])
    await t.sandbox.control('POST', '/stripe/events', { type: 'card', customer, number: ASKS_ALWAYS })
    const asked = await press(url, 'confirm', { price: prices.pro })
    expect(asked.text).toContain('3-D Secure')
    expect((await press(url, 'fail', { price: prices.pro })).status).toBe(402)
    expect((await read(id)).items.data[0]?.price.id).toBe(prices.basic)
    expect((await press(url, 'complete', { price: prices.pro })).status).toBe(303)
    expect((await read(id)).items.data[0]?.price.id).toBe(prices.pro)
  })
})

describe('canceling the plan', () => {
  test('takes effect at the end of the period, and can be reverted until then', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const url = await open()
    expect(await page(`${url}/subscriptions/${id}/cancel`)).toContain('until the end of its period')
    await press(`${url}/subscriptions/${id}/cancel`, 'confirm')
    expect(await read(id)).toMatchObject({ status: 'active', cancel_at_period_end: true })
    const text = (await page(url)).replaceAll('&#39;', "'")
    expect([text.includes("Don't cancel plan"), text.includes('will be canceled on')]).toEqual([true, true])
    await press(`${url}/subscriptions/${id}/reactivate`, 'keep')
    expect(await read(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    await press(`${url}/subscriptions/${id}/cancel`, 'confirm')
    await t.advance('P32D')
    expect((await read(id)).status).toBe('canceled')
  })

  test('takes effect immediately if configured, with the given reason', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const cancellation_reason = { enabled: true, options: ['unused' as const] }
    const url = await open({ subscription_cancel: { enabled: true, mode: 'immediately', cancellation_reason } })
    await press(`${url}/subscriptions/${id}/cancel`, 'confirm', { feedback: 'unused' })
    expect(await read(id)).toMatchObject({ status: 'canceled', cancellation_details: { feedback: 'unused' } })
    expect((await press(`${url}/subscriptions/${id}/reactivate`, 'keep')).status).toBe(403)
  })
})

describe('updating the payment method', () => {
  const cardIn = async (id: string) => {
    const { default_payment_method } = await t.stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
    return Object(default_payment_method).card.last4
  }

  test('replaces the default card, and pays open invoices', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    await t.sandbox.control('POST', '/stripe/events', { type: 'payment_fails', customer, times: 9 })
    await t.advance('P32D')
    expect((await read(id)).status).toBe('past_due')
    const url = `${await open()}/payment-method`
    const declined = await press(url, 'save', cardOf(DECLINES))
    expect([declined.status, await cardIn(id)]).toEqual([402, '4242'])
    const unpaid = await press(url, 'save', cardOf(FAILS_LATER))
    expect(unpaid.headers.get('location')).toMatch(/done=unpaid$/)
    expect([await cardIn(id), (await read(id)).status]).toEqual(['0341', 'past_due'])
    await t.sandbox.control('DELETE', '/faults')
    expect((await press(url, 'save', cardOf(ASKS_ALWAYS))).text).toContain('3-D Secure')
    expect((await press(url, 'complete')).headers.get('location')).toMatch(/done=paid$/)
    expect([await cardIn(id), (await read(id)).status]).toEqual(['3184', 'active'])
  })

  test('does not save a card after failed authentication', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const url = `${await open()}/payment-method`
    await press(url, 'save', cardOf(ASKS_ALWAYS))
    expect((await press(url, 'fail')).status).toBe(402)
    expect((await press(url, 'complete')).status).toBe(400)
    expect((await press(url, 'save', { ...cardOf(PAYS), card_number: '123' })).status).toBe(400)
    expect(await cardIn(id)).toBe('4242')
  })
})

test('changes only allowed customer details', async () => {
  const url = `${await open()}/customer`
  await press(url, 'save', { name: 'Anna', email: 'other@example.com' })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Anna', email: 'ann@example.com' })
  const wide = `${await open({ customer_update: { enabled: true, allowed_updates: ['email'] } })}/customer`
  expect((await press(wide, 'save', { email: 'nothing' })).status).toBe(400)
  await press(wide, 'save', { email: 'other@example.com' })
  expect(await t.stripe.customers.retrieve(customer)).toMatchObject({ name: 'Anna', email: 'other@example.com' })
})

describe('a portal flow', () => {
  const AFTER = 'http://localhost:3000/done?y={CHECKOUT_SESSION_ID}'
  const redirect: Flow['after_completion'] = { type: 'redirect', redirect: { return_url: AFTER } }

  test('redirects to its unchanged return URL', async () => {
    const { id } = await buy(t, customer, [prices.basic])
    const url = await open(
      {},
      { type: 'subscription_cancel', subscription_cancel: { subscription: id }, after_completion: redirect },
    )
    const step = (await ask(url)).headers.get('location') ?? ''
    expect(step).toBe(`${new URL(url).pathname}/subscriptions/${id}/cancel`)
    const done = await press(`${t.sandbox.url}${step}`, 'confirm')
    expect([done.status, done.headers.get('location')]).toEqual([303, AFTER])
  })

  test('can confirm a chosen plan', async () => {
    const { id, items } = await buy(t, customer, [prices.basic])
    const item = { id: items.data[0]?.id ?? '', price: prices.pro }
    const confirm = { subscription: id, items: [item] }
    const url = await open({}, { type: 'subscription_update_confirm', subscription_update_confirm: confirm })
    const step = (await ask(url)).headers.get('location') ?? ''
    expect(await page(`${t.sandbox.url}${step}`)).toContain('Confirm your updates')
    const done = await press(`${t.sandbox.url}${step.replace(/\?.*/, '')}`, 'confirm', { price: prices.pro })
    expect(done.headers.get('location')).toBe(`${new URL(url).pathname}?done=updated`)
    expect(await page(url)).toContain('Manage your billing')
  })

  test('ends with its message, or on the home page', async () => {
    await buy(t, customer, [prices.basic])
    const hosted: Flow['after_completion'] = {
      type: 'hosted_confirmation',
      hosted_confirmation: { custom_message: 'All set.' },
    }
    const url = await open({}, { type: 'payment_method_update', after_completion: hosted })
    const step = `${t.sandbox.url}${(await ask(url)).headers.get('location')}`
    const done = await press(step, 'save', cardOf(PAYS))
    expect([done.status, done.text.includes('All set.'), done.text.includes(`href="${RETURN}"`)]).toEqual([
      200,
      true,
      true,
    ])
  })
})
