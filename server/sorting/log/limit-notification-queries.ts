import { sql } from 'kysely'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { Tx } from '../../db/database.ts'
import { limitNotificationPercents } from '../../limits.ts'
import type { CountedMonth } from '../../shared/monthly-limit.ts'

/**
 * Notifies once per month and threshold (80, 95 and 100 per cent of the limit) about the highest threshold that is
 * reached, in place of a lower one. Call it in the transaction that increments the usage, after the increment: the
 * month's row is then locked, and the unique key prevents duplicates.
 * @returns whether this call created the notification for 100 per cent
 */
export async function notifyLimitReached(
  tx: Tx,
  { userId, month, hasPlans }: CountedMonth,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ kind: string }>`
    with used as (
      select app.email_limit_total(${userId}::uuid, ${hasPlans})::bigint as total,
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
