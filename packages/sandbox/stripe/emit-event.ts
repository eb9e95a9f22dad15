import { expandObjects } from './api/expand-objects.ts'
import type { Rendered, StripeEvent } from './stripe-objects.ts'
import { API_VERSION, newId, type StripeSandbox } from './stripe-state.ts'

/** The API request that caused an event; null values if time caused it. */
type EventRequest = { id: string | null; idempotency_key: string | null }
export const NO_REQUEST: EventRequest = { id: null, idempotency_key: null }

/** Context of every change: the sandbox, and the API request that caused it. */
export type StripeContext = { sandbox: StripeSandbox; request: EventRequest }

/**
 * Records an event with a snapshot of the object, and calls the listeners (webhook delivery). `previous`: old values of
 * changed fields, only in `.updated` events. `now`: Unix seconds of the object's clock.
 */
export function emitEvent(
  { sandbox, request }: StripeContext,
  type: string,
  object: Rendered,
  options: { now: number; previous?: Rendered },
): StripeEvent {
  const { stripe } = sandbox
  const snapshot = expandObjects(sandbox, object, [])
  const data = options.previous ? { object: snapshot, previous_attributes: options.previous } : { object: snapshot }
  const event: StripeEvent = {
    id: newId(stripe, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: options.now,
    data,
    livemode: false,
    pending_webhooks: 0,
    request: { ...request },
    type,
  }
  stripe.events.set(event.id, event)
  for (const tell of stripe.listeners) tell(event)
  return event
}

/** Old values of the fields that differ. */
export function previousAttributes(before: Rendered, after: Rendered): Rendered {
  const names = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}
