import type { Tx } from '../../db/database.ts'
import type { Mode } from '../customers/customer-queries.ts'

export interface StoredPrice {
  stripe_price_id: string
  stripe_product_id: string
  plan_id: string | null
  addon_id: string | null
  unit_amount: number
  is_current: boolean
}

/** All prices ever created for a plan or add-on: existing subscriptions keep their old prices. */
export const listStoredPrices = (tx: Tx, mode: Mode): Promise<StoredPrice[]> =>
  tx
    .selectFrom('app.stripe_prices')
    .select(['stripe_price_id', 'stripe_product_id', 'plan_id', 'addon_id', 'unit_amount', 'is_current'])
    .where('mode', '=', mode)
    .orderBy('stripe_price_id')
    .execute()

/** Makes this price the current one of its plan or add-on. */
export async function savePrice(tx: Tx, mode: Mode, price: Omit<StoredPrice, 'is_current'>): Promise<void> {
  const { stripe_price_id, plan_id, addon_id } = price
  await tx
    .updateTable('app.stripe_prices')
    .set({ is_current: false })
    .where('mode', '=', mode)
    .where('stripe_price_id', '<>', stripe_price_id)
    .where((eb) => (plan_id === null ? eb('addon_id', '=', addon_id) : eb('plan_id', '=', plan_id)))
    .execute()
  await tx
    .insertInto('app.stripe_prices')
    .values({ ...price, mode, is_current: true })
    .onConflict((conflict) => conflict.column('stripe_price_id').doUpdateSet({ ...price, mode, is_current: true }))
    .execute()
}

export async function readPortalConfigurationId(tx: Tx, mode: Mode): Promise<string | null> {
  const found = tx.selectFrom('app.stripe_setups').select('portal_configuration_id').where('mode', '=', mode)
  return (await found.executeTakeFirst())?.portal_configuration_id ?? null
}

export async function saveStripeSetup(tx: Tx, mode: Mode, portalId: string, now: Date): Promise<void> {
  const values = { portal_configuration_id: portalId, completed_at: now }
  await tx
    .insertInto('app.stripe_setups')
    .values({ mode, ...values })
    .onConflict((conflict) => conflict.column('mode').doUpdateSet(values))
    .execute()
}
