import { post } from '../../kit/post.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { type HostHealth, modelOf, recordResponseTime, stateOf } from './host-health.ts'
import type { Retry } from './deliveries.ts'
import type { Notification, Subscription } from './subscription-state.ts'

/** Notifications that are due within this time are sent in one POST. */
const BATCH_WINDOW_MS = 10
const MAX_BATCH_SIZE = 100
const FIRST_RETRY_MS = 2000
const GIVE_UP_AFTER_MS = 4 * 3600_000

/**
 * Sends the notification after `delayMs`, together with others that are due at that time. @returns `dropped` where the
 * host is too slow to receive anything
 */
export function sendNotification(
  sandbox: MicrosoftSandbox,
  url: string,
  item: Notification,
  delayMs: number,
): 'sent' | 'dropped' {
  const state = stateOf(healthOf(sandbox, url), sandbox.config, sandbox.clock.now())
  if (state === 'drop') return 'dropped'
  const delay = delayMs + (state === 'slow' ? modelOf(sandbox.config).slowDelayMs : 0)
  const { waiting } = sandbox.deliveries
  waiting.set(url, [...(waiting.get(url) ?? []), { due: sandbox.clock.now() + delay, item }])
  sandbox.clock.after(delay, () => flush(sandbox, url))
  return 'sent'
}

function healthOf({ deliveries }: MicrosoftSandbox, url: string): HostHealth {
  const { host } = new URL(url)
  const health = deliveries.hosts.get(host) ?? { answers: [], dropUntil: 0 }
  deliveries.hosts.set(host, health)
  return health
}

async function flush(sandbox: MicrosoftSandbox, url: string): Promise<void> {
  const until = sandbox.clock.now() + BATCH_WINDOW_MS
  const waiting = sandbox.deliveries.waiting.get(url) ?? []
  const due = waiting.filter((entry) => entry.due <= until)
  if (due.length === waiting.length) sandbox.deliveries.waiting.delete(url)
  else
    sandbox.deliveries.waiting.set(
      url,
      waiting.filter((entry) => entry.due > until),
    )
  for (let start = 0; start < due.length; start += MAX_BATCH_SIZE) {
    await deliver(
      sandbox,
      url,
      due.slice(start, start + MAX_BATCH_SIZE).map(({ item }) => item),
      0,
    )
  }
}

/** Any status but 2xx is retried for four hours with growing delays. */
async function deliver(sandbox: MicrosoftSandbox, url: string, items: Notification[], attempt: number): Promise<void> {
  const live = items.filter(
    (item) => isRemovalNotice(item) || (isKnown(sandbox, item.subscription) && !queueIfUnauthorized(item)),
  )
  if (live.length === 0) return
  const now = sandbox.clock.now()
  for (const item of live) item.firstTried ??= now
  const done = await attemptDelivery(sandbox, url, live)
  const since = Math.min(...live.map(({ firstTried }) => firstTried ?? now))
  if (done || now - since >= GIVE_UP_AFTER_MS) return
  const due = sandbox.clock.now() + FIRST_RETRY_MS * 2 ** Math.min(attempt, 12)
  scheduleRetry(sandbox, { url, items: live, attempt: attempt + 1, due })
}

function scheduleRetry(sandbox: MicrosoftSandbox, retry: Retry): void {
  const { retries } = sandbox.deliveries
  retries.add(retry)
  sandbox.clock.after(retry.due - sandbox.clock.now(), () => {
    retries.delete(retry)
    return deliver(sandbox, retry.url, retry.items, retry.attempt)
  })
}

/** Sets the timers of restored notifications. */
export function resumeDeliveries(sandbox: MicrosoftSandbox): void {
  const { waiting, retries } = sandbox.deliveries
  for (const [url, entries] of waiting) {
    for (const { due } of entries) sandbox.clock.after(due - sandbox.clock.now(), () => flush(sandbox, url))
  }
  for (const retry of retries) scheduleRetry(sandbox, retry)
}

function isKnown({ subscriptions }: MicrosoftSandbox, { id }: Subscription): boolean {
  return subscriptions.byId.has(id)
}

/** The only notification that is sent after the end of a subscription. */
function isRemovalNotice({ content }: Notification): boolean {
  return content.lifecycleEvent === 'subscriptionRemoved'
}

/** While the grant is invalid, changes are held with their subscription. Lifecycle notifications are sent. */
function queueIfUnauthorized(item: Notification): boolean {
  const { subscription, content } = item
  if (subscription.heldSince === null || content.lifecycleEvent !== undefined) return false
  subscription.held.push(item)
  return true
}

/** Sends the held notifications after the grant is valid again, unless they waited longer than four hours. */
export function release(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  const since = subscription.heldSince
  const held = subscription.held
  subscription.heldSince = null
  subscription.held = []
  if (since === null || sandbox.clock.now() - since > GIVE_UP_AFTER_MS) return
  for (const item of held) sendNotification(sandbox, subscription.notificationUrl, item, 0)
}

async function attemptDelivery(sandbox: MicrosoftSandbox, url: string, items: Notification[]): Promise<boolean> {
  const { config, clock, faults, journal } = sandbox
  const mailbox = items[0]?.subscription.mailbox.account.email ?? ''
  const fault = faults.consume({ service: 'graph-deliver', method: 'POST', path: url, mailbox })
  const body = JSON.stringify({ value: items.map(({ content }) => content) })
  const at = clock.stamp()
  const { deliveryTimeoutMs: timeoutMs, followRedirects } = config
  const contentType = 'application/json; charset=utf-8'
  const lost = fault !== null && fault.when === 'before'
  const result = lost ? null : await post(url, { contentType, body, timeoutMs, followRedirects })
  if (result) recordResponseTime(healthOf(sandbox, url), config, clock.now(), result.tookMs)
  const status = fault?.status ?? (result?.responded ? result.status : 0)
  const response = result?.responded ? result.text : (result?.reason ?? 'not sent: a fault')
  const rest = { status, response, mailbox, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
  const headers = { 'content-type': contentType }
  journal.add({ service: 'graph-notify', at, method: 'POST', url, headers, body, ...rest })
  return status >= 200 && status < 300
}
