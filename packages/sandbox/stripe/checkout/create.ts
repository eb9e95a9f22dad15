import type { Call } from '../api/call.ts'
import { invalid, noSuch } from '../errors.ts'
import type { CheckoutLine, CheckoutSession } from '../hosted-model.ts'
import { merged } from '../metadata.ts'
import type { Price } from '../model.ts'
import { newId, type Stripe } from '../state.ts'
import type { CreateParams, LineParams } from './params.ts'

const MINUTE = 60
const DAY = 86_400
const DEFAULT_LIFE = DAY

/** @throws StripeError 400 that names the parameter, before anything is stored */
export function createCheckoutSession(call: Call, params: CreateParams): CheckoutSession {
  const { world, now } = call
  const { stripe } = world
  refuseWhatIsNotSold(params)
  const customer = params.customer ?? null
  if (customer !== null) requireCustomer(stripe, customer)
  const prices =
    params.line_items === undefined ? [] : params.line_items.map((line, place) => priceOf(stripe, line, place))
  const [first, ...rest] = prices
  if (!first)
    throw invalid('line_items', 'You must pass at least one line item in subscription mode.', 'parameter_missing')
  for (const price of rest) requireSameRhythm(first, price)
  if (new Set(prices).size < prices.length) throw invalid('line_items', 'The same price stands in two line items.')
  if (params.currency !== undefined && params.currency !== first.currency)
    throw invalid('currency', `The prices are in ${first.currency}, not in ${params.currency}.`)
  const session: CheckoutSession = {
    id: newId(stripe, 'cs_test'),
    created: now,
    customer,
    client_reference_id: params.client_reference_id ?? null,
    mode: 'subscription',
    currency: first.currency,
    status: 'open',
    payment_status: 'unpaid',
    expires_at: expiryOf(now, params.expires_at),
    success_url: checkedUrl('success_url', params.success_url),
    cancel_url: params.cancel_url === undefined ? null : checkedUrl('cancel_url', params.cancel_url),
    metadata: merged({}, params.metadata),
    subscription_metadata: merged({}, params.subscription_data?.metadata),
    subscription_description: params.subscription_data?.description ?? null,
    trial_period_days: params.subscription_data?.trial_period_days ?? null,
    locale: params.locale ?? null,
    lines: (params.line_items ?? []).map((line) => lineOf(stripe, line)),
    subscription: null,
    invoice: null,
    authenticating: null,
  }
  stripe.checkout_sessions.set(session.id, session)
  return session
}

/** What Checkout can do and the sandbox cannot: refused, so that nobody takes it for done. */
function refuseWhatIsNotSold({
  mode,
  automatic_tax,
  tax_id_collection,
  setup_intent_data,
  line_items,
  subscription_data,
}: CreateParams): void {
  if (mode !== 'subscription') {
    const known = mode === 'payment' || mode === 'setup'
    throw invalid(
      'mode',
      known
        ? `The sandbox sells subscriptions only: mode ${mode} is not there.`
        : `Invalid mode: must be one of payment, setup, or subscription`,
    )
  }
  if (setup_intent_data)
    throw invalid('setup_intent_data', 'You can not pass `setup_intent_data` in `subscription` mode.')
  if (automatic_tax?.enabled) throw invalid('automatic_tax[enabled]', 'The sandbox computes no tax.')
  if (tax_id_collection?.enabled) throw invalid('tax_id_collection[enabled]', 'The sandbox collects no tax ids.')
  const adjustable = line_items?.findIndex((line) => line.adjustable_quantity?.enabled === true) ?? -1
  if (adjustable >= 0)
    throw invalid(
      `line_items[${adjustable}][adjustable_quantity]`,
      'Quantities cannot be changed on the page of the sandbox.',
    )
  if (subscription_data?.trial_period_days !== undefined && subscription_data.trial_period_days < 1)
    throw invalid('subscription_data[trial_period_days]', 'The minimum number of trial period days is 1.')
}

function requireCustomer({ customers }: Stripe, id: string): void {
  const customer = customers.get(id)
  if (!customer || customer.deleted) throw noSuch('customer', id, 'customer')
}

function priceOf({ prices }: Stripe, { price: id, quantity }: LineParams, place: number): Price {
  const param = `line_items[${place}][price]`
  const price = prices.get(id)
  if (!price) throw noSuch('price', id, param)
  if (!price.active)
    throw invalid(param, `The price specified is inactive. This field only accepts active prices.`, 'price_inactive')
  if (!price.recurring)
    throw invalid(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    )
  if (quantity === undefined)
    throw invalid(
      `line_items[${place}][quantity]`,
      `Quantity is required. Add \`quantity\` to \`line_items[${place}]\``,
      'parameter_missing',
    )
  if (quantity < 1)
    throw invalid(
      `line_items[${place}][quantity]`,
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  return price
}

function requireSameRhythm(first: Price, price: Price): void {
  const same =
    first.recurring?.interval === price.recurring?.interval &&
    first.recurring?.interval_count === price.recurring?.interval_count
  if (!same) throw invalid('line_items', 'Checkout does not support multiple prices with different billing intervals.')
  if (first.currency !== price.currency)
    throw invalid('line_items', 'The line items must all be in the same currency: one of them is not.')
}

function lineOf(stripe: Stripe, { price, quantity = 1 }: LineParams): CheckoutLine {
  return { id: newId(stripe, 'li'), price, quantity }
}

function expiryOf(now: number, asked: number | undefined): number {
  const expiresAt = asked ?? now + DEFAULT_LIFE
  if (expiresAt < now + 30 * MINUTE)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  if (expiresAt > now + DAY)
    throw invalid('expires_at', 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.')
  return expiresAt
}

/** Absolute, of http or https. It is kept as it came: the literal {CHECKOUT_SESSION_ID} in it is replaced when the customer goes back. */
export function checkedUrl(param: string, url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  throw invalid(param, 'Not a valid URL', 'url_invalid')
}
