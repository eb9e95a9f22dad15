import { Stripe } from 'stripe'
import { type Answer, ask, fetchBelow, startTestSandbox, type TestSandbox, textAt } from './sandbox-client.ts'
import { API_VERSION, SANDBOX_KEY } from '../stripe/stripe-state.ts'
import { shapeProblems } from './stripe-shapes.ts'

const STRIPE_API_PATH = '/api.stripe.com'

type RawOptions = { form?: Record<string, string>; headers?: Record<string, string> }

export type TestStripe = {
  sandbox: TestSandbox
  stripe: Stripe
  /** Sends one request without stripe-node, for input that the library does not allow. */
  raw(method: string, path: string, options?: RawOptions): Promise<Answer>
  advance(duration: string): Promise<void>
  /** Types of all events, oldest first. */
  eventTypes(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** A sandbox with stripe-node. Every returned object is validated against its schema. */
export async function startTestStripe(key = SANDBOX_KEY): Promise<TestStripe> {
  const sandbox = await startTestSandbox()
  const stripe = stripeClientOf(sandbox, key)
  return {
    sandbox,
    stripe,
    raw(method, path, { form, headers = {} } = {}) {
      const init = { method, headers: { authorization: `Bearer ${SANDBOX_KEY}`, ...headers } }
      return ask(`${sandbox.url}${STRIPE_API_PATH}${path}`, form ? { ...init, body: new URLSearchParams(form) } : init)
    },
    async advance(duration) {
      await sandbox.control('POST', '/clock', { advance: duration })
    },
    async eventTypes() {
      const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
      return events.map(({ type }): string => type).toReversed()
    },
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  }
}

export function stripeClientOf({ url }: TestSandbox, key = SANDBOX_KEY): Stripe {
  const { hostname, port } = new URL(url)
  const below = fetchBelow(STRIPE_API_PATH)
  const held: typeof fetch = async (target, init) => {
    const answer = await below(target, init)
    const problems = shapeProblems(await answer.clone().json())
    if (problems.length === 0) return answer
    // An error thrown here would appear as a connection error.
    return Response.json({ error: { type: 'api_error', message: problems.join('; ') } }, { status: 500 })
  }
  return new Stripe(key, {
    apiVersion: API_VERSION,
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(held),
  })
}

export type TestCatalogue = { basic: string; pro: string; more: string; inactive: string; yearly: string }

/** Creates prices of $9.00, $29.00 and $4.99 a month, an inactive price, and a yearly price. */
export async function createCatalogue(stripe: Stripe): Promise<TestCatalogue> {
  const priceOf = async (name: string, unit_amount: number, more: Partial<Stripe.PriceCreateParams> = {}) => {
    const { id: product } = await stripe.products.create({ name })
    const recurring = { interval: 'month' as const }
    return (await stripe.prices.create({ product, currency: 'usd', unit_amount, recurring, ...more })).id
  }
  return {
    basic: await priceOf('Basic', 900),
    pro: await priceOf('Pro', 2900),
    more: await priceOf('More mailboxes', 499),
    inactive: await priceOf('Old', 500, { active: false }),
    yearly: await priceOf('Yearly', 9000, { recurring: { interval: 'year' } }),
  }
}

/** Creates a customer with a default card. */
export async function createCustomerWithCard(
  stripe: Stripe,
  card = 'pm_card_visa',
  more: Stripe.CustomerCreateParams = {},
) {
  const customer = await stripe.customers.create({ email: 'ann@example.com', ...more })
  await attachDefaultCard(stripe, customer.id, card)
  return customer.id
}

export async function attachDefaultCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

/** The error of a request that must fail. */
export async function errorOf(run: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const error: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Stripe.errors.StripeError)) throw new Error(`no refusal: ${String(error)}`)
  return error
}

/** The latest invoice, expanded. */
export async function latestInvoiceOf(stripe: Stripe, subscription: string): Promise<Stripe.Invoice> {
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice'] })
  if (latest_invoice === null || typeof latest_invoice === 'string') throw new Error('the invoice was not expanded')
  return latest_invoice
}

export const idOf = (answer: Answer): string => textAt(answer.body, 'id')

/** The id of a related object, expanded or not. */
export function idOfReference(named: string | { id: string } | null | undefined): string {
  if (!named) throw new Error('nothing is named')
  return typeof named === 'string' ? named : named.id
}
