import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import type { StripeClient } from '../../vendors/stripe/stripe.ts'
import { listStoredPrices, readPortalConfigurationId, type StoredPrice } from './catalogue-queries.ts'
import { listActiveAddons, listActivePlans, type CatalogueItem } from './plan-queries.ts'
import { setUpStripe } from './set-up-stripe.ts'

/** The plans and add-ons that are sold, and their prices at Stripe. */
export interface Catalogue {
  plans: CatalogueItem[]
  addons: CatalogueItem[]
  /** Plan id by price id, old prices included; likewise `addonOf`. */
  planOf: ReadonlyMap<string, string>
  addonOf: ReadonlyMap<string, string>
  /** US cents by price id. */
  amountOf: ReadonlyMap<string, number>
  /** Current price id by plan or add-on id. */
  priceOf: ReadonlyMap<string, string>
  portalId: string | null
}

export async function readCatalogue(tx: Tx, { mode }: Pick<StripeClient, 'mode'>): Promise<Catalogue> {
  const prices = await listStoredPrices(tx, mode)
  return {
    plans: await listActivePlans(tx),
    addons: await listActiveAddons(tx),
    planOf: mapByPriceId(prices, ({ plan_id }) => plan_id),
    addonOf: mapByPriceId(prices, ({ addon_id }) => addon_id),
    amountOf: new Map(prices.map((price) => [price.stripe_price_id, price.unit_amount])),
    priceOf: new Map(
      prices.filter(({ is_current }) => is_current).map((price) => [soldItemId(price), price.stripe_price_id]),
    ),
    portalId: await readPortalConfigurationId(tx, mode),
  }
}

const soldItemId = ({ plan_id, addon_id }: StoredPrice): string => plan_id ?? addon_id ?? ''

function mapByPriceId(prices: StoredPrice[], idOf: (price: StoredPrice) => string | null): ReadonlyMap<string, string> {
  return new Map(prices.flatMap((price) => (idOf(price) === null ? [] : [[price.stripe_price_id, idOf(price) ?? '']])))
}

/** Whether every paid plan and add-on has a price at Stripe with the amount that the page shows. */
function isCatalogueComplete({ plans, addons, priceOf, amountOf, portalId }: Catalogue): boolean {
  const sold = [...plans, ...addons].filter(({ price_monthly }) => price_monthly > 0)
  return (
    portalId !== null && sold.every(({ id, price_monthly }) => amountOf.get(priceOf.get(id) ?? '') === price_monthly)
  )
}

/**
 * Reads the catalogue. An incomplete one is set up here with STRIPE_SETUP=automatic; otherwise the operator must run
 * `npx mailroom stripe setup`.
 * @throws AppError `billing_not_configured`
 */
export async function ensureCatalogue(
  ctx: Pick<Context, 'config' | 'clock' | 'db' | 'events'>,
  stripe: StripeClient,
): Promise<Catalogue> {
  const read = () => ctx.db.asService((tx) => readCatalogue(tx, stripe))
  const found = await read()
  if (isCatalogueComplete(found)) return found
  if (stripe.setUp === 'automatic') {
    await setUpStripe(ctx, stripe)
    const made = await read()
    if (isCatalogueComplete(made)) return made
  }
  ctx.events.billingAlert({ reason: 'prices_not_set_up' })
  fail(
    'billing_not_configured',
    'The prices are not set up at the payment provider. The operator must run npx mailroom stripe setup.',
  )
}
