import type { AddonChoice } from '../../../contract/functions/billing.ts'
import { addonQuantityMost } from '../../../contract/limits.ts'
import type { Addon } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/plan.ts'

/** An add-on in the dialog. */
export interface CountedAddon extends Pick<Addon, 'id' | 'name' | 'price_monthly' | 'email_limit'> {
  isSold: boolean
  /** So many of it can be had. */
  most: number
}

/** What can be had, and then what is booked and no longer sold: that is kept or removed, and no more of it booked. */
export const countedAddons = (sold: readonly Addon[], booked: readonly BookedAddon[]): CountedAddon[] => [
  ...sold.map((addon) => ({ ...addon, isSold: true, most: addonQuantityMost })),
  ...booked
    .filter(({ addon_id }) => !sold.some(({ id }) => id === addon_id))
    .map(({ addon_id, addon, quantity }) => ({ ...addon, id: addon_id, isSold: false, most: quantity })),
]

/** How many of each add-on, by its id. */
export type Quantities = Readonly<Record<string, number>>

export const bookedQuantities = (booked: readonly BookedAddon[]): Quantities =>
  Object.fromEntries(booked.map(({ addon_id, quantity }) => [addon_id, quantity]))

/** US cents a month. */
export const priceOf = (addons: readonly Pick<Addon, 'id' | 'price_monthly'>[], quantities: Quantities): number =>
  addons.reduce((sum, { id, price_monthly }) => sum + price_monthly * (quantities[id] ?? 0), 0)

/** As the function takes them: those that are wanted, the whole of them. */
export const choicesOf = (addons: readonly Pick<Addon, 'id'>[], quantities: Quantities): AddonChoice[] =>
  addons.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ id, quantity }] : []
  })

/** What the button of the dialog says (specification §4). @param change of the price, in cents a month */
export const buttonFor = (change: number): string =>
  change > 0 ? 'Purchase Add-ons' : change < 0 ? 'Update Add-ons' : 'No Changes'
