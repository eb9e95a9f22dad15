import type { Stripe } from 'stripe'
import { type Answer, ask } from './sandbox-client.ts'
import type { TestCatalogue, TestStripe } from './stripe-client.ts'

export const PAYS = '4242424242424242'
export const DECLINES = '4000000000000002'
export const ASKS_ONCE = '4000002500003155'
export const ASKS_ALWAYS = '4000002760003184'
export const FAILS_LATER = '4000000000000341'

export const SUCCESS = 'http://localhost:3000/api/stripe-return?session_id={CHECKOUT_SESSION_ID}'
export const BACK = 'http://localhost:3000/subscription?canceled=true'

export function cardOf(number: string): Record<string, string> {
  return { card_number: number, card_expiry: '12 / 40', card_cvc: '123' }
}

/** Submits a form with the value of its button. */
export function press(url: string, action: string, fields: Record<string, string> = {}): Promise<Answer> {
  const body = new URLSearchParams({ ...fields, action })
  return ask(url.replace(/#.*$/, ''), { method: 'POST', body })
}

/** Creates a Checkout session. */
export async function newSession(
  { stripe }: TestStripe,
  customer: string,
  lines: NonNullable<Stripe.Checkout.SessionCreateParams['line_items']>,
  more: Stripe.Checkout.SessionCreateParams = {},
): Promise<Stripe.Checkout.Session & { url: string }> {
  const usual = { mode: 'subscription' as const, customer, success_url: SUCCESS, cancel_url: BACK }
  const session = await stripe.checkout.sessions.create({ ...usual, line_items: lines, ...more })
  if (session.url === null) throw new Error('the session has no address')
  return { ...session, url: session.url }
}

/** Buys a subscription on the Checkout page. */
export async function buy(
  t: TestStripe,
  customer: string,
  prices: string[],
  card = PAYS,
): Promise<Stripe.Subscription> {
  const session = await newSession(
    t,
    customer,
    prices.map((price) => ({ price, quantity: 1 })),
  )
  const paid = await press(session.url, 'pay', cardOf(card))
  const answer = paid.text.includes('value="complete"') ? await press(session.url, 'complete') : paid
  if (answer.status !== 303) throw new Error(`not paid: ${answer.status} ${answer.text.slice(-500)}`)
  const { subscription } = await t.stripe.checkout.sessions.retrieve(session.id)
  return t.stripe.subscriptions.retrieve(typeof subscription === 'string' ? subscription : (subscription?.id ?? ''))
}

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features

/** Creates a portal configuration that allows everything, unless overridden. @returns the configuration's id */
export async function setUpPortal(
  { stripe }: TestStripe,
  { basic, pro }: TestCatalogue,
  more: Features = {},
): Promise<string> {
  const products = await Promise.all(
    [basic, pro].map(async (id) => {
      const { product } = await stripe.prices.retrieve(id)
      return { product: typeof product === 'string' ? product : product.id, prices: [id] }
    }),
  )
  const features: Features = {
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price'],
      proration_behavior: 'always_invoice',
      products,
    },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    payment_method_update: { enabled: true },
    invoice_history: { enabled: true },
    customer_update: { enabled: true, allowed_updates: ['name'] },
    ...more,
  }
  return (await stripe.billingPortal.configurations.create({ features })).id
}
