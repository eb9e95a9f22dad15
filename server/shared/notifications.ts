import type { Tx } from '../db/database.ts'
import type { NotificationsRow } from '../db/rows.ts'
import { publishLiveEvent } from '../db/live-events.ts'

type NotificationKind = NotificationsRow['kind']

interface NewNotification {
  userId: string
  kind: NotificationKind
  /** Subject of the notification. A user has one notification per kind and key; a repetition renews it. */
  key: string
  mailboxId?: string
  /** The connected service it refers to. */
  provider?: NotificationsRow['provider']
  /** The forward address it refers to. */
  address?: string
  /** The folder it refers to. */
  folderId?: string
  /** Where an action stores files. */
  destination?: string
  /** Number of messages, or percentage of the limit. */
  count?: number
  now: Date
}

type OnceNotification = Pick<NewNotification, 'userId' | 'kind' | 'key' | 'now'> & {
  mailboxId?: string | null
  folderId?: string | null
}

/** Creates or renews a notification. Open pages are informed when the transaction commits. */
export async function createNotification(
  tx: Tx,
  { userId, kind, key, mailboxId, provider, address, folderId, destination, count, now }: NewNotification,
): Promise<void> {
  const values = {
    mailbox_id: mailboxId ?? null,
    provider: provider ?? null,
    address: address ?? null,
    folder_id: folderId ?? null,
    destination: destination ?? null,
    count: count ?? null,
    created_at: now,
    read_at: null,
  }
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doUpdateSet(values))
    .execute()
  await publishLiveEvent(tx, userId, { type: 'notification' })
}

/** Creates a notification unless one of this kind and key exists, read or not. @returns whether it was created */
export async function createNotificationOnce(
  tx: Tx,
  { userId, kind, key, mailboxId = null, folderId = null, now }: OnceNotification,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, mailbox_id: mailboxId, folder_id: folderId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doNothing())
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew) await publishLiveEvent(tx, userId, { type: 'notification' })
  return isNew
}

/**
 * Creates a notification, or renews it if it was created before `lastBefore`; the row's lock decides between two
 * workers. @returns whether it was created or renewed
 */
export async function createNotificationAtMostEvery(
  tx: Tx,
  lastBefore: Date,
  { userId, kind, key, mailboxId, address, count, now }: NewNotification,
): Promise<boolean> {
  const values = {
    mailbox_id: mailboxId ?? null,
    address: address ?? null,
    count: count ?? null,
    created_at: now,
    read_at: null,
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'key'])
        .doUpdateSet(values)
        .where('notifications.created_at', '<=', lastBefore),
    )
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew) await publishLiveEvent(tx, userId, { type: 'notification' })
  return isNew
}

/** Marks the notifications of a kind as read. The rows stay, so that `createNotificationOnce` does not repeat them. */
export async function resolveNotifications(
  tx: Tx,
  { userId, kind, now }: Pick<NewNotification, 'userId' | 'kind' | 'now'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publishLiveEvent(tx, userId, { type: 'notification' })
}

/** Deletes a notification whose request was fulfilled. It can be created again. */
export async function resolveNotification(
  tx: Tx,
  { userId, kind, key }: Pick<NewNotification, 'userId' | 'kind' | 'key'>,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await publishLiveEvent(tx, userId, { type: 'notification' })
}
