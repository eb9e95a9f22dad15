import type { WebhookEndpoint } from '../model.ts'

/** One POST. `status` 0 where no answer came. */
export type Attempt = { at: number; status: number; answer: string; signature: string; body: string }

export type Delivery = {
  id: string
  eventId: string
  eventType: string
  /** Address of the customer that the event is about, for faults that are meant for one person. */
  email: string | null
  endpoint: WebhookEndpoint
  body: string
  state: 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped'
  /** How often it was tried by itself, and failed. */
  tries: number
  attempts: Attempt[]
}

export type Webhooks = {
  /** Oldest first. */
  deliveries: Delivery[]
  /** Posts to an endpoint go out one after the other, so that their order is the same each time. */
  queues: Map<WebhookEndpoint, Promise<void>>
}

export function createWebhooks(): Webhooks {
  return { deliveries: [], queues: new Map() }
}
