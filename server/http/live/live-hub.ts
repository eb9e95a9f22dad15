import { z } from 'zod'
import { liveReplayMs } from '../../../contract/limits.ts'
import { LiveEvent } from '../../../contract/live-events.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { liveChannel } from '../../events.ts'

interface Subscriber {
  onEvent: (event: LiveEvent) => void
  onLost: () => void
}

/** Delivers live events of all nodes to the event streams of this node. */
export interface LiveHub {
  /**
   * Begins with the user's events of the last `liveReplayMs`, the last one of each type and mailbox: a page reads its
   * data before its stream is open.
   * @param onLost - events may have been lost with the connection to the database
   * @returns function that ends the subscription
   */
  subscribe(userId: string, onEvent: (event: LiveEvent) => void, onLost?: () => void): () => void
  /** Subscriptions of a user on this node. */
  subscriberCount(userId: string): number
  [Symbol.asyncDispose](): Promise<void>
}

const Message = z.object({ userId: z.uuid(), event: LiveEvent })

export async function createLiveHub(db: Database, clock: Clock): Promise<LiveHub> {
  const subscribers = new Map<string, Set<Subscriber>>()
  /** The last event of each user, type and mailbox, oldest first. */
  const recent = new Map<string, { at: number; userId: string; event: LiveEvent }>()
  const removeOld = (): void => {
    const since = clock.now().getTime() - liveReplayMs
    for (const [key, { at }] of recent) {
      if (at >= since) return
      recent.delete(key)
    }
  }
  const remember = (userId: string, event: LiveEvent): void => {
    removeOld()
    const key = [userId, event.type, 'mailboxId' in event ? event.mailboxId : ''].join(' ')
    recent.delete(key)
    recent.set(key, { at: clock.now().getTime(), userId, event })
  }
  const subscription = await db.listen(
    liveChannel,
    (payload) => {
      const { userId, event } = Message.parse(JSON.parse(payload))
      remember(userId, event)
      for (const { onEvent } of subscribers.get(userId) ?? []) onEvent(event)
    },
    () => {
      for (const { onLost } of [...subscribers.values()].flatMap((own) => [...own])) onLost()
    },
  )

  return {
    subscribe(userId, onEvent, onLost = () => undefined) {
      const subscriber = { onEvent, onLost }
      const own = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, own.add(subscriber))
      removeOld()
      for (const past of recent.values()) if (past.userId === userId) onEvent(past.event)
      return () => {
        own.delete(subscriber)
        // A second call must not remove the set of a later subscription.
        if (own.size === 0 && subscribers.get(userId) === own) subscribers.delete(userId)
      }
    },
    subscriberCount: (userId) => subscribers.get(userId)?.size ?? 0,
    async [Symbol.asyncDispose]() {
      subscribers.clear()
      await subscription[Symbol.asyncDispose]()
    },
  }
}
