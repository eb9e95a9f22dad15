import type { World } from '../kit/world.ts'
import { expand } from './api/expand.ts'
import type { Rendered, StripeEvent } from './model.ts'
import { API_VERSION, newId } from './state.ts'

/** Who caused a change: the request, or nobody where time did. */
export type Cause = { id: string | null; idempotency_key: string | null }
export const BY_TIME: Cause = { id: null, idempotency_key: null }

/** Everything that changes something takes this first: the world, who asked, and what time it is for the customer. */
export type Context = { world: World; cause: Cause }

/**
 * Records that something happened, with the whole object as it is now, and tells the listeners (the deliveries).
 * `previous`: the values before, of those that changed; only `.updated` events have them. `now`: Unix seconds of the object's clock.
 */
export function emit(
  { world, cause }: Context,
  type: string,
  object: Rendered,
  options: { now: number; previous?: Rendered },
): StripeEvent {
  const { stripe } = world
  const snapshot = expand(world, object, [])
  const data = options.previous ? { object: snapshot, previous_attributes: options.previous } : { object: snapshot }
  const event: StripeEvent = {
    id: newId(stripe, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: options.now,
    data,
    livemode: false,
    pending_webhooks: 0,
    request: { ...cause },
    type,
  }
  stripe.events.set(event.id, event)
  for (const tell of stripe.listeners) tell(event)
  return event
}

/** Of two pictures of an object, what the first one had otherwise. */
export function changesOf(before: Rendered, after: Rendered): Rendered {
  const names = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}
