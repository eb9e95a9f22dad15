import { randomUUID } from 'node:crypto'
import { post } from '../../kit/post.ts'
import type { World } from '../../kit/world.ts'
import { createFolder, moveFolder, removeFolder, renameFolder } from '../folders.ts'
import { findFolder } from '../find-folder.ts'
import { immutableId, restId } from '../ids.ts'
import type { Folder, Mailbox } from '../model.ts'
import { contentOf } from '../notify/changes.ts'
import { sendNotification } from '../notify/deliver.ts'
import { sendLifecycle } from '../notify/lifecycle.ts'
import { removeSubscription, type Subscription } from '../notify/subscription.ts'
import type { NamedFault } from './named.ts'

type Options = NamedFault['options']

/** Faults that happen at once instead of waiting for a call. Null for a name that is none of them. */
export async function actNow(
  world: World,
  mailbox: Mailbox,
  action: string,
  options: Options,
): Promise<{ done: number } | null> {
  const own = [...(world.subscriptions.byMailbox.get(mailbox) ?? [])]
  switch (action) {
    case 'reauthorizationRequired':
      for (const subscription of own) {
        if (options.hold === true) subscription.heldSince ??= world.clock.now()
        sendLifecycle(world, subscription, 'reauthorizationRequired')
      }
      return { done: own.length }
    case 'subscriptionRemoved':
      for (const subscription of own) sendLifecycle(world, subscription, 'subscriptionRemoved')
      return { done: own.length }
    case 'subscriptionVanished':
      for (const subscription of own) removeSubscription(world.subscriptions, subscription)
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
      if (lost > 0) world.faults.add({ ...rule, times: lost })
      for (const subscription of own) sendLifecycle(world, subscription, 'missed')
      return { done: own.length }
    }
    case 'ghostMessage':
      for (const subscription of own) sendGhost(world, subscription)
      return { done: own.length }
    case 'forgedNotification':
      for (const subscription of own) await sendForged(world, subscription, String(options.how ?? 'wrongState'))
      return { done: own.length }
    default:
      return changeFolder(world, mailbox, action, options)
  }
}

/** An id that looks right and never resolves. */
function sendGhost(world: World, subscription: Subscription): void {
  const { mailbox } = subscription
  const ids = { immutableId: immutableId(mailbox), restId: restId(mailbox), etag: 'W/"ghost"' }
  const content = contentOf(world, subscription, { ...ids, changeType: 'created' })
  sendNotification(world, subscription.notificationUrl, { subscription, content, firstTried: null }, 0)
}

async function sendForged(world: World, subscription: Subscription, how: string): Promise<void> {
  const { mailbox, notificationUrl } = subscription
  const ids = { immutableId: immutableId(mailbox), restId: restId(mailbox), etag: 'W/"forged"' }
  const genuine = contentOf(world, subscription, { ...ids, changeType: 'created' })
  const body = forgedBody(genuine, how)
  const at = world.clock.stamp()
  const options = { contentType: 'application/json', body, timeoutMs: 10_000, followRedirects: false }
  const result = await post(notificationUrl, options)
  const [status, response] = result.answered ? [result.status, result.text] : [0, result.reason]
  const about = {
    service: 'graph-notify',
    at,
    method: 'POST',
    url: notificationUrl,
    headers: { 'content-type': 'application/json' },
  }
  const rest = { requestId: null, concurrency: 1, faults: [`forged ${how}`] }
  world.journal.add({
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

function changeFolder({ outlook }: World, mailbox: Mailbox, action: string, options: Options): { done: number } | null {
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

function recreate(outlook: World['outlook'], mailbox: Mailbox, folder: Folder): void {
  const { parent, displayName } = folder
  removeFolder(outlook, mailbox, folder)
  if (parent) createFolder(outlook, mailbox, parent, { displayName })
}
