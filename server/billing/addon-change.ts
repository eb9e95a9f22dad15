import type { AddonChoice } from '../../contract/functions/billing.ts'
import type { ItemChange, StripeItem } from '../vendors/stripe-subscriptions.ts'
import type { Catalogue } from './catalogue.ts'
import { addonsIn } from './rights.ts'

export interface AddonChange {
  /** Items to take away. They go in a call of their own: a change that waits for its payment cannot take away. */
  removals: ItemChange[]
  /** Items to add, and other quantities. */
  rest: ItemChange[]
  /** What takes the removals back, where the rest is refused. */
  undo: ItemChange[]
  /** US cents a month: above 0 where it costs more. */
  difference: number
}

/**
 * From what stands on the subscription to what is wanted. Pure.
 * @param wanted the whole of it: an add-on that is left out is wanted no longer
 * @returns null where nothing changes
 */
export function addonChange(
  items: StripeItem[],
  wanted: readonly AddonChoice[],
  { addonOf, priceOf, amountOf }: Pick<Catalogue, 'addonOf' | 'priceOf' | 'amountOf'>,
): AddonChange | null {
  const left = new Map(wanted.map(({ id, quantity }) => [id, quantity]))
  const change: AddonChange = { removals: [], rest: [], undo: [], difference: 0 }
  const priced = (priceId: string, quantity: number): number => (amountOf.get(priceId) ?? 0) * quantity
  for (const { id, priceId, quantity } of items) {
    const addonId = addonOf.get(priceId)
    if (addonId === undefined) continue
    const goal = left.get(addonId) ?? 0
    // An add-on may stand there twice, at an old price and at the new one: the first takes it all.
    left.set(addonId, 0)
    if (goal === quantity) continue
    change.difference += priced(priceId, goal - quantity)
    if (goal > 0) change.rest.push({ id, quantity: goal })
    else {
      change.removals.push({ id, deleted: true })
      change.undo.push({ priceId, quantity })
    }
  }
  for (const [addonId, quantity] of left) {
    const priceId = priceOf.get(addonId)
    if (quantity === 0 || priceId === undefined) continue
    change.difference += priced(priceId, quantity)
    change.rest.push({ priceId, quantity })
  }
  return change.removals.length + change.rest.length > 0 ? change : null
}

/** Whether more is wanted of an add-on that is no longer sold than stands there: it can be kept or removed, and no more of it booked. */
export function raisesUnsold(
  items: StripeItem[],
  wanted: readonly AddonChoice[],
  { addons, addonOf }: Pick<Catalogue, 'addons' | 'addonOf'>,
): boolean {
  const there = new Map(addonsIn(items, addonOf).map(({ id, quantity }) => [id, quantity]))
  return wanted.some(({ id, quantity }) => quantity > (there.get(id) ?? 0) && !addons.some((sold) => sold.id === id))
}

/** Whether items that wait for their payment are exactly what is wanted. */
export function isWaitingFor(
  pending: { priceId: string; quantity: number }[],
  wanted: readonly AddonChoice[],
  { addonOf }: Pick<Catalogue, 'addonOf'>,
): boolean {
  const goal = wanted.filter(({ quantity }) => quantity > 0).toSorted((a, b) => a.id.localeCompare(b.id))
  const there = addonsIn(pending, addonOf)
  return (
    goal.length === there.length &&
    goal.every(({ id, quantity }, n) => there[n]?.id === id && there[n].quantity === quantity)
  )
}
