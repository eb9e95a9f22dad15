import type { AddonChoice } from '../../../contract/functions/billing.ts'
import type { Addon } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/plan.ts'

/** How many of each add-on, by its id. */
export type Quantities = Readonly<Record<string, number>>

export const bookedQuantities = (booked: readonly BookedAddon[]): Quantities =>
  Object.fromEntries(booked.map(({ addon_id, quantity }) => [addon_id, quantity]))

/** US cents a month. */
export const priceOf = (addons: readonly Addon[], quantities: Quantities): number =>
  addons.reduce((sum, { id, price_monthly }) => sum + price_monthly * (quantities[id] ?? 0), 0)

/** As the function takes them: those that are wanted, the whole of them. */
export const choicesOf = (addons: readonly Addon[], quantities: Quantities): AddonChoice[] =>
  addons.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ id, quantity }] : []
  })

/** What the button of the dialog says (specification §4). @param change of the price, in cents a month */
export const buttonFor = (change: number): string =>
  change > 0 ? 'Purchase Add-ons' : change < 0 ? 'Update Add-ons' : 'No Changes'
