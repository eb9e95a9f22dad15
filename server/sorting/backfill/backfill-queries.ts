import { sql, type Selectable } from 'kysely'
import type { Backfill } from '../../../contract/functions/sort-existing.ts'
import type { Tx } from '../../db/database.ts'
import type { AppBackfillsRow } from '../../db/rows.ts'

export type BackfillRow = Selectable<AppBackfillsRow>

const open = ['running', 'paused', 'limit'] as const

/** @returns false where one is open in this mailbox already */
export async function openBackfill(
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
    .onConflict((conflict) => conflict.columns(['mailbox_id']).where('state', 'in', open).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The newest of the mailbox. */
export async function newestBackfill(tx: Tx, mailboxId: string): Promise<BackfillRow | null> {
  const found = tx
    .selectFrom('app.backfills')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .orderBy('started_at', 'desc')
    .limit(1)
  return (await found.executeTakeFirst()) ?? null
}

/** Holds the row until the transaction ends: what is fed and what the person says meet one after the other. */
export async function holdRunning(tx: Tx, mailboxId: string): Promise<BackfillRow | null> {
  const found = tx
    .selectFrom('app.backfills')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .forUpdate()
  return (await found.executeTakeFirst()) ?? null
}

/** @returns false where none of the mailbox is in one of these states */
export async function changeState(
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

/** What waits of it is not sorted any more. What was decided about already goes on to its end, or it would stay half done for good. */
export async function dropWaiting(tx: Tx, mailboxId: string): Promise<void> {
  // First held, then looked at: what is just being decided about has its row by then.
  await sql`select from app.inbox_events where mailbox_id = ${mailboxId}::uuid and source = 'backfill'
    order by message_id for update`.execute(tx)
  await sql`
    update app.inbox_events e set source = 'waiting', backfill_id = null from public.email_processing_logs l
    where e.mailbox_id = ${mailboxId}::uuid and e.source = 'backfill'
      and l.mailbox_id = e.mailbox_id and l.message_id = e.message_id and l.status = 'processing'`.execute(tx)
  await tx.deleteFrom('app.inbox_events').where('mailbox_id', '=', mailboxId).where('source', '=', 'backfill').execute()
}

export async function countWaitingOf(tx: Tx, backfillId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('app.inbox_events')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('backfill_id', '=', backfillId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Writes a page into the inbox table: what is in the ledger was looked at before, what waits there already stays as it is.
 * @returns how many are new
 */
export async function feed(
  tx: Tx,
  backfill: BackfillRow,
  page: { messageIds: string[]; reached: Date | null; isLast: boolean },
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    insert into app.inbox_events (mailbox_id, message_id, user_id, source, backfill_id, due_at, created_at)
    select ${backfill.mailbox_id}::uuid, m.id, ${backfill.user_id}::uuid, 'backfill', ${backfill.id}::uuid, ${now}, ${now}
    from unnest(${page.messageIds}::text[]) as m(id)
    where not exists (select from public.email_processing_logs l
                      where l.mailbox_id = ${backfill.mailbox_id}::uuid and l.message_id = m.id)
    order by m.id
    on conflict do nothing
    returning message_id`.execute(tx)
  await tx
    .updateTable('app.backfills')
    .set({
      looked_through: sql`looked_through + ${page.messageIds.length}`,
      reached: page.reached,
      is_looked_through: page.isLast,
    })
    .where('id', '=', backfill.id)
    .execute()
  return rows.length
}

interface Outcomes {
  sorted: number
  left: number
  failed: number
  /** Ended in the last `paceSeconds`. */
  lately: number
}

export const paceSeconds = 120

export async function outcomesOf(tx: Tx, backfillId: string, now: Date): Promise<Outcomes> {
  const { rows } = await sql<Record<keyof Outcomes, string>>`
    select count(*) filter (where status = 'processed') as sorted, count(*) filter (where status = 'left') as left,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status <> 'processing' and processed_at > ${now}::timestamptz - ${paceSeconds} * interval '1 second') as lately
    from public.email_processing_logs where backfill_id = ${backfillId}::uuid`.execute(tx)
  const [row] = rows
  return {
    sorted: Number(row?.sorted ?? 0),
    left: Number(row?.left ?? 0),
    failed: Number(row?.failed ?? 0),
    lately: Number(row?.lately ?? 0),
  }
}

/** How much of the mail of the last weeks a language model was asked about, 0 to 1. */
export async function modelShareOf(tx: Tx, mailboxId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ share: number | null }>`
    select avg(asked_model::integer)::double precision as share from public.email_processing_logs
    where mailbox_id = ${mailboxId}::uuid and processed_at > ${since}`.execute(tx)
  return rows[0]?.share ?? 0
}

export type BackfillState = Backfill['state']
