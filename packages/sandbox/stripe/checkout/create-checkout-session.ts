import type { ApiCall } from '../api/route-definition.ts'
import { getCustomer } from '../billing/object-lookup.ts'
import { invalidParam, resourceMissing } from '../stripe-errors.ts'
import type { CheckoutLine, CheckoutSession } from '../checkout-and-portal-objects.ts'
import { mergeMetadata } from '../merge-metadata.ts'
import type { Price } from '../stripe-objects.ts'
import { newId, type Stripe } from '../stripe-state.ts'
import type { CreateParams, LineParams } from './checkout-session-params.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
const DEFAULT_LIFETIME_SECONDS = DAY_SECONDS

/** @throws StripeError 400 that names the parameter, before anything is stored */
export function createCheckoutSession(call: ApiCall, params: CreateParams): CheckoutSession {
  const { sandbox, now } = call
  const { stripe } = sandbox
  refuseUnsupportedParams(params)
  const customer = params.customer ?? null
  if (customer !== null) getCustomer(sandbox, customer, 'customer')
  const prices =
    params.line_items === undefined
      ? []
      : params.line_items.map((line, place) => requireSellablePrice(stripe, line, place))
  const [first, ...rest] = prices
  if (!first)
    throw invalidParam('line_items', 'You must pass at least one line item in subscription mode.', 'parameter_missing')
  for (const price of rest) requireSameInterval(first, price)
  if (new Set(prices).size < prices.length) throw invalidParam('line_items', 'The same price stands in two line items.')
  if (params.currency !== undefined && params.currency !== first.currency)
    throw invalidParam('currency', `The prices are in ${first.currency}, not in ${params.currency}.`)
  const session: CheckoutSession = {
    id: newId(stripe, 'cs_test'),
    created: now,
    customer,
    client_reference_id: params.client_reference_id ?? null,
    mode: 'subscription',
    currency: first.currency,
    status: 'open',
    payment_status: 'unpaid',
    expires_at: requireValidExpiry(now, params.expires_at),
    success_url: requireHttpUrl('success_url', params.success_url),
    cancel_url: params.cancel_url === undefined ? null : requireHttpUrl('cancel_url', params.cancel_url),
    metadata: mergeMetadata({}, params.metadata),
    subscription_metadata: mergeMetadata({}, params.subscription_data?.metadata),
    subscription_description: params.subscription_data?.description ?? null,
    trial_period_days: params.subscription_data?.trial_period_days ?? null,
    locale: params.locale ?? null,
    lines: (params.line_items ?? []).map((line) => createLine(stripe, line)),
    subscription: null,
    invoice: null,
    authenticating: null,
  }
  stripe.checkout_sessions.set(session.id, session)
  return session
}

/** Refuses features of Checkout that the sandbox does not simulate. */
function refuseUnsupportedParams({
  mode,
  automatic_tax,
  tax_id_collection,
  setup_intent_data,
  line_items,
  subscription_data,
}: CreateParams): void {
  if (mode !== 'subscription') {
    const known = mode === 'payment' || mode === 'setup'
    throw invalidParam(
      'mode',
      known
        ? `The sandbox sells subscriptions only: mode ${mode} is not there.`
        : `Invalid mode: must be one of payment, setup, or subscription`,
    )
  }
  if (setup_intent_data)
    throw invalidParam('setup_intent_data', 'You can not pass `setup_intent_data` in `subscription` mode.')
  if (automatic_tax?.enabled) throw invalidParam('automatic_tax[enabled]', 'The sandbox computes no tax.')
  if (tax_id_collection?.enabled) throw invalidParam('tax_id_collection[enabled]', 'The sandbox collects no tax ids.')
  const adjustable = line_items?.findIndex((line) => line.adjustable_quantity?.enabled === true) ?? -1
  if (adjustable >= 0)
    throw invalidParam(
      `line_items[${adjustable}][adjustable_quantity]`,
      'Quantities cannot be changed on the page of the sandbox.',
    )
  if (subscription_data?.trial_period_days !== undefined && subscription_data.trial_period_days < 1)
    throw invalidParam('subscription_data[trial_period_days]', 'The minimum number of trial period days is 1.')
}

function requireSellablePrice({ prices }: Stripe, { price: id, quantity }: LineParams, place: number): Price {
  const param = `line_items[${place}][price]`
  const price = prices.get(id)
  if (!price) throw resourceMissing('price', id, param)
  if (!price.active)
    throw invalidParam(
      param,
      `The price specified is inactive. This field only accepts active prices.`,
      'price_inactive',
    )
  if (!price.recurring)
    throw invalidParam(
      param,
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
    )
  if (quantity === undefined)
    throw invalidParam(
      `line_items[${place}][quantity]`,
      `Quantity is required. Add \`quantity\` to \`line_items[${place}]\``,
      'parameter_missing',
    )
  if (quantity < 1)
    throw invalidParam(
      `line_items[${place}][quantity]`,
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  return price
}

function requireSameInterval(first: Price, price: Price): void {
  const same =
    first.recurring?.interval === price.recurring?.interval &&
    first.recurring?.interval_count === price.recurring?.interval_count
  if (!same)
    throw invalidParam('line_items', 'Checkout does not support multiple prices with different billing intervals.')
  if (first.currency !== price.currency)
    throw invalidParam('line_items', 'The line items must all be in the same currency: one of them is not.')
}

function createLine(stripe: Stripe, { price, quantity = 1 }: LineParams): CheckoutLine {
  return { id: newId(stripe, 'li'), price, quantity }
}

function requireValidExpiry(now: number, asked: number | undefined): number {
  const expiresAt = asked ?? now + DEFAULT_LIFETIME_SECONDS
  if (expiresAt < now + 30 * MINUTE_SECONDS)
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    )
  if (expiresAt > now + DAY_SECONDS)
    throw invalidParam(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    )
  return expiresAt
}

/** Requires an absolute http or https URL and returns it unchanged, including the literal {CHECKOUT_SESSION_ID}. */
export function requireHttpUrl(param: string, url: string): string {
  if (/^https?:\/\//i.test(url) && URL.canParse(url)) return url
  throw invalidParam(param, 'Not a valid URL', 'url_invalid')
}
