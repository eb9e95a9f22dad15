import { expect, test } from 'vitest'
import { ask } from '../../testing/sandbox-client.ts'
import { latestInvoiceOf, startTestStripe } from '../../testing/stripe-client.ts'
import { buy, cardOf, newSession, PAYS, press } from '../../testing/stripe-hosted-pages.ts'

const hostile = `"'><script>alert(1)</script><img src=x onerror="alert(2)">&`

test('every page escapes untrusted texts and URLs', async () => {
  await using t = await startTestStripe()
  const { stripe, sandbox } = t
  const product = await stripe.products.create({ name: hostile })
  const recurring = { interval: 'month' as const }
  const { id: price } = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 900,
    recurring,
  })
  const { id: customer } = await stripe.customers.create({ email: `${hostile}@example.com`, name: hostile })
  const address = `http://localhost:3000/${hostile}`
  const session = await newSession(t, customer, [{ price, quantity: 1 }], { cancel_url: address, success_url: address })
  const declined = await press(session.url, 'pay', { ...cardOf(PAYS), card_number: hostile, card_name: hostile })
  const subscription = await buy(t, customer, [price])
  const features = {
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      products: [{ product: product.id, prices: [price] }],
    },
    invoice_history: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['name' as const, 'email' as const] },
  }
  const business_profile = { headline: hostile.slice(0, 60) }
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features, business_profile })
  const portal = (await stripe.billingPortal.sessions.create({ customer, configuration, return_url: address })).url
  const { hosted_invoice_url: invoice } = await latestInvoiceOf(stripe, subscription.id)
  const paths = ['', `/subscriptions/${subscription.id}/update`, '/customer'].map((path) => `${portal}${path}`)
  const places = [session.url, ...paths, invoice ?? '', `${sandbox.url}/stripe/${customer}`, sandbox.url]
  const pages = [declined, ...(await Promise.all(places.map((place) => ask(place))))]
  expect(pages.map(({ status }) => status)).toEqual([400, ...places.map(() => 200)])
  for (const { text } of pages) expect(text).not.toMatch(/<script|<img|onerror="/)
})
