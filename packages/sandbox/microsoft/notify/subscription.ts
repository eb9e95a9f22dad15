import type { Grant } from '../entra/state.ts'
import type { Folder, Mailbox } from '../model.ts'

export type Subscription = {
  id: string
  applicationId: string
  mailbox: Mailbox
  grant: Grant
  changeType: string
  changeTypes: ReadonlySet<string>
  resource: string
  /** Null where the whole mailbox is watched. */
  folder: Folder | null
  notificationUrl: string
  lifecycleNotificationUrl: string | null
  clientState: string | null
  latestSupportedTlsVersion: string
  createdAt: number
  expiresAt: number
  /** The form of ids in its notifications, set once by the Prefer header of the POST. */
  immutableIds: boolean
  /** Deliveries wait while the grant behind it is dead, until PATCH or reauthorize. */
  heldSince: number | null
  held: Item[]
  /** Something for it was dropped and it has not been told yet. */
  missed: boolean
  reauthorizedAt: number
  timers: (() => void)[]
}

/** An item of a notification POST, with the subscription that it belongs to. */
export type Item = { subscription: Subscription; content: Record<string, unknown>; firstTried: number | null }

export type Subscriptions = {
  counter: number
  byId: Map<string, Subscription>
  byMailbox: Map<Mailbox, Set<Subscription>>
  /** Those that ended a short while ago and may still show in the list. */
  ended: Subscription[]
}

export function createSubscriptions(): Subscriptions {
  return { counter: 0, byId: new Map(), byMailbox: new Map(), ended: [] }
}

export function addSubscription(all: Subscriptions, subscription: Subscription): void {
  all.byId.set(subscription.id, subscription)
  const own = all.byMailbox.get(subscription.mailbox) ?? new Set()
  all.byMailbox.set(subscription.mailbox, own.add(subscription))
}

export function removeSubscription(all: Subscriptions, subscription: Subscription): void {
  for (const cancel of subscription.timers) cancel()
  all.byId.delete(subscription.id)
  all.byMailbox.get(subscription.mailbox)?.delete(subscription)
}
