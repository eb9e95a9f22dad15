import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { ProductDefinition, StripePrice } from '../../vendors/stripe/stripe-catalogue.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { savePrice, saveStripeSetup } from './catalogue-queries.ts'
import { lockBilling } from '../customers/customer-queries.ts'
import { webhookEventTypes } from './stripe-event-types.ts'
import { listActiveAddons, listActivePlans, type CatalogueItem } from './plan-queries.ts'
import { stripeWebhookPath } from './billing-urls.ts'

/** Stripe's limit for the products of a portal configuration and for the lookup keys of a request. */
const maxPerRequest = 10

export interface Offer extends ProductDefinition {
  plan_id: string | null
  addon_id: string | null
}

/** All paid plans and add-ons, with the lookup keys of their prices at Stripe. */
export async function listOffers(tx: Tx): Promise<Offer[]> {
  const offer = ({ id, name, description, price_monthly }: CatalogueItem, kind: 'plan' | 'addon'): Offer => ({
    plan_id: kind === 'plan' ? id : null,
    addon_id: kind === 'addon' ? id : null,
    lookupKey: `mailroom_${kind}_${id}`,
    name,
    description,
    unitAmount: price_monthly,
  })
  const [plans, addons] = [await listActivePlans(tx), await listActiveAddons(tx)]
  return [...plans.map((plan) => offer(plan, 'plan')), ...addons.map((addon) => offer(addon, 'addon'))].filter(
    ({ unitAmount }) => unitAmount > 0,
  )
}

/** Active prices at Stripe by lookup key. */
export async function listPricesByKey(stripe: StripeClient, offers: Offer[]): Promise<Map<string, StripePrice>> {
  const found: StripePrice[] = []
  for (let at = 0; at < offers.length; at += maxPerRequest)
    found.push(...(await stripe.listPrices(offers.slice(at, at + maxPerRequest).map(({ lookupKey }) => lookupKey))))
  return new Map(found.map((price) => [price.lookupKey, price]))
}

export const isPriceOf = (price: StripePrice, { unitAmount }: Offer): boolean =>
  price.isActive && price.isMonthlyUsd && price.unitAmount === unitAmount

interface SetUp {
  prices: { name: string; unitAmount: number; priceId: string; made: boolean }[]
  /** Secret of the webhook endpoint if it was created: Stripe returns it only once. */
  webhookSecret: string | null
}

/**
 * Creates or updates products, prices, the portal configuration and the webhook endpoint at Stripe. Idempotent:
 * existing objects are found by their keys. A changed amount becomes a new price; existing subscriptions keep the old
 * one.
 */
export function setUpStripe(ctx: Pick<Context, 'config' | 'clock' | 'db'>, stripe: StripeClient): Promise<SetUp> {
  return ctx.db.asService(async (lock) => {
    await lockBilling(lock, 'setup')
    const offers = await ctx.db.asService(listOffers)
    const there = await listPricesByKey(stripe, offers)
    const prices: SetUp['prices'] = []
    const plans: { productId: string; priceId: string }[] = []
    for (const offer of offers) {
      const { productId, priceId, made } = await ensureOffer(stripe, offer, there.get(offer.lookupKey))
      const { plan_id, addon_id, unitAmount, name } = offer
      const row = { stripe_price_id: priceId, stripe_product_id: productId, plan_id, addon_id, unit_amount: unitAmount }
      await ctx.db.asService((tx) => savePrice(tx, stripe.mode, row))
      prices.push({ name, unitAmount, priceId, made })
      if (plan_id !== null) plans.push({ productId, priceId })
    }
    const { publicUrl } = ctx.config
    const portal = await stripe.savePortalConfiguration({
      returnUrl: `${publicUrl}/subscription`,
      plans: plans.slice(0, maxPerRequest),
    })
    const { secret } = await stripe.saveWebhookEndpoint({
      url: publicUrl + stripeWebhookPath,
      events: webhookEventTypes,
    })
    await ctx.db.asService((tx) => saveStripeSetup(tx, stripe.mode, portal.id, ctx.clock.now()))
    return { prices, webhookSecret: secret }
  })
}

async function ensureOffer(stripe: StripeClient, offer: Offer, there: StripePrice | undefined) {
  // Idempotency key of the offer: within 24 hours a retry returns the same product.
  const key = createHash('sha256').update(JSON.stringify(offer)).digest('hex').slice(0, 32)
  if (there) await stripe.updateProduct(there.productId, offer)
  const productId = there?.productId ?? (await stripe.createProduct(offer, `product:${key}`)).id
  if (there && isPriceOf(there, offer)) return { productId, priceId: there.id, made: false }
  // The key contains the replaced price: returning to an earlier amount also creates a new price.
  const { id: priceId } = await stripe.createPrice(productId, offer, `price:${productId}:${there?.id ?? ''}:${key}`)
  if (there) await stripe.deactivatePrice(there.id)
  return { productId, priceId, made: true }
}
