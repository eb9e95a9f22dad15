import type { AddonChoice } from '../../../contract/functions/billing.ts'
import type { ItemChange, StripeItem } from '../../vendors/stripe/stripe-subscriptions.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { addonsOfItems } from '../entitlements/entitlements.ts'

export interface SubscriptionItemsChange {
  /** Items to remove, in a separate request: Stripe's pending updates cannot remove items. */
  removals: ItemChange[]
  /** Items to add, and changed quantities. */
  rest: ItemChange[]
  /** Reverts the removals if the rest is rejected. */
  undo: ItemChange[]
  /** Change of the monthly price in US cents; positive if it rises. */
  difference: number
}

/**
 * Computes the change from the subscription's items to the wanted add-ons.
 * @param wanted all add-ons: one that is missing is removed
 * @returns null if nothing changes
 */
export function computeAddonChange(
  items: StripeItem[],
  wanted: readonly AddonChoice[],
  { addonOf, priceOf, amountOf }: Pick<Catalogue, 'addonOf' | 'priceOf' | 'amountOf'>,
): SubscriptionItemsChange | null {
  const remaining = new Map(wanted.map(({ id, quantity }) => [id, quantity]))
  const change: SubscriptionItemsChange = { removals: [], rest: [], undo: [], difference: 0 }
  const priced = (priceId: string, quantity: number): number => (amountOf.get(priceId) ?? 0) * quantity
  for (const { id, priceId, quantity } of items) {
    const addonId = addonOf.get(priceId)
    if (addonId === undefined) continue
    const quantityWanted = remaining.get(addonId) ?? 0
    // An add-on may have two items, at an old and at the current price: the first gets the whole quantity.
    remaining.set(addonId, 0)
    if (quantityWanted === quantity) continue
    change.difference += priced(priceId, quantityWanted - quantity)
    if (quantityWanted > 0) change.rest.push({ id, quantity: quantityWanted })
    else {
      change.removals.push({ id, deleted: true })
      change.undo.push({ priceId, quantity })
    }
  }
  for (const [addonId, quantity] of remaining) {
    const priceId = priceOf.get(addonId)
    if (quantity === 0 || priceId === undefined) continue
    change.difference += priced(priceId, quantity)
    change.rest.push({ priceId, quantity })
  }
  return change.removals.length + change.rest.length > 0 ? change : null
}

/**
 * Whether the quantity of a discontinued add-on is raised. Discontinued add-ons can only be kept, reduced or removed.
 */
export function addsDiscontinuedAddon(
  items: StripeItem[],
  wanted: readonly AddonChoice[],
  { addons, addonOf }: Pick<Catalogue, 'addons' | 'addonOf'>,
): boolean {
  const current = new Map(addonsOfItems(items, addonOf).map(({ id, quantity }) => [id, quantity]))
  return wanted.some(({ id, quantity }) => quantity > (current.get(id) ?? 0) && !addons.some((sold) => sold.id === id))
}

/** Whether a pending update's items are exactly the wanted add-ons. */
export function matchesPendingUpdate(
  pending: { priceId: string; quantity: number }[],
  wanted: readonly AddonChoice[],
  { addonOf }: Pick<Catalogue, 'addonOf'>,
): boolean {
  const expected = wanted.filter(({ quantity }) => quantity > 0).toSorted((a, b) => a.id.localeCompare(b.id))
  const current = addonsOfItems(pending, addonOf)
  return (
    expected.length === current.length &&
    expected.every(({ id, quantity }, n) => current[n]?.id === id && current[n].quantity === quantity)
  )
}
