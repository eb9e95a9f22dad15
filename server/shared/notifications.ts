import { sql } from 'kysely'
import { limitNotificationPercents } from '../limits.ts'
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

/**
 * Notifies once per month and threshold (80, 95 and 100 per cent of the limit) about the highest threshold that is
 * reached, in place of a lower one. Call it in the transaction that increments the usage, after the increment: the
 * month's row is then locked, and the unique key prevents duplicates.
 * @param month first day, `YYYY-MM-DD`
 * @returns whether this call created the notification for 100 per cent
 */
export async function notifyLimitReached(tx: Tx, at: { userId: string; month: string; now: Date }): Promise<boolean> {
  const { userId, month, now } = at
  const { rows } = await sql<{ kind: string }>`
    with used as (
      select app.email_limit_total(${userId}::uuid)::bigint as total,
        coalesce((select emails_processed from public.usage
          where user_id = ${userId}::uuid and month = ${month}::date), 0)::bigint as mails),
    reached as (
      select max(percent) as percent from used, unnest(${limitNotificationPercents}::int[]) as percent
      where mails * 100 >= total * percent),
    replaced as (
      delete from public.notifications n using reached
      where n.user_id = ${userId}::uuid and n.kind = 'limit_near' and n.key like ${`${month.slice(0, 7)}/%`}
        and n.count < reached.percent)
    insert into public.notifications (user_id, kind, key, count, created_at)
    select ${userId}::uuid, case percent when 100 then 'limit_reached' else 'limit_near' end,
      ${month.slice(0, 7)} || '/' || percent, percent, ${now}::timestamptz
    from reached where percent is not null
    on conflict (user_id, kind, key) do nothing returning kind`.execute(tx)
  if (rows.length > 0) await publishLiveEvent(tx, userId, { type: 'notification' })
  return rows.some(({ kind }) => kind === 'limit_reached')
}
