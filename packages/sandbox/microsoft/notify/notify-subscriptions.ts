import { randomUUID } from 'node:crypto'
import type { Fault } from '../../kit/faults.ts'
import { graphTime } from '../../kit/clock.ts'
import type { MicrosoftSandbox } from '../state.ts'
import type { MailEvent } from '../model.ts'
import { sendNotification } from './send-notification.ts'
import { scheduleLifecycle, sendLifecycle } from './lifecycle.ts'
import type { Subscription } from './subscription-state.ts'

/** Notifies all subscriptions of a change. */
export function notifySubscriptions(sandbox: MicrosoftSandbox, event: MailEvent): void {
  const own = sandbox.subscriptions.byMailbox.get(event.mailbox)
  if (!own) return
  for (const subscription of own) {
    const changeType = changeTypeFor(sandbox, subscription, event)
    if (changeType && subscription.changeTypes.has(changeType)) notifyOne(sandbox, subscription, event, changeType)
    const echo = sandbox.config.naturalFaults && changeType === 'created' && subscription.changeTypes.has('updated')
    if (echo && sandbox.random.chance(0.3)) notifyOne(sandbox, subscription, event, 'updated')
  }
}

/** A subscription of a folder excludes its subfolders. One of the whole mailbox may report a move as one update. */
function changeTypeFor(
  sandbox: MicrosoftSandbox,
  { folder }: Subscription,
  event: MailEvent,
): MailEvent['type'] | null {
  if (folder) return folder === event.folder ? event.type : null
  if (!event.byMove || sandbox.config.moveUnderMessages === 'created+deleted') return event.type
  return event.type === 'created' ? 'updated' : null
}

/** The delay of the retry when a fault simulates a host that refuses the notification. */
const REFUSED_RETRY_MS = 2000

function notifyOne(
  sandbox: MicrosoftSandbox,
  subscription: Subscription,
  event: MailEvent,
  changeType: MailEvent['type'],
): void {
  const content = contentOf(sandbox, subscription, { ...event, changeType })
  const { notificationUrl, mailbox } = subscription
  const path = `${notificationUrl} ${changeType} ${String(content.resource)}`
  const fault = sandbox.faults.consume({
    service: 'graph-notify',
    method: 'POST',
    path,
    mailbox: mailbox.account.email,
  })
  if (fault?.drop) {
    if (fault.options?.missed === true) sendLifecycle(sandbox, subscription, 'missed')
    return
  }
  for (const delay of delaysOf(sandbox, fault)) {
    const sent = sendNotification(sandbox, notificationUrl, { subscription, content, firstTried: null }, delay)
    if (sent === 'dropped') scheduleMissedEvent(sandbox, subscription)
  }
}

/** The delay of each copy of a notification; usually there is one. */
function delaysOf(sandbox: MicrosoftSandbox, fault: Fault | null): number[] {
  const usual = delayOf(sandbox)
  if (fault?.status !== undefined) {
    // Simulates a refusal: the notification is sent (`after`) or not (`before`), and retried.
    const again = usual + REFUSED_RETRY_MS + (fault.delayMs ?? 0)
    return fault.when === 'after' ? [usual, again] : [again]
  }
  const held = fault?.action === 'reorder' ? Number(fault.options?.holdMs ?? 200) : 0
  const first = usual + (fault?.delayMs ?? 0) + held
  const natural = sandbox.config.naturalFaults && sandbox.random.chance(1 / 50) ? 1 : 0
  const copies = (fault?.duplicate === true ? 1 : Number(fault?.duplicate ?? 0)) + natural
  const spacing = Number(fault?.options?.spacingMs ?? 40)
  return Array.from({ length: copies + 1 }, (_, copy) => first + copy * spacing)
}

/** `notifyDelayMs`. With natural faults it varies, so notifications change order; `real` is up to three minutes. */
function delayOf({ config, random }: MicrosoftSandbox): number {
  if (config.latency === 'real') return Math.min(180_000, -Math.log(1 - random.next()) * 25_000)
  return config.notifyDelayMs * (config.naturalFaults ? 0.5 + 3 * random.next() : 1)
}

const MISSED_AFTER_MS = 10 * 60_000

/** When the host is accepted again, each subscription that lost a notification receives one `missed` event. */
function scheduleMissedEvent(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  if (subscription.missed) return
  subscription.missed = true
  announceMissedLater(sandbox, subscription)
}

function announceMissedLater(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  sandbox.clock.after(MISSED_AFTER_MS, () => {
    subscription.missed = false
    if (sandbox.subscriptions.byId.has(subscription.id)) sendLifecycle(sandbox, subscription, 'missed')
  })
}

/** Sets the timers of restored subscriptions. */
export function resumeSubscriptions(sandbox: MicrosoftSandbox): void {
  for (const subscription of sandbox.subscriptions.byId.values()) {
    scheduleLifecycle(sandbox, subscription)
    if (subscription.missed) announceMissedLater(sandbox, subscription)
  }
}

type NotifiedChange = Pick<MailEvent, 'immutableId' | 'restId' | 'etag'> & { changeType: string }

/** The content of a notification. With natural faults its spelling and optional fields vary, as in the real service. */
export function contentOf(
  sandbox: MicrosoftSandbox,
  subscription: Subscription,
  change: NotifiedChange,
): Record<string, unknown> {
  const { account } = subscription.mailbox
  const id = subscription.immutableIds ? change.immutableId : change.restId
  const varied = sandbox.config.naturalFaults
  const lower = varied && sandbox.random.chance(0.3)
  const resource = lower ? `users('${account.id}')/messages('${id}')` : `Users/${account.id}/Messages/${id}`
  const content: Record<string, unknown> = {
    subscriptionId: subscription.id,
    subscriptionExpirationDateTime: graphTime(subscription.expiresAt),
    clientState: subscription.clientState,
    changeType: change.changeType,
    resource,
    tenantId: account.tenantId,
    resourceData: { '@odata.type': '#Microsoft.Graph.Message', '@odata.id': resource, '@odata.etag': change.etag, id },
  }
  if (!varied || !sandbox.random.chance(0.2)) content.id = randomUUID()
  return content
}
