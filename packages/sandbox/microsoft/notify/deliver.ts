import { post } from '../../kit/post.ts'
import type { World } from '../../kit/world.ts'
import { type HostHealth, modelOf, noteAnswer, stateOf } from './host-health.ts'
import type { Item, Subscription } from './subscription.ts'

/** What waits to be sent, by address, and what is known of the hosts. */
export type Deliveries = {
  waiting: Map<string, { due: number; item: Item }[]>
  hosts: Map<string, HostHealth>
}

export function createDeliveries(): Deliveries {
  return { waiting: new Map(), hosts: new Map() }
}

/** Items that fall due this close together travel in one POST. */
const BATCH_WINDOW_MS = 10
const LARGEST_BATCH = 100
const FIRST_RETRY_MS = 2000
const GIVE_UP_AFTER_MS = 4 * 3600_000

/**
 * Sends the item to the address in `delayMs`, together with what else is due there at that time. Answers `dropped`
 * where the host is too slow to be sent anything.
 */
export function sendNotification(world: World, url: string, item: Item, delayMs: number): 'sent' | 'dropped' {
  const state = stateOf(healthOf(world, url), world.config, world.clock.now())
  if (state === 'drop') return 'dropped'
  const delay = delayMs + (state === 'slow' ? modelOf(world.config).slowDelayMs : 0)
  const { waiting } = world.deliveries
  waiting.set(url, [...(waiting.get(url) ?? []), { due: world.clock.now() + delay, item }])
  world.clock.after(delay, () => flush(world, url))
  return 'sent'
}

function healthOf({ deliveries }: World, url: string): HostHealth {
  const { host } = new URL(url)
  const health = deliveries.hosts.get(host) ?? { answers: [], dropUntil: 0 }
  deliveries.hosts.set(host, health)
  return health
}

async function flush(world: World, url: string): Promise<void> {
  const until = world.clock.now() + BATCH_WINDOW_MS
  const waiting = world.deliveries.waiting.get(url) ?? []
  const due = waiting.filter((entry) => entry.due <= until)
  if (due.length === waiting.length) world.deliveries.waiting.delete(url)
  else
    world.deliveries.waiting.set(
      url,
      waiting.filter((entry) => entry.due > until),
    )
  for (let start = 0; start < due.length; start += LARGEST_BATCH) {
    await deliver(
      world,
      url,
      due.slice(start, start + LARGEST_BATCH).map(({ item }) => item),
      0,
    )
  }
}

/** 2xx is the end of it; anything else is tried again, ever more rarely, for four hours. */
async function deliver(world: World, url: string, items: Item[], attempt: number): Promise<void> {
  const live = items.filter((item) => isFarewell(item) || (isKnown(world, item.subscription) && !hold(item)))
  if (live.length === 0) return
  const now = world.clock.now()
  for (const item of live) item.firstTried ??= now
  const done = await attemptDelivery(world, url, live)
  const since = Math.min(...live.map(({ firstTried }) => firstTried ?? now))
  if (done || now - since >= GIVE_UP_AFTER_MS) return
  world.clock.after(FIRST_RETRY_MS * 2 ** Math.min(attempt, 12), () => deliver(world, url, live, attempt + 1))
}

function isKnown({ subscriptions }: World, { id }: Subscription): boolean {
  return subscriptions.byId.has(id)
}

/** The one item that is sent about a subscription that is gone. */
function isFarewell({ content }: Item): boolean {
  return content.lifecycleEvent === 'subscriptionRemoved'
}

/** While the grant is dead, changes wait with their subscription. Word of the lifecycle goes out all the same. */
function hold(item: Item): boolean {
  const { subscription, content } = item
  if (subscription.heldSince === null || content.lifecycleEvent !== undefined) return false
  subscription.held.push(item)
  return true
}

/** The grant lives again: what was held is sent, unless it waited longer than four hours. */
export function release(world: World, subscription: Subscription): void {
  const since = subscription.heldSince
  const held = subscription.held
  subscription.heldSince = null
  subscription.held = []
  if (since === null || world.clock.now() - since > GIVE_UP_AFTER_MS) return
  for (const item of held) sendNotification(world, subscription.notificationUrl, item, 0)
}

async function attemptDelivery(world: World, url: string, items: Item[]): Promise<boolean> {
  const { config, clock, faults, journal } = world
  const mailbox = items[0]?.subscription.mailbox.account.email ?? ''
  const fault = faults.take({ service: 'graph-deliver', method: 'POST', path: url, mailbox })
  const body = JSON.stringify({ value: items.map(({ content }) => content) })
  const at = clock.stamp()
  const { deliveryTimeoutMs: timeoutMs, followRedirects } = config
  const contentType = 'application/json; charset=utf-8'
  const lost = fault !== null && fault.when === 'before'
  const result = lost ? null : await post(url, { contentType, body, timeoutMs, followRedirects })
  if (result) noteAnswer(healthOf(world, url), config, clock.now(), result.tookMs)
  const status = fault?.status ?? (result?.answered ? result.status : 0)
  const response = result?.answered ? result.text : (result?.reason ?? 'not sent: a fault')
  const rest = { status, response, mailbox, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
  const headers = { 'content-type': contentType }
  journal.add({ service: 'graph-notify', at, method: 'POST', url, headers, body, ...rest })
  return status >= 200 && status < 300
}
