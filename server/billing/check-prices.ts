import type { Context } from '../context.ts'
import { StripeError } from '../vendors/stripe-error.ts'
import type { StripePrice } from '../vendors/stripe-catalogue.ts'
import { putPrice } from './catalogue-queries.ts'
import { readCatalogue } from './catalogue.ts'
import { isPriceOf, offersOf, pricesAtStripe, type Offer } from './set-up-stripe.ts'

/**
 * Compares what the page shows with what Stripe charges, at each start: nobody may be charged anything else than they were shown. What is right
 * is written down, so that a setup by another server counts. Where Stripe does not answer, what was right the last time holds.
 * @returns a line for each thing that is wrong; none where there is no payment provider, or it is the sandbox, which sets itself up
 */
export async function priceProblems(ctx: Pick<Context, 'db' | 'vendors' | 'events'>): Promise<string[]> {
  const { stripe } = ctx.vendors
  if (!stripe || stripe.mode === 'sandbox') return []
  const { mode } = stripe
  try {
    const offers = await ctx.db.asService(offersOf)
    const there = await pricesAtStripe(stripe, offers)
    const problems: string[] = []
    for (const offer of offers) {
      const price = there.get(offer.lookupKey)
      if (!price || !isPriceOf(price, offer)) problems.push(`Stripe: ${told(offer, price)}`)
      else await ctx.db.asService((tx) => putPrice(tx, mode, rowOf(offer, price)))
    }
    const { portalId } = await ctx.db.asService((tx) => readCatalogue(tx, stripe))
    if (portalId === null) problems.push('Stripe: the customer portal is not set up; run npm run stripe:setup')
    return problems
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    if (!error.transient) return [`Stripe: STRIPE_SECRET_KEY was refused (${error.status} ${error.code})`]
    ctx.events.billingFailed({ userId: null, status: error.status, code: error.code, param: error.param })
    return []
  }
}

const rowOf = ({ plan_id, addon_id, unitAmount }: Offer, price: StripePrice) => ({
  stripe_price_id: price.id,
  stripe_product_id: price.productId,
  plan_id,
  addon_id,
  unit_amount: unitAmount,
})

function told({ name, unitAmount }: Offer, price: StripePrice | undefined): string {
  const mend = 'run npm run stripe:setup'
  if (!price) return `there is no price for “${name}”; ${mend}`
  if (!price.isMonthlyUsd) return `the price of “${name}” is not a monthly one in US dollars; ${mend}`
  return `“${name}” costs ${price.unitAmount ?? 'no fixed number of'} cents there and ${unitAmount} on our page; ${mend}`
}
