import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { SoldThing, StripePrice } from '../vendors/stripe-catalogue.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { putPrice, putSetup } from './catalogue-queries.ts'
import { lockBilling } from './customer-queries.ts'
import { eventTypes } from './event-types.ts'
import { addonsOnSale, plansOnSale, type Thing } from './queries.ts'
import { webhookPath } from './paths.ts'

/** Stripe takes at most ten plans into a portal's configuration, and ten keys into one question. */
const most = 10

export interface Offer extends SoldThing {
  plan_id: string | null
  addon_id: string | null
}

/** Everything that costs something, under the key by which its price is found again at Stripe. */
export async function offersOf(tx: Tx): Promise<Offer[]> {
  const offer = ({ id, name, description, price_monthly }: Thing, kind: 'plan' | 'addon'): Offer => ({
    plan_id: kind === 'plan' ? id : null,
    addon_id: kind === 'addon' ? id : null,
    lookupKey: `mailroom_${kind}_${id}`,
    name,
    description,
    unitAmount: price_monthly,
  })
  const [plans, addons] = [await plansOnSale(tx), await addonsOnSale(tx)]
  return [...plans.map((plan) => offer(plan, 'plan')), ...addons.map((addon) => offer(addon, 'addon'))].filter(
    ({ unitAmount }) => unitAmount > 0,
  )
}

/** The active prices at Stripe by their keys. */
export async function pricesAtStripe(stripe: StripeClient, offers: Offer[]): Promise<Map<string, StripePrice>> {
  const found: StripePrice[] = []
  for (let at = 0; at < offers.length; at += most)
    found.push(...(await stripe.pricesOf(offers.slice(at, at + most).map(({ lookupKey }) => lookupKey))))
  return new Map(found.map((price) => [price.lookupKey, price]))
}

export const isPriceOf = (price: StripePrice, { unitAmount }: Offer): boolean =>
  price.isActive && price.isMonthlyUsd && price.unitAmount === unitAmount

export interface SetUp {
  prices: { name: string; unitAmount: number; priceId: string; made: boolean }[]
  /** Of the webhook endpoint, where it was made just now: Stripe tells it this once. */
  webhookSecret: string | null
}

/**
 * Makes at Stripe what our tables say: products, prices, the portal's configuration, the webhook endpoint. Repeatable: what is there is
 * found again by its key and left, or brought up to date. A changed amount is a new price; whoever pays the old one goes on paying it.
 */
export function setUpStripe(ctx: Pick<Context, 'config' | 'clock' | 'db'>, stripe: StripeClient): Promise<SetUp> {
  return ctx.db.asService(async (lock) => {
    await lockBilling(lock, 'setup')
    const offers = await ctx.db.asService(offersOf)
    const there = await pricesAtStripe(stripe, offers)
    const prices: SetUp['prices'] = []
    const plans: { productId: string; priceId: string }[] = []
    for (const offer of offers) {
      const { productId, priceId, made } = await putOffer(stripe, offer, there.get(offer.lookupKey))
      const { plan_id, addon_id, unitAmount, name } = offer
      const row = { stripe_price_id: priceId, stripe_product_id: productId, plan_id, addon_id, unit_amount: unitAmount }
      await ctx.db.asService((tx) => putPrice(tx, stripe.mode, row))
      prices.push({ name, unitAmount, priceId, made })
      if (plan_id !== null) plans.push({ productId, priceId })
    }
    const { publicUrl } = ctx.config
    const portal = await stripe.putPortal({ returnUrl: `${publicUrl}/subscription`, plans: plans.slice(0, most) })
    const { secret } = await stripe.putEndpoint({ url: publicUrl + webhookPath, events: eventTypes })
    await ctx.db.asService((tx) => putSetup(tx, stripe.mode, portal.id, ctx.clock.now()))
    return { prices, webhookSecret: secret }
  })
}

async function putOffer(stripe: StripeClient, offer: Offer, there: StripePrice | undefined) {
  // Within a day the same wish gives the same product, also where our note of it was lost; another wish is another key.
  const key = createHash('sha256').update(JSON.stringify(offer)).digest('hex').slice(0, 32)
  if (there) await stripe.updateProduct(there.productId, offer)
  const productId = there?.productId ?? (await stripe.createProduct(offer, `product:${key}`)).id
  if (there && isPriceOf(there, offer)) return { productId, priceId: there.id, made: false }
  // With the price that gives way: back to an amount of before is a new price, too.
  const { id: priceId } = await stripe.createPrice(productId, offer, `price:${productId}:${there?.id ?? ''}:${key}`)
  if (there) await stripe.retirePrice(there.id)
  return { productId, priceId, made: true }
}
