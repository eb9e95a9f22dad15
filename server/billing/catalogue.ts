import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { fail } from '../errors.ts'
import type { StripeClient } from '../vendors/stripe.ts'
import { knownPrices, portalOf, type KnownPrice } from './catalogue-queries.ts'
import { addonsOnSale, plansOnSale, type Thing } from './queries.ts'
import { setUpStripe } from './set-up-stripe.ts'

/** What we sell, and which prices at Stripe stand for it. */
export interface Catalogue {
  plans: Thing[]
  addons: Thing[]
  /** By the price's id, old ones too. */
  planOf: ReadonlyMap<string, string>
  addonOf: ReadonlyMap<string, string>
  /** US cents, by the price's id. */
  amountOf: ReadonlyMap<string, number>
  /** By the plan's or add-on's id: the price that is charged now. */
  priceOf: ReadonlyMap<string, string>
  portalId: string | null
}

export async function readCatalogue(tx: Tx, { mode }: Pick<StripeClient, 'mode'>): Promise<Catalogue> {
  const prices = await knownPrices(tx, mode)
  return {
    plans: await plansOnSale(tx),
    addons: await addonsOnSale(tx),
    planOf: idsOf(prices, ({ plan_id }) => plan_id),
    addonOf: idsOf(prices, ({ addon_id }) => addon_id),
    amountOf: new Map(prices.map((price) => [price.stripe_price_id, price.unit_amount])),
    priceOf: new Map(
      prices.filter(({ is_current }) => is_current).map((price) => [soldAs(price), price.stripe_price_id]),
    ),
    portalId: await portalOf(tx, mode),
  }
}

const soldAs = ({ plan_id, addon_id }: KnownPrice): string => plan_id ?? addon_id ?? ''

function idsOf(prices: KnownPrice[], idOf: (price: KnownPrice) => string | null): ReadonlyMap<string, string> {
  return new Map(prices.flatMap((price) => (idOf(price) === null ? [] : [[price.stripe_price_id, idOf(price) ?? '']])))
}

/** Whether everything that costs something has a price at Stripe, and of the amount that the page shows. */
export function isComplete({ plans, addons, priceOf, amountOf, portalId }: Catalogue): boolean {
  const sold = [...plans, ...addons].filter(({ price_monthly }) => price_monthly > 0)
  return (
    portalId !== null && sold.every(({ id, price_monthly }) => amountOf.get(priceOf.get(id) ?? '') === price_monthly)
  )
}

/**
 * The catalogue, complete. The sandbox is set up where it is not; anywhere else that is the operator's (`npm run stripe:setup`).
 * @param anew the sandbox no longer knows what we know: it was started again
 * @throws Failure `billing_not_configured`
 */
export async function completeCatalogue(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
  anew = false,
): Promise<Catalogue> {
  const read = () => ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const found = await read()
  if (isComplete(found) && !(anew && stripe.mode === 'sandbox')) return found
  if (stripe.mode === 'sandbox') {
    await setUpStripe(ctx, stripe)
    const made = await read()
    if (isComplete(made)) return made
  }
  ctx.events.billingAlert({ reason: 'prices_not_set_up' })
  fail(
    'billing_not_configured',
    'The prices are not set up at the payment provider. The operator must run npm run stripe:setup.',
  )
}
