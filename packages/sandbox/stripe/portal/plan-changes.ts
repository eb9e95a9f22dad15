import type { StripeSandbox } from '../stripe-state.ts'
import type { PortalConfiguration } from '../checkout-and-portal-objects.ts'
import type { Price, Subscription } from '../stripe-objects.ts'

/** Prices that a customer may change to: the configuration's active prices. */
export function offeredPrices({ stripe }: StripeSandbox, { features }: PortalConfiguration): Price[] {
  const ids = features.subscription_update.products?.flatMap(({ prices }) => prices) ?? []
  return ids.flatMap((id) => stripe.prices.get(id) ?? []).filter(({ active }) => active)
}

/** Null if the plan can be changed. The portal cannot change a subscription with several items or an open payment. */
export function planChangeError({ id, items, pending_update, status }: Subscription): string | null {
  if (items.length > 1) return `The subscription ${id} has several items: it cannot be changed in the portal.`
  if (pending_update) return `The subscription ${id} waits for a payment: it cannot be changed until then.`
  if (status === 'incomplete')
    return `The first payment of the subscription ${id} is open: it cannot be changed until then.`
  return null
}
