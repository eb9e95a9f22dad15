import { randomUUID } from 'node:crypto'
import type { Fault } from '../../kit/faults.ts'
import { graphTime } from '../../kit/clock.ts'
import type { World } from '../../kit/world.ts'
import type { MailEvent } from '../model.ts'
import { sendNotification } from './deliver.ts'
import { sendLifecycle } from './lifecycle.ts'
import type { Subscription } from './subscription.ts'

/** Tells every subscription that watches the place of a change. */
export function notifyOf(world: World, event: MailEvent): void {
  const own = world.subscriptions.byMailbox.get(event.mailbox)
  if (!own) return
  for (const subscription of own) {
    const changeType = changeTypeFor(world, subscription, event)
    if (changeType && subscription.changeTypes.has(changeType)) tell(world, subscription, event, changeType)
    const echo = world.config.naturalFaults && changeType === 'created' && subscription.changeTypes.has('updated')
    if (echo && world.random.chance(0.3)) tell(world, subscription, event, 'updated')
  }
}

/** A folder's subscription knows nothing of its subfolders. One of the whole mailbox may see a move as one update. */
function changeTypeFor(world: World, { folder }: Subscription, event: MailEvent): MailEvent['type'] | null {
  if (folder) return folder === event.folder ? event.type : null
  if (!event.byMove || world.config.moveUnderMessages === 'created+deleted') return event.type
  return event.type === 'created' ? 'updated' : null
}

/** How long after a refusal a notification comes again when a fault plays the refusing host. */
const REFUSED_RETRY_MS = 2000

function tell(world: World, subscription: Subscription, event: MailEvent, changeType: MailEvent['type']): void {
  const content = contentOf(world, subscription, { ...event, changeType })
  const { notificationUrl, mailbox } = subscription
  const path = `${notificationUrl} ${changeType} ${String(content.resource)}`
  const fault = world.faults.take({ service: 'graph-notify', method: 'POST', path, mailbox: mailbox.account.email })
  if (fault?.drop) {
    if (fault.options?.missed === true) sendLifecycle(world, subscription, 'missed')
    return
  }
  for (const delay of delaysOf(world, fault)) {
    const sent = sendNotification(world, notificationUrl, { subscription, content, firstTried: null }, delay)
    if (sent === 'dropped') missedLater(world, subscription)
  }
}

/** When each copy of a notification goes out: one as a rule. */
function delaysOf(world: World, fault: Fault | null): number[] {
  const usual = delayOf(world)
  if (fault?.status !== undefined) {
    // The receiver is taken to have refused it: sent now (`after`) or not (`before`), it comes again.
    const again = usual + REFUSED_RETRY_MS + (fault.delayMs ?? 0)
    return fault.when === 'after' ? [usual, again] : [again]
  }
  const held = fault?.action === 'reorder' ? Number(fault.options?.holdMs ?? 200) : 0
  const first = usual + (fault?.delayMs ?? 0) + held
  const natural = world.config.naturalFaults && world.random.chance(1 / 50) ? 1 : 0
  const copies = (fault?.duplicate === true ? 1 : Number(fault?.duplicate ?? 0)) + natural
  const spacing = Number(fault?.options?.spacingMs ?? 40)
  return Array.from({ length: copies + 1 }, (_, copy) => first + copy * spacing)
}

/** In tests always the same; with natural faults a little more or less, so that orders mix; `real` up to three minutes. */
export function delayOf({ config, random }: World): number {
  if (config.latency === 'real') return Math.min(180_000, -Math.log(1 - random.next()) * 25_000)
  return config.notifyDelayMs * (config.naturalFaults ? 0.5 + 3 * random.next() : 1)
}

const MISSED_AFTER_MS = 10 * 60_000

/** Once the host is let back in, each subscription that lost something is told so, once. */
function missedLater(world: World, subscription: Subscription): void {
  if (subscription.missed) return
  subscription.missed = true
  world.clock.after(MISSED_AFTER_MS, () => {
    subscription.missed = false
    if (world.subscriptions.byId.has(subscription.id)) sendLifecycle(world, subscription, 'missed')
  })
}

type Told = Pick<MailEvent, 'immutableId' | 'restId' | 'etag'> & { changeType: string }

/** The item itself. Letter case, shape and the optional id vary on the real service, so nothing may rest on them. */
export function contentOf(world: World, subscription: Subscription, told: Told): Record<string, unknown> {
  const { account } = subscription.mailbox
  const id = subscription.immutableIds ? told.immutableId : told.restId
  const varied = world.config.naturalFaults
  const lower = varied && world.random.chance(0.3)
  const resource = lower ? `users('${account.id}')/messages('${id}')` : `Users/${account.id}/Messages/${id}`
  const content: Record<string, unknown> = {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: graphTime(subscription.expiresAt),
    clientState: subscription.clientState,
    changeType: told.changeType,
    resource,
    tenantId: account.tenantId,
    resourceData: { '@odata.type': '#Microsoft.Graph.Message', '@odata.id': resource, '@odata.etag': told.etag, id },
  }
  if (!varied || !world.random.chance(0.2)) content.id = randomUUID()
  return content
}
