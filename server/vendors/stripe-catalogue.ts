import type { Stripe } from 'stripe'
import { stripeVersion, type StripeCall } from './stripe-library.ts'

export interface StripePrice {
  id: string
  lookupKey: string
  productId: string
  isActive: boolean
  /** US cents; null where it is of a kind that has no such amount. */
  unitAmount: number | null
  /** A fixed amount in US dollars for each piece, every month. */
  isMonthlyUsd: boolean
}

export interface SoldThing {
  /** Ours: by it the product is known again. */
  lookupKey: string
  name: string
  description: string
  /** US cents a month. */
  unitAmount: number
}

/** What `npm run stripe:setup` makes at Stripe. */
export interface StripeCatalogue {
  /** The active prices of these keys. */
  pricesOf(lookupKeys: string[]): Promise<StripePrice[]>
  createProduct(thing: SoldThing, key: string): Promise<{ id: string }>
  updateProduct(productId: string, thing: SoldThing): Promise<void>
  /** The lookup key passes over from the price that had it. */
  createPrice(productId: string, thing: SoldThing, key: string): Promise<{ id: string }>
  retirePrice(priceId: string): Promise<void>
  /** Makes the portal's configuration, or brings the one that we made up to date. */
  putPortal(portal: { returnUrl: string; plans: { productId: string; priceId: string }[] }): Promise<{ id: string }>
  /** @returns the endpoint's secret where it was made just now: Stripe tells it this once */
  putEndpoint(endpoint: { url: string; events: readonly string[] }): Promise<{ secret: string | null }>
}

/** The name under which we find our own configuration again. */
const portalMark = { mailroom_id: 'portal' }

export const stripeCatalogue = (call: StripeCall): StripeCatalogue => ({
  async pricesOf(lookupKeys) {
    const { data } = await call((stripe) => stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 100 }))
    return data.map(toPrice)
  },
  async createProduct({ lookupKey, name, description }, idempotencyKey) {
    const metadata = { mailroom_id: lookupKey }
    const { id } = await call((stripe) =>
      stripe.products.create({ name, metadata, ...(description && { description }) }, { idempotencyKey }),
    )
    return { id }
  },
  async updateProduct(productId, { name, description }) {
    await call((stripe) => stripe.products.update(productId, { name, description }))
  },
  async createPrice(productId, { lookupKey, unitAmount }, idempotencyKey) {
    const price: Stripe.PriceCreateParams = {
      product: productId,
      currency: 'usd',
      unit_amount: unitAmount,
      recurring: { interval: 'month' },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { mailroom_id: lookupKey },
    }
    const { id } = await call((stripe) => stripe.prices.create(price, { idempotencyKey }))
    return { id }
  },
  async retirePrice(priceId) {
    await call((stripe) => stripe.prices.update(priceId, { active: false }))
  },
  async putPortal({ returnUrl, plans }) {
    const configurations = await call((stripe) =>
      stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
    )
    const ours = configurations.data.find(({ metadata }) => metadata?.['mailroom_id'] === portalMark.mailroom_id)
    const wanted = {
      default_return_url: returnUrl,
      metadata: portalMark,
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        // An address is changed with us, after both mailboxes have agreed.
        customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          // Stripe's own default would charge nothing for a larger plan.
          proration_behavior: 'always_invoice',
          products: plans.map(({ productId, priceId }) => ({ product: productId, prices: [priceId] })),
        },
      },
    } satisfies Stripe.BillingPortal.ConfigurationCreateParams
    const { id } = await call((stripe) =>
      ours
        ? stripe.billingPortal.configurations.update(ours.id, wanted)
        : stripe.billingPortal.configurations.create(wanted),
    )
    return { id }
  },
  async putEndpoint({ url, events }) {
    const enabled = events.filter(isEventType)
    const endpoints = await call((stripe) => stripe.webhookEndpoints.list({ limit: 100 }))
    const ours = endpoints.data.find((endpoint) => endpoint.url === url && endpoint.api_version === stripeVersion)
    if (ours) {
      await call((stripe) => stripe.webhookEndpoints.update(ours.id, { enabled_events: enabled, disabled: false }))
      return { secret: null }
    }
    const { secret } = await call((stripe) =>
      stripe.webhookEndpoints.create({ url, enabled_events: enabled, api_version: stripeVersion }),
    )
    return { secret: secret ?? null }
  },
})

/** The library lists the types by name, ours are checked against them where they are declared. */
const isEventType = (type: string): type is Stripe.WebhookEndpointCreateParams.EnabledEvent => type !== ''

const toPrice = (price: Stripe.Price): StripePrice => ({
  id: price.id,
  lookupKey: price.lookup_key ?? '',
  productId: typeof price.product === 'string' ? price.product : price.product.id,
  isActive: price.active,
  unitAmount: price.unit_amount,
  isMonthlyUsd:
    price.currency === 'usd' &&
    price.recurring?.interval === 'month' &&
    price.recurring.interval_count === 1 &&
    price.recurring.usage_type === 'licensed',
})
