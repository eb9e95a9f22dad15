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
  /** Null for the whole mailbox. */
  folder: Folder | null
  notificationUrl: string
  lifecycleNotificationUrl: string | null
  clientState: string | null
  latestSupportedTlsVersion: string
  createdAt: number
  expiresAt: number
  /** The form of ids in notifications, from the Prefer header of the POST. */
  immutableIds: boolean
  /** Set while the grant is invalid: notifications are held until PATCH or reauthorize. */
  heldSince: number | null
  held: Notification[]
  /** A notification was dropped, and no `missed` event was sent yet. */
  missed: boolean
  reauthorizedAt: number
}

/** A notification of a subscription. */
export type Notification = { subscription: Subscription; content: Record<string, unknown>; firstTried: number | null }

export type Subscriptions = {
  counter: number
  byId: Map<string, Subscription>
  byMailbox: Map<Mailbox, Set<Subscription>>
  /** Recently ended ones, which lists may still contain. */
  ended: Subscription[]
  /** Functions that cancel the timers of each subscription. */
  timers: Map<Subscription, (() => void)[]>
}

export function createSubscriptions(): Subscriptions {
  return { counter: 0, byId: new Map(), byMailbox: new Map(), ended: [], timers: new Map() }
}

export function addSubscription(all: Subscriptions, subscription: Subscription): void {
  all.byId.set(subscription.id, subscription)
  const own = all.byMailbox.get(subscription.mailbox) ?? new Set()
  all.byMailbox.set(subscription.mailbox, own.add(subscription))
}

export function removeSubscription(all: Subscriptions, subscription: Subscription): void {
  cancelTimers(all, subscription)
  all.byId.delete(subscription.id)
  all.byMailbox.get(subscription.mailbox)?.delete(subscription)
}

export function cancelTimers({ timers }: Subscriptions, subscription: Subscription): void {
  for (const cancel of timers.get(subscription) ?? []) cancel()
  timers.delete(subscription)
}
