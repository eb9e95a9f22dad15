import { graphTime } from '../../kit/clock.ts'
import type { World } from '../../kit/world.ts'
import { sendNotification } from './deliver.ts'
import { removeSubscription, type Subscription } from './subscription.ts'

export type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

/** Told to the lifecycle address alone; a subscription without one hears nothing. */
export function sendLifecycle(world: World, subscription: Subscription, lifecycleEvent: LifecycleEvent): void {
  const url = subscription.lifecycleNotificationUrl
  if (lifecycleEvent === 'subscriptionRemoved') removeSubscription(world.subscriptions, subscription)
  if (url === null) return
  const content = {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: graphTime(subscription.expiresAt),
    tenantId: subscription.mailbox.account.tenantId,
    clientState: subscription.clientState,
    lifecycleEvent,
  }
  sendNotification(world, url, { subscription, content, firstTried: null }, world.config.notifyDelayMs)
}

const LAST_HOUR_MS = 3600_000
const REMINDER_MS = 15 * 60_000

/** Sets the alarms of a subscription's life: its end, and the reminders before it. Called again whenever it is renewed. */
export function watchLife(world: World, subscription: Subscription): void {
  for (const cancel of subscription.timers) cancel()
  const now = world.clock.now()
  const left = subscription.expiresAt - now
  const reminders = [left * 0.75]
  for (let before = LAST_HOUR_MS; before > 0; before -= REMINDER_MS)
    if (left - before > 0) reminders.push(left - before)
  subscription.timers = [
    world.clock.after(left, () => end(world, subscription)),
    ...reminders.map((delay) => world.clock.after(delay, () => remind(world, subscription, now))),
  ]
}

/** A reauthorization after the alarm was set makes it fall silent. */
function remind(world: World, subscription: Subscription, setAt: number): void {
  if (!world.subscriptions.byId.has(subscription.id) || subscription.reauthorizedAt > setAt) return
  sendLifecycle(world, subscription, 'reauthorizationRequired')
}

function end(world: World, subscription: Subscription): void {
  if (world.config.removedOnExpiry) sendLifecycle(world, subscription, 'subscriptionRemoved')
  else removeSubscription(world.subscriptions, subscription)
  if (world.config.showExpiredSubscriptionsMs > 0) world.subscriptions.ended.push(subscription)
}
