import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * How many more e-mails the month takes.
 * @param month first day, `YYYY-MM-DD`
 */
export async function roomOf(tx: Tx, userId: string, month: string): Promise<number> {
  const { rows } = await sql<{ room: number }>`
    select greatest(app.email_limit_total(${userId}::uuid) - coalesce(
      (select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date), 0), 0) as room`.execute(
    tx,
  )
  return rows[0]?.room ?? 0
}

/** What stayed at the limit and is not on its way already. Mail that was moved or deleted in Outlook since is found out on its way. */
const waiting = (tx: Tx, userId: string) =>
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

export async function countWaiting(tx: Tx, userId: string): Promise<number> {
  const { count } = await waiting(tx, userId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The oldest of them, so many as there is room for. */
export async function waitingFor(
  tx: Tx,
  userId: string,
  room: number,
): Promise<{ mailboxId: string; messageId: string }[]> {
  const rows = await waiting(tx, userId)
    .select(['l.mailbox_id', 'l.message_id'])
    .orderBy('l.received_at')
    .orderBy('l.id')
    .limit(room)
    .execute()
  return rows.map((row) => ({ mailboxId: row.mailbox_id, messageId: row.message_id }))
}
