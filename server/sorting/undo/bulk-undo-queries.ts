import { sql } from 'kysely'
import type { LeftAlone, UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import type { Tx } from '../../db/database.ts'

/** Whose mail an undo is about. */
interface Owner {
  userId: string
  mailboxId: string
}

/** An undo that somebody works on. */
export interface ClaimedUndo extends Owner {
  undoId: string
  /** Compared whenever something is written: whoever was overtaken writes nothing. */
  token: number
  startedAt: Date
}

/** Longer than all calls of one move may take; the database's clock counts, as for leases. */
const claimLength = sql`interval '90 seconds'`

/** We moved it, and the person has said nothing else since. */
const stands = sql<boolean>`(l.status = 'processed' and l.moved_at is not null and l.corrected_at is null)`
/** The folder that we sorted it into, wherever it was put afterwards. */
const sortedInto = sql`case when l.corrected_at is null then l.target_folder_id else l.corrected_from_folder_id end`

/** Rows of the history that we had sorted into a folder, among them those that the person has moved since. A day begins at their midnight. */
function sortedMail({ userId, mailboxId }: Owner, what: UndoneSorting) {
  const midnight = (day: string, timeZone: string, later: number) =>
    sql`((${day}::date + ${later}::integer)::timestamp at time zone ${timeZone})`
  const among = {
    day: (on: { day: string; timeZone: string }) =>
      sql`l.processed_at >= ${midnight(on.day, on.timeZone, 0)} and l.processed_at < ${midnight(on.day, on.timeZone, 1)}`,
    backfill: (of: { backfillId: string }) => sql`l.backfill_id = ${of.backfillId}::uuid`,
    folder: (into: { folderId: string }) => sql`${sortedInto} = ${into.folderId}::uuid and l.processed_at >=
      (select f.instructions_changed_at from public.email_folders f where f.id = ${into.folderId}::uuid)`,
  }
  const narrowed =
    what.kind === 'day' ? among.day(what) : what.kind === 'backfill' ? among.backfill(what) : among.folder(what)
  return sql`public.email_processing_logs l where l.user_id = ${userId}::uuid and l.mailbox_id = ${mailboxId}::uuid
    and (${stands} or (l.corrected_at is not null and l.corrected_from_folder_id is not null)) and ${narrowed}`
}

/** @returns how many stand, how many do not, and of how many an action has run */
export async function countToUndo(
  tx: Tx,
  owner: Owner,
  what: UndoneSorting,
): Promise<{ mails: number; leftAlone: number; withActions: number }> {
  const { rows } = await sql<Record<'mails' | 'left_alone' | 'with_actions', string>>`
    select count(*) filter (where ${stands}) as mails, count(*) filter (where not ${stands}) as left_alone,
      count(*) filter (where ${stands} and exists (
        select from public.email_action_runs r where r.log_id = l.id and r.status = 'done')) as with_actions
    from ${sortedMail(owner, what)}`.execute(tx)
  const [row] = rows
  return {
    mails: Number(row?.mails ?? 0),
    leftAlone: Number(row?.left_alone ?? 0),
    withActions: Number(row?.with_actions ?? 0),
  }
}

export async function isBackfillOf(tx: Tx, { userId, mailboxId }: Owner, backfillId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.backfills')
    .select('id')
    .where('id', '=', backfillId)
    .where('mailbox_id', '=', mailboxId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Writes down which mails are undone, so that what is sorted afterwards is not among them. Older undos are forgotten: the newest is shown.
 * @returns how many are to be moved; null where one is running in this mailbox already
 */
export async function openUndo(tx: Tx, owner: Owner, what: UndoneSorting, now: Date): Promise<number | null> {
  const { userId, mailboxId } = owner
  await tx.deleteFrom('app.bulk_undos').where('mailbox_id', '=', mailboxId).where('state', '<>', 'running').execute()
  const undo = await tx
    .insertInto('app.bulk_undos')
    .values({
      user_id: userId,
      mailbox_id: mailboxId,
      what: JSON.stringify(what),
      state: 'running',
      started_at: now,
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id']).where('state', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!undo) return null
  const { rows } = await sql<{ outcome: LeftAlone | null }>`
    insert into app.bulk_undo_items (undo_id, log_id, user_id, position, outcome)
    select ${undo.id}::uuid, l.id, l.user_id, row_number() over (order by l.processed_at desc, l.id),
      case when ${stands} then null when l.status = 'left' then 'back' else 'moved' end
    from ${sortedMail(owner, what)}
    returning outcome`.execute(tx)
  return rows.filter(({ outcome }) => outcome === null).length
}

/** Takes on what nobody works on. @returns null where somebody does, or nothing is to be undone */
export async function claimUndo(tx: Tx, mailboxId: string): Promise<ClaimedUndo | null> {
  const row = await tx
    .updateTable('app.bulk_undos')
    .set({ token: sql`token + 1`, claimed_until: sql`now() + ${claimLength}` })
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .where(sql<boolean>`claimed_until <= now()`)
    .returning(['id', 'user_id', 'token', 'started_at'])
    .executeTakeFirst()
  return row ? { undoId: row.id, userId: row.user_id, mailboxId, token: row.token, startedAt: row.started_at } : null
}

/**
 * @param answered Outlook has answered since it was taken on
 * @returns false where somebody else has taken it over, or the person has stopped it
 */
export async function keepUndo(tx: Tx, { undoId, token }: ClaimedUndo, answered: boolean): Promise<boolean> {
  const kept = tx
    .updateTable('app.bulk_undos')
    .set({ claimed_until: sql`now() + ${claimLength}` })
    .where('id', '=', undoId)
    .where('token', '=', token)
    .where('state', '=', 'running')
    .$if(answered, (query) => query.set({ is_waiting: false }))
  return (await kept.executeTakeFirst()).numUpdatedRows > 0n
}

/** Lets it lie for whoever comes next. */
export async function freeUndo(tx: Tx, { undoId, token }: ClaimedUndo, isWaiting: boolean): Promise<void> {
  await tx
    .updateTable('app.bulk_undos')
    .set({ claimed_until: sql<Date>`'-infinity'`, is_waiting: isWaiting })
    .where('id', '=', undoId)
    .where('token', '=', token)
    .execute()
}

/** What is still to be done beyond a position, in order. */
export function openItems(
  tx: Tx,
  undoId: string,
  { after, most }: { after: number; most: number },
): Promise<{ logId: string; position: number }[]> {
  return tx
    .selectFrom('app.bulk_undo_items')
    .select(['log_id as logId', 'position'])
    .where('undo_id', '=', undoId)
    .where('outcome', 'is', null)
    .where('position', '>', after)
    .orderBy('position')
    .limit(most)
    .execute()
}

/** The running one of a mailbox. @returns false where there is none */
export async function endUndo(
  tx: Tx,
  mailboxId: string,
  { state, rest, now }: { state: 'done' | 'canceled'; rest: 'not_answered' | 'canceled'; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('app.bulk_undos')
    .set({ state, ended_at: now, is_waiting: false })
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  // A move that somebody is just making is made to its end, and says so.
  await tx
    .deleteFrom('app.asked_moves')
    .where('undo_id', '=', ended.id)
    .where(sql<boolean>`claimed_until <= now()`)
    .execute()
  await tx
    .updateTable('app.bulk_undo_items')
    .set({ outcome: rest })
    .where('undo_id', '=', ended.id)
    .where('outcome', 'is', null)
    .execute()
  return true
}
