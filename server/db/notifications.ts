import { sql } from 'kysely'
import type { Tx } from './database.ts'
import type { NotificationsRow } from './rows.ts'
import { tellPages } from './live.ts'

export type NotificationKind = NotificationsRow['kind']

interface Ring {
  userId: string
  kind: NotificationKind
  /** What it is about: the same kind and key stand in the list once, and ring again when it happens again. */
  key: string
  mailboxId?: string
  /** The service that it is about. */
  provider?: NotificationsRow['provider']
  /** How many mails it speaks of, or per cent of the limit. */
  count?: number
  now: Date
}

/** Rings the person's bell, with the transaction that made it true; open pages hear of it when it commits. */
export async function ringBell(tx: Tx, { userId, kind, key, mailboxId, provider, count, now }: Ring): Promise<void> {
  const values = {
    mailbox_id: mailboxId ?? null,
    provider: provider ?? null,
    count: count ?? null,
    created_at: now,
    read_at: null,
  }
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doUpdateSet(values))
    .execute()
  await tellPages(tx, userId, { type: 'notification' })
}

/** Rings at most once for a key, for good. @returns whether it rang */
export async function ringOnce(tx: Tx, { userId, kind, key, now }: Omit<Ring, 'count'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doNothing())
    .executeTakeFirst()
  const isNew = (numInsertedOrUpdatedRows ?? 0n) > 0n
  if (isNew) await tellPages(tx, userId, { type: 'notification' })
  return isNew
}

/** What those of a kind told of is over: they stay in the list, read, so that `ringOnce` knows what has rung. */
export async function quietBells(tx: Tx, { userId, kind, now }: Pick<Ring, 'userId' | 'kind' | 'now'>): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await tellPages(tx, userId, { type: 'notification' })
}

/** What it asked for was done: it goes from the list, which would ask for it still. It can ring again. */
export async function endBell(tx: Tx, { userId, kind, key }: Pick<Ring, 'userId' | 'kind' | 'key'>): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await tellPages(tx, userId, { type: 'notification' })
}

/**
 * Rings once a month each at 80, 95 and 100 per cent of the limit (specification §9), the highest that is reached. To be called in the
 * transaction that counts, after it: the row of the month is locked then, and the unique key decides the rest.
 * @param month first day, `YYYY-MM-DD`
 * @returns whether it rang just now for the whole limit
 */
export async function ringLimit(tx: Tx, at: { userId: string; month: string; now: Date }): Promise<boolean> {
  const { userId, month, now } = at
  const { rows } = await sql<{ kind: string }>`
    with used as (
      select app.email_limit_total(${userId}::uuid)::bigint as total,
        coalesce((select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date), 0)::bigint as mails),
    reached as (
      select case when mails >= total then 100 when mails * 100 >= total * 95 then 95 when mails * 100 >= total * 80 then 80 end as percent
      from used)
    insert into public.notifications (user_id, kind, key, count, created_at)
    select ${userId}::uuid, case percent when 100 then 'limit_reached' else 'limit_near' end, ${month.slice(0, 7)} || '/' || percent,
      percent, ${now}::timestamptz
    from reached where percent is not null
    on conflict (user_id, kind, key) do nothing returning kind`.execute(tx)
  if (rows.length > 0) await tellPages(tx, userId, { type: 'notification' })
  return rows.some(({ kind }) => kind === 'limit_reached')
}
