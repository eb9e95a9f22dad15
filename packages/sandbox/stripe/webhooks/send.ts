import type { World } from '../../kit/world.ts'
import type { StripeEvent, WebhookEndpoint } from '../model.ts'
import { tryDelivery } from './attempt.ts'
import type { Delivery } from './state.ts'

/** What is remembered of deliveries: enough for any test, bounded so that a demo can run for weeks. */
const MOST_DELIVERIES = 2000

/** Sends an event to each endpoint that wants its type; soon, later or not before it is released, as the settings say. */
export function sendToEndpoints(world: World, event: StripeEvent): void {
  const { settings, webhooks, webhook_endpoints } = world.stripe
  const wanted = [...webhook_endpoints.values()].filter((endpoint) => wants(endpoint, event.type))
  event.pending_webhooks = wanted.length
  for (const endpoint of wanted) {
    const delivery = deliveryOf(world, event, endpoint)
    webhooks.deliveries.push(delivery)
    if (settings.webhookHold) delivery.state = 'held'
    else world.clock.after(settings.webhookDelayMs, () => tryDelivery(world, delivery))
  }
  if (webhooks.deliveries.length > MOST_DELIVERIES) webhooks.deliveries.splice(0, 1000)
}

function wants({ status, enabled_events }: WebhookEndpoint, type: string): boolean {
  return status === 'enabled' && (enabled_events.includes('*') || enabled_events.includes(type))
}

/** An event as one endpoint gets it: in two spaces, so that a body that was read and written again has another signature. */
export function deliveryOf({ stripe }: World, event: StripeEvent, endpoint: WebhookEndpoint): Delivery {
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

/** Order in which what was held goes out. */
export type Order = 'as-is' | 'reverse' | 'shuffle'

/** Sends what was held, one after the other, and holds nothing any more. Resolves when all were tried. */
export async function release(world: World, order: Order): Promise<Delivery[]> {
  const { settings, webhooks } = world.stripe
  settings.webhookHold = false
  const held = webhooks.deliveries.filter(({ state }) => state === 'held')
  const ordered = order === 'reverse' ? held.toReversed() : order === 'shuffle' ? shuffled(world, held) : held
  for (const delivery of ordered) delivery.state = 'waiting'
  await Promise.all(ordered.map((delivery) => tryDelivery(world, delivery)))
  return ordered
}

function shuffled<T>({ random }: World, all: readonly T[]): T[] {
  const drawn = all.map((one) => ({ one, rank: random.next() }))
  return drawn.toSorted((first, second) => first.rank - second.rank).map(({ one }) => one)
}
