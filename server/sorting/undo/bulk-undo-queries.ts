import { sql } from 'kysely'
import type { NotUndoneReason, UndoneSorting } from '../../../contract/functions/undo-sorting.ts'
import { addDays, startOfDay } from '../../../contract/local-days.ts'
import type { Tx } from '../../db/database.ts'
import { isClaimFree } from '../../db/presence.ts'
import { bulkUndoClaimSeconds } from '../limits.ts'
import type { NextOfMany } from '../moves/move-many.ts'

interface Owner {
  userId: string
  mailboxId: string
}

/** A bulk undo that a worker has claimed. */
interface ClaimedBulkUndo extends Owner {
  undoId: string
  /** Fencing token: a worker that was overtaken writes nothing. */
  token: number
  startedAt: Date
}

/** Longer than all calls of one move. Measured by the database's clock: node clocks may differ. */
const claimDuration = sql`${sql.lit(bulkUndoClaimSeconds)} * interval '1 second'`

/** A prepared statement finds the partial index of a conflict only by a literal. */
const isRunning = sql<boolean>`state = 'running'`

/** It waits in the inbox until it is filed. */
const isDelayed = sql<boolean>`(l.status = 'left' and l.reason = 'delayed')`
/** We moved the message or will, and the user has not corrected that. */
const isUndoable = sql<boolean>`(l.corrected_at is null
  and (${isDelayed} or (l.status = 'processed' and l.moved_at is not null)))`
/** The folder of our decision, whatever the user corrected afterwards. */
const sortedInto = sql`case when l.corrected_at is not null then l.corrected_from_folder_id
  when ${isDelayed} then l.runner_up_folder_id else l.target_folder_id end`

/**
 * Rows that we sorted into a folder or will, also those that the user has corrected since. A day begins at midnight in
 * the user's time zone.
 */
function sortedLogs({ userId, mailboxId }: Owner, what: UndoneSorting) {
  const among = {
    day: (on: { day: string; timeZone: string }) =>
      sql`l.processed_at >= ${startOfDay(on.day, on.timeZone)}::timestamptz
        and l.processed_at < ${startOfDay(addDays(on.day, 1), on.timeZone)}::timestamptz`,
    backfill: (of: { backfillId: string }) => sql`l.backfill_id = ${of.backfillId}::uuid`,
    folder: (into: { folderId: string }) => sql`${sortedInto} = ${into.folderId}::uuid and l.processed_at >=
      (select f.instructions_changed_at from public.email_folders f where f.id = ${into.folderId}::uuid)`,
  }
  const narrowed =
    what.kind === 'day' ? among.day(what) : what.kind === 'backfill' ? among.backfill(what) : among.folder(what)
  return sql`public.email_processing_logs l where l.user_id = ${userId}::uuid and l.mailbox_id = ${mailboxId}::uuid
    and (${isUndoable} or (l.corrected_at is not null and l.corrected_from_folder_id is not null)) and ${narrowed}`
}

/** @returns how many can be undone, how many were corrected, and for how many an action has run */
export async function countUndoable(
  tx: Tx,
  owner: Owner,
  what: UndoneSorting,
): Promise<{ mails: number; leftAlone: number; withActions: number }> {
  const { rows } = await sql<Record<'mails' | 'left_alone' | 'with_actions', string>>`
    select count(*) filter (where ${isUndoable}) as mails, count(*) filter (where not ${isUndoable}) as left_alone,
      count(*) filter (where ${isUndoable} and exists (
        select from public.email_action_runs r where r.log_id = l.id and r.status = 'done')) as with_actions
    from ${sortedLogs(owner, what)}`.execute(tx)
  const [row] = rows
  return {
    mails: Number(row?.mails ?? 0),
    leftAlone: Number(row?.left_alone ?? 0),
    withActions: Number(row?.with_actions ?? 0),
  }
}

export async function backfillExists(tx: Tx, { userId, mailboxId }: Owner, backfillId: string): Promise<boolean> {
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
 * Stores a bulk undo with its messages, so that mail which is sorted afterwards is not undone. Deletes older undos:
 * only the newest is shown.
 * @returns how many messages are to be moved; null where another undo is running in this mailbox
 */
export async function insertBulkUndo(tx: Tx, owner: Owner, what: UndoneSorting, now: Date): Promise<number | null> {
  const { userId, mailboxId } = owner
  await tx.deleteFrom('app.bulk_undos').where('mailbox_id', '=', mailboxId).where('state', '<>', 'running').execute()
  const undo = await tx
    .insertInto('app.bulk_undos')
    .values({
      user_id: userId,
      mailbox_id: mailboxId,
      scope: JSON.stringify(what),
      state: 'running',
      started_at: now,
    })
    .onConflict((conflict) => conflict.columns(['mailbox_id']).where(isRunning).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!undo) return null
  const { rows } = await sql<{ outcome: NotUndoneReason | null }>`
    insert into app.bulk_undo_items (undo_id, log_id, user_id, position, outcome)
    select ${undo.id}::uuid, l.id, l.user_id, row_number() over (order by l.processed_at desc, l.id),
      case when ${isUndoable} then null when l.status = 'left' then 'back' else 'moved' end
    from ${sortedLogs(owner, what)}
    returning outcome`.execute(tx)
  return rows.filter(({ outcome }) => outcome === null).length
}

/** Claims the running undo of a mailbox. @returns null where another worker holds it, or none is running */
export async function claimBulkUndo(tx: Tx, mailboxId: string, node: number): Promise<ClaimedBulkUndo | null> {
  const row = await tx
    .updateTable('app.bulk_undos')
    .set({ claim_token: sql`claim_token + 1`, claimed_until: sql`now() + ${claimDuration}`, claim_node: node })
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .where(isClaimFree('app.bulk_undos'))
    .returning(['id', 'user_id', 'claim_token', 'started_at'])
    .executeTakeFirst()
  return row
    ? { undoId: row.id, userId: row.user_id, mailboxId, token: row.claim_token, startedAt: row.started_at }
    : null
}

/**
 * Extends the claim. Once a message was moved, Outlook is no longer waited for.
 * @param after position of the previous message; 0 before the first
 * @returns the next message without an outcome; null where another worker has claimed the undo, or it has ended
 */
export async function nextUndoItem(
  tx: Tx,
  { undoId, token }: ClaimedBulkUndo,
  after: number,
): Promise<NextOfMany | null> {
  const { rows } = await sql<{ logId: string | null; position: number }>`
    with held as (
      update app.bulk_undos
      set claimed_until = now() + ${claimDuration}, is_waiting = is_waiting and ${after} = 0
      where id = ${undoId}::uuid and claim_token = ${token} and ${isRunning} returning id)
    select i.log_id as "logId", i.position from held h left join lateral (
      select log_id, position from app.bulk_undo_items
      where undo_id = h.id and outcome is null and position > ${after} order by position limit 1) i on true`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { logId, position } = row
  return { isBack: false, item: logId === null ? null : { logId, position } }
}

/** Ends the claim, so that another worker can claim the undo. */
export async function releaseBulkUndo(tx: Tx, { undoId, token }: ClaimedBulkUndo, isWaiting: boolean): Promise<void> {
  await tx
    .updateTable('app.bulk_undos')
    .set({ claimed_until: sql<Date>`'-infinity'`, is_waiting: isWaiting })
    .where('id', '=', undoId)
    .where('claim_token', '=', token)
    .execute()
}

/**
 * Ends the running undo of a mailbox, or the one that the caller has claimed.
 * @param rest outcome of the remaining items.
 * @returns false where it is not running
 */
export async function finishBulkUndo(
  tx: Tx,
  { mailboxId, undoId, token }: Pick<Owner, 'mailboxId'> & Partial<ClaimedBulkUndo>,
  { state, rest, now }: { state: 'done' | 'canceled'; rest: 'not_answered' | 'canceled'; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('app.bulk_undos')
    .set({ state, ended_at: now, is_waiting: false })
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .$if(undoId !== undefined, (query) => query.where('id', '=', undoId ?? '').where('claim_token', '=', token ?? 0))
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  // A move that a worker is performing is completed, and records its outcome.
  await tx
    .deleteFrom('app.requested_moves')
    .where('undo_id', '=', ended.id)
    .where(isClaimFree('app.requested_moves'))
    .execute()
  await tx
    .updateTable('app.bulk_undo_items')
    .set({ outcome: rest })
    .where('undo_id', '=', ended.id)
    .where('outcome', 'is', null)
    .execute()
  return true
}
