import { post } from '../../kit/post.ts'
import type { World } from '../../kit/world.ts'
import type { Subscription } from './subscription.ts'

/** An item of a notification POST, with the subscription that it belongs to. */
export type Item = { subscription: Subscription; content: Record<string, unknown>; firstTried: number | null }

/** What waits to be sent, by address. */
export type Deliveries = Map<string, { due: number; item: Item }[]>

/** Items that fall due this close together travel in one POST. */
const BATCH_WINDOW_MS = 10
const LARGEST_BATCH = 100
const FIRST_RETRY_MS = 2000
const GIVE_UP_AFTER_MS = 4 * 3600_000

/** Sends the item to the address in `delayMs`, together with what else is due there at that time. */
export function sendNotification(world: World, url: string, item: Item, delayMs: number): void {
  const waiting = world.deliveries.get(url) ?? []
  waiting.push({ due: world.clock.now() + delayMs, item })
  world.deliveries.set(url, waiting)
  world.clock.after(delayMs, () => flush(world, url))
}

async function flush(world: World, url: string): Promise<void> {
  const until = world.clock.now() + BATCH_WINDOW_MS
  const waiting = world.deliveries.get(url) ?? []
  const due = waiting.filter((entry) => entry.due <= until)
  if (due.length === waiting.length) world.deliveries.delete(url)
  else
    world.deliveries.set(
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

async function deliver(world: World, url: string, items: Item[], attempt: number): Promise<void> {
  const live = items.filter((item) => isRemoval(item) || world.subscriptions.byId.has(item.subscription.id))
  if (live.length === 0) return
  const now = world.clock.now()
  for (const item of live) item.firstTried ??= now
  const done = await attemptDelivery(world, url, live)
  const since = Math.min(...live.map(({ firstTried }) => firstTried ?? now))
  if (done || now - since >= GIVE_UP_AFTER_MS) return
  world.clock.after(FIRST_RETRY_MS * 2 ** Math.min(attempt, 12), () => deliver(world, url, live, attempt + 1))
}

/** The one item that is sent about a subscription that is gone. */
function isRemoval({ content }: Item): boolean {
  return content.lifecycleEvent === 'subscriptionRemoved'
}

/** One POST. True when any 2xx came back. */
async function attemptDelivery(world: World, url: string, items: Item[]): Promise<boolean> {
  const mailbox = items[0]?.subscription.mailbox.account.email ?? ''
  const fault = world.faults.take({ service: 'graph-deliver', method: 'POST', path: url, mailbox })
  const body = JSON.stringify({ value: items.map(({ content }) => content) })
  const at = world.clock.iso()
  const lost = fault?.when === 'before'
  const options = {
    contentType: 'application/json; charset=utf-8',
    body,
    timeoutMs: world.config.deliveryTimeoutMs,
    followRedirects: world.config.followRedirects,
  }
  const result = lost ? null : await post(url, options)
  const status = fault?.status ?? (result?.answered ? result.status : 0)
  const response = result?.answered ? result.text : (result?.reason ?? 'not sent: a fault')
  const rest = { status, response, mailbox, requestId: null, concurrency: 1, faults: fault ? [fault.id] : [] }
  world.journal.add({
    service: 'graph-notify',
    at,
    method: 'POST',
    url,
    headers: { 'content-type': options.contentType },
    body,
    ...rest,
  })
  return status >= 200 && status < 300
}
