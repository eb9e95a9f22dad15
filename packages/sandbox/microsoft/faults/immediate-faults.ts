import { randomUUID } from 'node:crypto'
import { post } from '../../kit/post.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { createFolder, moveFolder, removeFolder, renameFolder } from '../folders.ts'
import { findFolder } from '../find-folder.ts'
import { immutableId, restId } from '../ids.ts'
import type { Folder, Mailbox } from '../model.ts'
import { contentOf } from '../notify/notify-subscriptions.ts'
import { sendNotification } from '../notify/send-notification.ts'
import { sendLifecycle } from '../notify/lifecycle.ts'
import { removeSubscription, type Subscription } from '../notify/subscription-state.ts'
import type { NamedFault } from './named-faults.ts'

type Options = NamedFault['options']

/** Runs a fault that happens immediately instead of with a call. @returns null for an unknown name */
export async function runImmediateFault(
  sandbox: MicrosoftSandbox,
  mailbox: Mailbox,
  action: string,
  options: Options,
): Promise<{ done: number } | null> {
  const own = [...(sandbox.subscriptions.byMailbox.get(mailbox) ?? [])]
  switch (action) {
    case 'reauthorizationRequired':
      for (const subscription of own) {
        if (options.hold === true) subscription.heldSince ??= sandbox.clock.now()
        sendLifecycle(sandbox, subscription, 'reauthorizationRequired')
      }
      return { done: own.length }
    case 'subscriptionRemoved':
      for (const subscription of own) sendLifecycle(sandbox, subscription, 'subscriptionRemoved')
      return { done: own.length }
    case 'subscriptionVanished':
      for (const subscription of own) removeSubscription(sandbox.subscriptions, subscription)
      return { done: own.length }
    case 'missed': {
      const lost = typeof options.undelivered === 'number' ? options.undelivered : 0
      const rule = {
        service: 'graph-notify',
        path: '',
        when: 'before',
        mailbox: mailbox.account.email,
        drop: true,
      } as const
      if (lost > 0) sandbox.faults.add({ ...rule, times: lost })
      for (const subscription of own) sendLifecycle(sandbox, subscription, 'missed')
      return { done: own.length }
    }
    case 'ghostMessage':
      for (const subscription of own) sendGhost(sandbox, subscription)
      return { done: own.length }
    case 'forgedNotification':
      for (const subscription of own) await sendForged(sandbox, subscription, String(options.how ?? 'wrongState'))
      return { done: own.length }
    default:
      return changeFolder(sandbox, mailbox, action, options)
  }
}

/** Notifies about a well-formed id of no message. */
function sendGhost(sandbox: MicrosoftSandbox, subscription: Subscription): void {
  const { mailbox } = subscription
  const ids = { immutableId: immutableId(mailbox), restId: restId(mailbox), etag: 'W/"ghost"' }
  const content = contentOf(sandbox, subscription, { ...ids, changeType: 'created' })
  sendNotification(sandbox, subscription.notificationUrl, { subscription, content, firstTried: null }, 0)
}

async function sendForged(sandbox: MicrosoftSandbox, subscription: Subscription, how: string): Promise<void> {
  const { mailbox, notificationUrl } = subscription
  const ids = { immutableId: immutableId(mailbox), restId: restId(mailbox), etag: 'W/"forged"' }
  const genuine = contentOf(sandbox, subscription, { ...ids, changeType: 'created' })
  const body = forgedBody(genuine, how)
  const at = sandbox.clock.stamp()
  const options = { contentType: 'application/json', body, timeoutMs: 10_000, followRedirects: false }
  const result = await post(notificationUrl, options)
  const [status, response] = result.responded ? [result.status, result.text] : [0, result.reason]
  const about = {
    service: 'graph-notify',
    at,
    method: 'POST',
    url: notificationUrl,
    headers: { 'content-type': 'application/json' },
  }
  const rest = { requestId: null, concurrency: 1, faults: [`forged ${how}`] }
  sandbox.journal.add({
    ...about,
    body: body.slice(0, 10_000),
    status,
    response,
    mailbox: mailbox.account.email,
    ...rest,
  })
}

function forgedBody(genuine: Record<string, unknown>, how: string): string {
  const { clientState: _state, ...stateless } = genuine
  switch (how) {
    case 'noState':
      return JSON.stringify({ value: [stateless] })
    case 'unknownSubscription':
      return JSON.stringify({ value: [{ ...genuine, subscriptionId: randomUUID() }] })
    case 'otherTenant':
      return JSON.stringify({ value: [{ ...genuine, tenantId: randomUUID(), clientState: randomUUID() }] })
    case 'many':
      return JSON.stringify({ value: Array.from({ length: 5000 }, () => ({ ...genuine, clientState: randomUUID() })) })
    case 'notJson':
      return '{"value":[{"subscriptionId":'
    case 'huge':
      return JSON.stringify({ value: [{ ...genuine, padding: 'x'.repeat(20 * 2 ** 20) }] })
    default:
      return JSON.stringify({ value: [{ ...genuine, clientState: 'not-the-secret' }] })
  }
}

function changeFolder(
  { outlook }: MicrosoftSandbox,
  mailbox: Mailbox,
  action: string,
  options: Options,
): { done: number } | null {
  const known = ['folderRenamed', 'folderMovedUnderDeleted', 'folderRecreated']
  const folder = known.includes(action) ? findFolder(mailbox, String(options.folder ?? '')) : undefined
  if (!known.includes(action)) return null
  if (!folder) return { done: 0 }
  if (action === 'folderRenamed')
    renameFolder(outlook, mailbox, folder, String(options.displayName ?? `${folder.displayName} (renamed)`))
  else if (action === 'folderRecreated') recreate(outlook, mailbox, folder)
  else {
    const bin = mailbox.wellKnown.get('deleteditems')
    if (bin) moveFolder(outlook, mailbox, folder, bin)
  }
  return { done: 1 }
}

function recreate(outlook: MicrosoftSandbox['outlook'], mailbox: Mailbox, folder: Folder): void {
  const { parent, displayName } = folder
  removeFolder(outlook, mailbox, folder)
  if (parent) createFolder(outlook, mailbox, parent, { displayName })
}
