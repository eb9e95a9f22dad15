import type { Stripe } from 'stripe'
import { stripeVersion, type StripeCall } from './stripe-sdk.ts'
import { stripePageSize } from '../limits.ts'

export interface StripePrice {
  id: string
  lookupKey: string
  productId: string
  isActive: boolean
  /** US cents; null for tiered and other prices without a unit amount. */
  unitAmount: number | null
  /** A fixed monthly amount per unit in US dollars. */
  isMonthlyUsd: boolean
}

export interface ProductDefinition {
  /** Our key, by which the price is found. */
  lookupKey: string
  name: string
  description: string
  /** US cents a month. */
  unitAmount: number
}

/** The objects that `npx mailroom stripe setup` creates at Stripe. */
export interface StripeCatalogue {
  /** Active prices by lookup key. */
  listPrices(lookupKeys: string[]): Promise<StripePrice[]>
  createProduct(thing: ProductDefinition, key: string): Promise<{ id: string }>
  updateProduct(productId: string, thing: ProductDefinition): Promise<void>
  /** Transfers the lookup key from the price that had it. */
  createPrice(productId: string, thing: ProductDefinition, key: string): Promise<{ id: string }>
  deactivatePrice(priceId: string): Promise<void>
  /** Creates or updates our configuration of the customer portal. */
  savePortalConfiguration(portal: {
    returnUrl: string
    plans: { productId: string; priceId: string }[]
  }): Promise<{ id: string }>
  /** Creates or updates the webhook endpoint. @returns its secret if created: Stripe returns it only once */
  /** Whether an enabled webhook endpoint has this URL. */
  hasWebhookEndpoint(url: string): Promise<boolean>
  saveWebhookEndpoint(endpoint: { url: string; events: readonly string[] }): Promise<{ secret: string | null }>
}

/** Identifies our portal configuration. */
const portalMetadata = { mailroom_id: 'portal' }

export const stripeCatalogue = (call: StripeCall): StripeCatalogue => ({
  async listPrices(lookupKeys) {
    const { data } = await call((stripe) =>
      stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: stripePageSize }),
    )
    return data.map(parsePrice)
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
  async deactivatePrice(priceId) {
    await call((stripe) => stripe.prices.update(priceId, { active: false }))
  },
  ...setupCalls(call),
})

const setupCalls = (
  call: StripeCall,
): Pick<StripeCatalogue, 'savePortalConfiguration' | 'hasWebhookEndpoint' | 'saveWebhookEndpoint'> => ({
  async hasWebhookEndpoint(url) {
    const { data } = await call((stripe) => stripe.webhookEndpoints.list({ limit: stripePageSize }))
    return data.some((endpoint) => endpoint.url === url && endpoint.status === 'enabled')
  },
  async savePortalConfiguration({ returnUrl, plans }) {
    const configurations = await call((stripe) =>
      stripe.billingPortal.configurations.list({ active: true, limit: stripePageSize }),
    )
    const ours = configurations.data.find(({ metadata }) => metadata?.['mailroom_id'] === portalMetadata.mailroom_id)
    const wanted = {
      default_return_url: returnUrl,
      metadata: portalMetadata,
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        // The email address is changed in Mailroom, where both addresses confirm it.
        customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ['price'],
          // Stripe's default does not invoice an upgrade.
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
  async saveWebhookEndpoint({ url, events }) {
    const enabled = events.filter(isEventType)
    const endpoints = await call((stripe) => stripe.webhookEndpoints.list({ limit: stripePageSize }))
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

/** Narrows the type only: `server/billing/catalogue/stripe-event-types.ts` checks the names against the SDK's types. */
const isEventType = (type: string): type is Stripe.WebhookEndpointCreateParams.EnabledEvent => type !== ''

const parsePrice = (price: Stripe.Price): StripePrice => ({
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
