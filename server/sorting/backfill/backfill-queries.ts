import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AppBackfillsRow } from '../../db/rows.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { addMs } from '../../clock.ts'
import { backfillWindowSeconds } from '../limits.ts'

/**
 * Emails sorted in a mailbox within the window, before its backfill waits. Graph refuses all requests for a mailbox
 * after 10,000 in ten minutes (https://learn.microsoft.com/en-us/graph/throttling-limits). An email of a backfill takes
 * two; the rest is for new email.
 */
export const backfillMaxPerWindow = 3000

const backfillColumns = [
  'id',
  'user_id',
  'mailbox_id',
  'state',
  'since',
  'total',
  'scanned_messages',
  'scan_position',
  'is_scan_complete',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof AppBackfillsRow)[]

export type BackfillRow = Pick<Selectable<AppBackfillsRow>, (typeof backfillColumns)[number]>

const open = ['running', 'paused', 'limit'] as const
/** A prepared statement finds the partial index of a conflict only by literals. */
const isOpen = sql<boolean>`state in (${sql.join(open.map((state) => sql.lit(state)))})`

/** @returns false where the mailbox has an open backfill already */
export async function insertBackfill(
  tx: Tx,
  backfill: { userId: string; mailboxId: string; since: Date | null; total: number },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('app.backfills')
    .values({
      user_id: backfill.userId,
      mailbox_id: backfill.mailboxId,
      state: 'running',
      since: backfill.since,
      total: backfill.total,
      started_at: now,
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id']).where(isOpen).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest of the mailbox. */
export async function newestBackfill(tx: Tx, mailboxId: string): Promise<BackfillRow | null> {
  const found = tx
    .selectFrom('app.backfills')
    .select(backfillColumns)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('started_at', 'desc')
    .limit(1)
  return (await found.executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends, against a concurrent pause or cancellation. */
export async function lockRunningBackfill(tx: Tx, mailboxId: string): Promise<BackfillRow | null> {
  const found = tx
    .selectFrom('app.backfills')
    .select(backfillColumns)
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

/** @returns false where the mailbox has no backfill in one of these states */
export async function changeBackfillState(
  tx: Tx,
  mailboxId: string,
  { from, to, now }: { from: readonly BackfillRow['state'][]; to: BackfillRow['state']; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.backfills')
    .set({ state: to, ended_at: to === 'done' || to === 'canceled' ? now : null })
    .where('mailbox_id', '=', mailboxId)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Deletes the queued messages of a backfill. Messages with a recorded decision stay queued, so that their row is
 * finished.
 */
export async function cancelWaitingMessages(tx: Tx, mailboxId: string): Promise<void> {
  // Locked before the processing log is read: a message that is being decided has its row by then.
  await sql`select from app.inbox_events where mailbox_id = ${mailboxId}::uuid and source = 'backfill'
    order by message_id for update`.execute(tx)
  await sql`
    update app.inbox_events e set source = 'waiting', backfill_id = null from public.email_processing_logs l
    where e.mailbox_id = ${mailboxId}::uuid and e.source = 'backfill'
      and l.mailbox_id = e.mailbox_id and l.message_id = e.message_id and l.status = 'processing'`.execute(tx)
  await tx.deleteFrom('app.inbox_events').where('mailbox_id', '=', mailboxId).where('source', '=', 'backfill').execute()
}

export async function countWaitingMessages(tx: Tx, backfillId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('app.inbox_events')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('backfill_id', '=', backfillId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns the time until which no further page is queued, so that new email can still be sorted; null for none */
export async function windowFullUntil(
  tx: Tx,
  { mailbox_id: mailboxId, user_id: userId }: BackfillRow,
  now: Date,
): Promise<Date | null> {
  const found = await tx
    .selectFrom('email_processing_logs')
    .select('processed_at')
    .where('mailbox_id', '=', mailboxId)
    .where('user_id', '=', userId)
    .orderBy('processed_at', 'desc')
    .offset(backfillMaxPerWindow - 1)
    .limit(1)
    .executeTakeFirst()
  const until = found && addMs(found.processed_at, backfillWindowSeconds * 1000)
  return until && until > now ? until : null
}

/**
 * Queues a page of messages, except those that have a row in the processing log or are queued already.
 * @returns the number of queued messages
 */
export async function insertBackfillPage(
  tx: Tx,
  backfill: BackfillRow,
  page: { messageIds: string[]; reached: Date | null; isLast: boolean },
  now: Date,
): Promise<number> {
  const { id: backfillId, mailbox_id: mailboxId, user_id: userId } = backfill
  const { rows } = await sql`
    insert into app.inbox_events (mailbox_id, message_id, user_id, source, backfill_id, due_at, created_at)
    select ${mailboxId}::uuid, m.id, ${userId}::uuid, 'backfill', ${backfillId}::uuid, ${now}, ${now}
    from unnest(${page.messageIds}::text[]) as m(id)
    where not exists (
      select from public.email_processing_logs l where l.mailbox_id = ${mailboxId}::uuid and l.message_id = m.id)
    order by m.id
    on conflict do nothing
    returning message_id`.execute(tx)
  await tx
    .updateTable('app.backfills')
    .set({
      scanned_messages: sql`scanned_messages + ${page.messageIds.length}`,
      scan_position: page.reached,
      is_scan_complete: page.isLast,
    })
    .where('id', '=', backfillId)
    .execute()
  return rows.length
}

interface Outcomes {
  sorted: number
  left: number
  failed: number
  /** Finished in the last `backfillWindowSeconds`. */
  recent: number
}

export async function countOutcomes(tx: Tx, backfillId: string, now: Date): Promise<Outcomes> {
  const { rows } = await sql<Record<keyof Outcomes, string>>`
    select count(*) filter (where status = 'processed' and reason <> 'assigned') as sorted,
      count(*) filter (where status = 'left' or reason = 'assigned') as left,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status <> 'processing'
        and processed_at > ${now}::timestamptz - ${backfillWindowSeconds} * interval '1 second') as recent
    from public.email_processing_logs where backfill_id = ${backfillId}::uuid`.execute(tx)
  const [row] = rows
  return {
    sorted: Number(row?.sorted ?? 0),
    left: Number(row?.left ?? 0),
    failed: Number(row?.failed ?? 0),
    recent: Number(row?.recent ?? 0),
  }
}

/** Share of the emails since a date for which a language model was called, 0 to 1. */
export async function languageModelShare(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'user_id'>,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg(asked_model::integer)::double precision as share from public.email_processing_logs
    where mailbox_id = ${mailbox.id}::uuid and user_id = ${mailbox.user_id}::uuid and processed_at > ${since}`.execute(
    tx,
  )
  return rows[0]?.share ?? 0
}
