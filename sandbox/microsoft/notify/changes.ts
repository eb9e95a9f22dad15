import { randomUUID } from 'node:crypto'
import { graphTime } from '../../kit/clock.ts'
import type { World } from '../../kit/world.ts'
import type { MailEvent } from '../model.ts'
import { sendNotification } from './deliver.ts'
import type { Subscription } from './subscription.ts'

/** Tells every subscription that watches the place of a change. */
export function notifyOf(world: World, event: MailEvent): void {
  const own = world.subscriptions.byMailbox.get(event.mailbox)
  if (!own) return
  for (const subscription of own) {
    const changeType = changeTypeFor(world, subscription, event)
    if (changeType && subscription.changeTypes.has(changeType)) announceTo(world, subscription, event, changeType)
  }
}

/** A folder's subscription knows nothing of its subfolders. One of the whole mailbox may see a move as one update. */
function changeTypeFor(world: World, { folder }: Subscription, event: MailEvent): MailEvent['type'] | null {
  if (folder) return folder === event.folder ? event.type : null
  if (!event.byMove || world.config.moveUnderMessages === 'created+deleted') return event.type
  return event.type === 'created' ? 'updated' : null
}

function announceTo(world: World, subscription: Subscription, event: MailEvent, changeType: MailEvent['type']): void {
  const content = contentOf(world, subscription, event, changeType)
  const { notificationUrl, mailbox } = subscription
  const path = `${notificationUrl} ${changeType} ${String(content.resource)}`
  const fault = world.faults.take({ service: 'graph-notify', method: 'POST', path, mailbox: mailbox.account.email })
  const delay = delayOf(world)
  if (fault?.drop) return
  const extra = fault?.duplicate === true ? 1 : Number(fault?.duplicate ?? 0)
  const natural = world.config.naturalFaults && world.random.chance(1 / 50) ? 1 : 0
  if (fault?.status !== undefined) {
    // The receiver is taken to have refused it: sent now (`after`) or not (`before`), it comes again.
    if (fault.when === 'after') post(world, subscription, content, delay)
    post(world, subscription, content, delay + 2000 + (fault.delayMs ?? 0))
    return
  }
  for (let copy = 0; copy <= extra + natural; copy++) {
    post(world, subscription, content, delay + (fault?.delayMs ?? 0) + (copy === 0 ? 0 : copy * 40))
  }
}

function post(world: World, subscription: Subscription, content: Record<string, unknown>, delay: number): void {
  sendNotification(world, subscription.notificationUrl, { subscription, content, firstTried: null }, delay)
}

/** In tests always the same; `real` draws from a distribution with a mean under a minute and three at most. */
export function delayOf({ config, random }: World): number {
  if (config.latency === 'fixed') return config.notifyDelayMs
  return Math.min(180_000, -Math.log(1 - random.next()) * 25_000)
}

export function contentOf(
  world: World,
  subscription: Subscription,
  event: MailEvent,
  changeType: string,
): Record<string, unknown> {
  const { account } = subscription.mailbox
  const id = subscription.immutableIds ? event.immutableId : event.restId
  const varied = world.config.naturalFaults
  const lower = varied && world.random.chance(0.3)
  const resource = lower ? `users('${account.id}')/messages('${id}')` : `Users/${account.id}/Messages/${id}`
  const content: Record<string, unknown> = {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: graphTime(subscription.expiresAt),
    clientState: subscription.clientState,
    changeType,
    resource,
    tenantId: account.tenantId,
    resourceData: {
      '@odata.type': '#Microsoft.Graph.Message',
      '@odata.id': resource,
      '@odata.etag': event.etag,
      id,
    },
  }
  // The notification's own id is optional, and at times it is not there.
  if (!varied || !world.random.chance(0.2)) content.id = randomUUID()
  return content
}
