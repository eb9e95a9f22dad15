import type { Tx } from '../../db/database.ts'

export interface CatalogueItem {
  id: string
  name: string
  description: string
  /** US cents. */
  price_monthly: number
}

const catalogueColumns = ['id', 'name', 'description', 'price_monthly'] as const

export const listActivePlans = (tx: Tx): Promise<CatalogueItem[]> =>
  tx
    .selectFrom('plans')
    .select(catalogueColumns)
    .where('is_active', '=', true)
    .orderBy('price_monthly')
    .orderBy('id')
    .execute()

export const listActiveAddons = (tx: Tx): Promise<CatalogueItem[]> =>
  tx
    .selectFrom('addons')
    .select(catalogueColumns)
    .where('is_active', '=', true)
    .orderBy('price_monthly')
    .orderBy('id')
    .execute()

/** Discontinued add-ons included: existing subscriptions may keep them. */
export const listAllAddonIds = async (tx: Tx): Promise<string[]> =>
  (await tx.selectFrom('addons').select('id').execute()).map(({ id }) => id)
