import type { WebhookEndpoint } from '../stripe-objects.ts'

/** One POST. `status` is 0 without a response. */
export type Attempt = { at: number; status: number; answer: string; signature: string; body: string }

export type Delivery = {
  id: string
  eventId: string
  eventType: string
  /** Email address of the event's customer, for faults that match a mailbox. */
  email: string | null
  endpoint: WebhookEndpoint
  body: string
  state: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped'
  /** Number of failed automatic attempts. */
  tries: number
  attempts: Attempt[]
}

export type Webhooks = {
  /** Oldest first. */
  deliveries: Delivery[]
  /** Posts to an endpoint are sequential, so that their order is deterministic. */
  queues: Map<WebhookEndpoint, Promise<void>>
}

export function createWebhooks(): Webhooks {
  return { deliveries: [], queues: new Map() }
}
