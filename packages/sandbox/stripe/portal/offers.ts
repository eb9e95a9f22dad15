import type { World } from '../../kit/world.ts'
import type { PortalConfiguration } from '../hosted-model.ts'
import type { Price, Subscription } from '../model.ts'

/** The prices that a customer may switch to: those of the configuration that are still sold. */
export function offersOf({ stripe }: World, { features }: PortalConfiguration): Price[] {
  const ids = features.subscription_update.products?.flatMap(({ prices }) => prices) ?? []
  return ids.flatMap((id) => stripe.prices.get(id) ?? []).filter(({ active }) => active)
}

/** Null where the plan can be switched: a subscription of several items cannot be changed in the portal, one that waits for a payment neither. */
export function whyNotSwitched({ id, items, pending_update, status }: Subscription): string | null {
  if (items.length > 1) return `The subscription ${id} has several items: it cannot be changed in the portal.`
  if (pending_update) return `The subscription ${id} waits for a payment: it cannot be changed until then.`
  if (status === 'incomplete')
    return `The first payment of the subscription ${id} is open: it cannot be changed until then.`
  return null
}
