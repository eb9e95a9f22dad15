import { graphTime } from '../../kit/clock.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { sendNotification } from './send-notification.ts'
import { cancelTimers, removeSubscription, type Subscription } from './subscription-state.ts'

type LifecycleEvent = 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed'

/** Sent to the lifecycle address only; a subscription without one receives nothing. */
export function sendLifecycle(
  sandbox: MicrosoftSandbox,
  subscription: Subscription,
  lifecycleEvent: LifecycleEvent,
): void {
  const url = subscription.lifecycleNotificationUrl
  if (lifecycleEvent === 'subscriptionRemoved') removeSubscription(sandbox.subscriptions, subscription)
  if (url === null) return
  const content = {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: graphTime(subscription.expiresAt),
    tenantId: subscription.mailbox.account.tenantId,
    clientState: subscription.clientState,
    lifecycleEvent,
  }
  sendNotification(sandbox, url, { subscription, content, firstTried: null }, sandbox.config.notifyDelayMs)
}

const LAST_HOUR_MS = 3600_000
const REMINDER_MS = 15 * 60_000

/** Sets the timers of a subscription: its end and the reminders before it. Called again after a renewal. */
export function scheduleLifecycle(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  cancelTimers(sandbox.subscriptions, subscription)
  const now = sandbox.clock.now()
  const left = subscription.expiresAt - now
  const reminders = [left * 0.75]
  for (let before = LAST_HOUR_MS; before > 0; before -= REMINDER_MS)
    if (left - before > 0) reminders.push(left - before)
  sandbox.subscriptions.timers.set(subscription, [
    sandbox.clock.after(left, () => end(sandbox, subscription)),
    ...reminders.map((delay) => sandbox.clock.after(delay, () => remind(sandbox, subscription, now))),
  ])
}

/** Sends no reminder where the subscription was reauthorized after the timer was set. */
function remind(sandbox: MicrosoftSandbox, subscription: Subscription, setAt: number): void {
  if (!sandbox.subscriptions.byId.has(subscription.id) || subscription.reauthorizedAt > setAt) return
  sendLifecycle(sandbox, subscription, 'reauthorizationRequired')
}

function end(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  if (sandbox.config.removedOnExpiry) sendLifecycle(sandbox, subscription, 'subscriptionRemoved')
  else removeSubscription(sandbox.subscriptions, subscription)
  if (sandbox.config.showExpiredSubscriptionsMs > 0) sandbox.subscriptions.ended.push(subscription)
}
