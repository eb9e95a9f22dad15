import type { StripeSandbox } from '../stripe-state.ts'
import type { StripeEvent, WebhookEndpoint } from '../stripe-objects.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { Delivery } from './webhook-state.ts'

/** Number of deliveries that are kept: enough for any test, bounded for a demo that runs for weeks. */
const MAX_DELIVERIES = 2000

/**
 * Creates a delivery for each endpoint that is subscribed to the type, and sends it immediately, delayed or after a
 * release, depending on the settings.
 */
export function enqueueDeliveries(sandbox: StripeSandbox, event: StripeEvent): void {
  const { settings, webhooks, webhook_endpoints } = sandbox.stripe
  const wanted = [...webhook_endpoints.values()].filter((endpoint) => isSubscribedTo(endpoint, event.type))
  event.pending_webhooks = wanted.length
  for (const endpoint of wanted) {
    const delivery = createDelivery(sandbox, event, endpoint)
    webhooks.deliveries.push(delivery)
    if (settings.webhookHold) delivery.state = 'held'
    else sandbox.clock.after(settings.webhookDelayMs, () => attemptDelivery(sandbox, delivery))
  }
  if (webhooks.deliveries.length > MAX_DELIVERIES) webhooks.deliveries.splice(0, 1000)
}

function isSubscribedTo({ status, enabled_events }: WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))
}

/**
 * The event for one endpoint. It is indented by two spaces, so that a body that was parsed and serialized again has
 * another signature.
 */
function createDelivery({ stripe }: StripeSandbox, event: StripeEvent, endpoint: WebhookEndpoint): Delivery {
  const { object } = event.data
  const customer = object.object === 'customer' ? object.id : object.customer
  const email = (typeof customer === 'string' && stripe.customers.get(customer)?.email) || null
  return {
    id: `${event.id}.${endpoint.id}`,
    eventId: event.id,
    eventType: event.type,
    email,
    endpoint,
    body: JSON.stringify({ ...event, api_version: endpoint.api_version ?? event.api_version }, null, 2),
    state: 'waiting',
    tries: 0,
    attempts: [],
  }
}

/** Order in which held deliveries are sent. */
type ReleaseOrder = 'as-is' | 'reverse' | 'shuffle'

/** Sends held deliveries one after the other, and stops holding. Resolves after all attempts. */
export async function releaseHeldDeliveries(sandbox: StripeSandbox, order: ReleaseOrder): Promise<Delivery[]> {
  const { settings, webhooks } = sandbox.stripe
  settings.webhookHold = false
  const held = webhooks.deliveries.filter(({ state }) => state === 'held')
  const ordered = order === 'reverse' ? held.toReversed() : order === 'shuffle' ? shuffled(sandbox, held) : held
  for (const delivery of ordered) delivery.state = 'waiting'
  await Promise.all(ordered.map((delivery) => attemptDelivery(sandbox, delivery)))
  return ordered
}

function shuffled<T>({ random }: StripeSandbox, all: readonly T[]): T[] {
  const drawn = all.map((one) => ({ one, rank: random.next() }))
  return drawn.toSorted((first, second) => first.rank - second.rank).map(({ one }) => one)
}
