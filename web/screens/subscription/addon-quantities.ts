import type { AddonChoice } from '../../../contract/functions/billing.ts'
import { maxAddonQuantity } from '../../../contract/limits.ts'
import type { Addon } from '../../../contract/tables.ts'
import type { BookedAddon } from '../../api/subscription.ts'
import { t } from '../../texts/translate.ts'

/** An add-on shown in the dialog. */
export interface AddonOption extends Pick<Addon, 'id' | 'name' | 'price_monthly' | 'email_limit'> {
  isSold: boolean
  maxQuantity: number
}

/** Add-ons on sale, then booked ones that are no longer sold: their quantity can only be kept or reduced. */
export const addonOptions = (sold: readonly Addon[], booked: readonly BookedAddon[]): AddonOption[] => [
  ...sold.map((addon) => ({ ...addon, isSold: true, maxQuantity: maxAddonQuantity })),
  ...booked
    .filter(({ addon_id }) => !sold.some(({ id }) => id === addon_id))
    .map(({ addon_id, addon, quantity }) => ({ ...addon, id: addon_id, isSold: false, maxQuantity: quantity })),
]

/** Quantities by add-on id. */
export type Quantities = Readonly<Record<string, number>>

export const bookedQuantities = (booked: readonly BookedAddon[]): Quantities =>
  Object.fromEntries(booked.map(({ addon_id, quantity }) => [addon_id, quantity]))

/** US cents a month. */
export const monthlyAddonPrice = (
  addons: readonly Pick<Addon, 'id' | 'price_monthly'>[],
  quantities: Quantities,
): number => addons.reduce((sum, { id, price_monthly }) => sum + price_monthly * (quantities[id] ?? 0), 0)

/** Input of `manage-addons`: all add-ons with a quantity, not only the changed ones. */
export const toAddonChoices = (addons: readonly Pick<Addon, 'id'>[], quantities: Quantities): AddonChoice[] =>
  addons.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ id, quantity }] : []
  })

/** Label of the submit button. @param change difference in US cents per month */
export const submitLabel = (change: number): string =>
  change > 0 ? t('Purchase Add-ons') : change < 0 ? t('Update Add-ons') : t('No Changes')
