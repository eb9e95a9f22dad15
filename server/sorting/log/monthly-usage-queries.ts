import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { DatabaseError } from '../../db/database-error.ts'
import { limitNotificationPercents } from '../../limits.ts'
import type { CountedMonth } from '../../shared/monthly-limit.ts'

/**
 * Counts one email against the monthly limit. Exact under any number of workers: the row of the month is its own lock.
 * @returns false where the limit is reached; then nothing is counted
 */
export async function incrementUsage(
  tx: Tx,
  logId: string,
  { userId, month, hasPlans }: CountedMonth,
): Promise<boolean> {
  const { rows } = await sql`
    with counted as (
      insert into public.usage as u (user_id, month, emails_processed)
      select ${userId}::uuid, ${month}::date, 1 where app.email_limit_total(${userId}::uuid, ${hasPlans}) > 0
      on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
        where u.emails_processed < app.email_limit_total(u.user_id, ${hasPlans})
      returning u.month)
    update public.email_processing_logs l set counted_month = counted.month from counted where l.id = ${logId}::uuid
    returning l.id`.execute(tx)
  return rows.length > 0
}

/** Raised by `app.count_email_below`. */
const limitNearState = 'ML002'

/** The month's limit, or one of its notifications, is near: `incrementUsage` counts then, and the caller notifies. */
export class LimitNear extends Error {}

/**
 * Counts one email where the user is below the first notification of the limit, so that no other statement depends on
 * the count. Execute it last: the row of the month stays locked until the commit, and all mail of the user waits for
 * it.
 * @throws LimitNear; the transaction is then rolled back
 */
export async function countBelowLimit(tx: Tx, { userId, month, hasPlans }: CountedMonth): Promise<void> {
  const percent = Math.min(...limitNotificationPercents)
  try {
    await sql`select app.count_email_below(${percent}, ${userId}::uuid, ${month}::date, ${hasPlans})`.execute(tx)
  } catch (error) {
    if (error instanceof DatabaseError && error.code === limitNearState) throw new LimitNear()
    throw error
  }
}

/** Failed emails do not count. Safe to repeat. */
export async function decrementUsage(tx: Tx, logId: string): Promise<void> {
  await sql`
    with was as (
      update public.email_processing_logs l set counted_month = null
      from (
        select id, user_id, counted_month from public.email_processing_logs where id = ${logId}::uuid for update) old
      where l.id = old.id and old.counted_month is not null returning old.user_id, old.counted_month)
    update public.usage u set emails_processed = greatest(u.emails_processed - 1, 0)
    from was where u.user_id = was.user_id and u.month = was.counted_month`.execute(tx)
}

/**
 * How many more emails the limit allows this month. Only an estimate under concurrency: `incrementUsage` enforces
 * the limit.
 */
export async function remainingUsage(tx: Tx, { userId, month, hasPlans }: CountedMonth): Promise<number> {
  const { rows } = await sql<{ remaining: number }>`
    select greatest(app.email_limit_total(${userId}::uuid, ${hasPlans}) - coalesce(
      (select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date), 0),
      0) as remaining`.execute(tx)
  return rows[0]?.remaining ?? 0
}

/**
 * Emails that were left in the inbox at the limit and are not queued. The mailbox is not consulted: they may have moved
 * since.
 */
const overLimit = (tx: Tx, userId: string) =>
  tx
    .selectFrom('email_processing_logs as l')
    .where('l.user_id', '=', userId)
    .where('l.status', '=', 'limit_reached')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('app.inbox_events as e')
            .select('e.seq')
            .whereRef('e.mailbox_id', '=', 'l.mailbox_id')
            .whereRef('e.message_id', '=', 'l.message_id'),
        ),
      ),
    )

export async function countOverLimit(tx: Tx, userId: string): Promise<number> {
  const { count } = await overLimit(tx, userId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function oldestOverLimit(
  tx: Tx,
  userId: string,
  limit: number,
): Promise<{ mailboxId: string; messageId: string }[]> {
  const rows = await overLimit(tx, userId)
    .select(['l.mailbox_id', 'l.message_id'])
    .orderBy('l.received_at')
    .orderBy('l.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ mailboxId: row.mailbox_id, messageId: row.message_id }))
}
