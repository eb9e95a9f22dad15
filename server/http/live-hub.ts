import { z } from 'zod'
import { LiveEvent } from '../../contract/live-events.ts'
import type { Database } from '../db/database.ts'
import { liveChannel } from '../events.ts'

/** Delivers live events of all nodes to the event streams of this node. */
export interface LiveHub {
  /** @returns function that ends the subscription */
  subscribe(userId: string, onEvent: (event: LiveEvent) => void): () => void
  /** Subscriptions of a user on this node. */
  subscriberCount(userId: string): number
  [Symbol.asyncDispose](): Promise<void>
}

const Message = z.object({ userId: z.uuid(), event: LiveEvent })

export async function createLiveHub(db: Database): Promise<LiveHub> {
  const listeners = new Map<string, Set<(event: LiveEvent) => void>>()
  const subscription = await db.listen(liveChannel, (payload) => {
    const { userId, event } = Message.parse(JSON.parse(payload))
    for (const listener of listeners.get(userId) ?? []) listener(event)
  })

  return {
    subscribe(userId, onEvent) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(onEvent))
      return () => {
        own.delete(onEvent)
        // A second call must not remove the set of a later subscription.
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
      }
    },
    subscriberCount: (userId) => listeners.get(userId)?.size ?? 0,
    async [Symbol.asyncDispose]() {
      listeners.clear()
      await subscription[Symbol.asyncDispose]()
    },
  }
}
