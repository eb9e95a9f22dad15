import type { Context } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import type { StripePrice } from '../../vendors/stripe/stripe-catalogue.ts'
import { savePrice } from './catalogue-queries.ts'
import { readCatalogue } from './catalogue.ts'
import { isPriceOf, listOffers, listPricesByKey, type Offer } from './set-up-stripe.ts'

/**
 * Compares the prices on the page with Stripe's at each start, so that no user is charged another amount than the page
 * shows. Correct prices are saved, so that a setup by another server is recognized. If Stripe is unavailable, the
 * saved prices apply.
 * @returns one line per problem; none without Stripe or with STRIPE_SETUP=automatic
 */
export async function findPriceProblems(ctx: Pick<Context, 'db' | 'vendors' | 'events'>): Promise<string[]> {
  const { stripe } = ctx.vendors
  if (!stripe || stripe.setUp === 'automatic') return []
  try {
    const { problems, right } = await comparePrices(ctx.db, stripe)
    for (const { offer, price } of right)
      await ctx.db.asService((tx) => savePrice(tx, stripe.mode, rowOf(offer, price)))
    return problems.map((problem) => `Stripe: ${problem}; run npx mailroom stripe setup`)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    if (!error.transient) return [`Stripe: STRIPE_SECRET_KEY was refused (${error.status} ${error.code})`]
    ctx.events.billingFailed({ userId: null, error })
    return []
  }
}

/** Changes nothing. @throws StripeError */
export async function comparePrices(
  db: Pick<Database, 'asService'>,
  stripe: StripeClient,
): Promise<{ problems: string[]; right: { offer: Offer; price: StripePrice }[] }> {
  const offers = await db.asService(listOffers)
  const prices = await listPricesByKey(stripe, offers)
  const problems: string[] = []
  const right: { offer: Offer; price: StripePrice }[] = []
  for (const offer of offers) {
    const price = prices.get(offer.lookupKey)
    if (price && isPriceOf(price, offer)) right.push({ offer, price })
    else problems.push(describeMismatch(offer, price))
  }
  const { portalId } = await db.asService((tx) => readCatalogue(tx, stripe))
  if (portalId === null) problems.push('the customer portal is not set up')
  return { problems, right }
}

const rowOf = ({ plan_id, addon_id, unitAmount }: Offer, price: StripePrice) => ({
  stripe_price_id: price.id,
  stripe_product_id: price.productId,
  plan_id,
  addon_id,
  unit_amount: unitAmount,
})

function describeMismatch({ name, unitAmount }: Offer, price: StripePrice | undefined): string {
  if (!price) return `there is no price for “${name}”`
  if (!price.isMonthlyUsd) return `the price of “${name}” is not a monthly one in US dollars`
  const amountAtStripe = price.unitAmount ?? 'no fixed number of'
  return `“${name}” costs ${amountAtStripe} cents there and ${unitAmount} on our page`
}
