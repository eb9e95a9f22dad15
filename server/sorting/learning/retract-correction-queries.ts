import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Deletes what the message has taught since its last correction, and restores the corrections from before, unless
 * they were deleted meanwhile. `before_correction.lesson` is the message's last training example before the correction.
 * @returns whether the classifier has learned from the deleted examples
 */
export async function deleteCorrection(tx: Tx, logId: string): Promise<boolean> {
  const deletedExamples = await sql`
    delete from app.training_examples t using public.email_processing_logs l
    where l.id = ${logId}::uuid and l.before_correction is not null
      and t.mailbox_id = l.mailbox_id and t.message_id = l.message_id
      and t.seq > coalesce((l.before_correction #>> '{lesson,seq}')::bigint, 0)
    returning 1`.execute(tx)
  await sql`
    update app.training_examples t set is_correction = (l.before_correction #>> '{lesson,is_taught}')::boolean
    from public.email_processing_logs l
    where l.id = ${logId}::uuid and t.mailbox_id = l.mailbox_id
      and t.seq = (l.before_correction #>> '{lesson,seq}')::bigint`.execute(tx)
  const deletedCorrections = await sql`
    delete from app.corrections c using public.email_processing_logs l
    where l.id = ${logId}::uuid and l.before_correction is not null
      and c.mailbox_id = l.mailbox_id and c.message_id = l.message_id
    returning 1`.execute(tx)
  if (deletedCorrections.rows.length > 0) await restoreCorrections(tx, logId)
  return deletedExamples.rows.length > 0
}

/** Leaves out corrections whose folder was deleted. */
async function restoreCorrections(tx: Tx, logId: string): Promise<void> {
  await sql`
    insert into app.corrections
      (id, mailbox_id, user_id, message_id, kind, value, folder_id, from_folder_id, learned_by, created_at)
    select c.id, c.mailbox_id, c.user_id, c.message_id, c.kind, c.value, c.folder_id,
      (select f.id from public.email_folders f where f.id = c.from_folder_id), c.learned_by, c.created_at
    from public.email_processing_logs l,
      jsonb_populate_recordset(null::app.corrections, l.before_correction -> 'corrections') c
    where l.id = ${logId}::uuid
      and (c.folder_id is null or exists (select from public.email_folders f where f.id = c.folder_id))`.execute(tx)
}

/** Restores the row from `before_correction`. */
export const restoreLogBeforeCorrection = (tx: Tx, logId: string): Promise<string[]> =>
  restoreLogs(tx, sql<boolean>`l.id = ${logId}::uuid`)

/**
 * Restores the row of an email that a press has filed.
 * @param ofNewRows explanation of rows that came with a press, which there is nothing to restore of
 * @returns whether it was restored
 */
export async function restoreLogBeforePress(tx: Tx, logId: string, ofNewRows: string): Promise<boolean> {
  const isFiled = sql<boolean>`l.before_correction #>> '{log,explanation}' is distinct from ${ofNewRows}`
  return (await restoreLogs(tx, sql<boolean>`l.id = ${logId}::uuid and ${isFiled}`)).length > 0
}

/**
 * Restores the rows of the emails that a press has kept in the inbox, and that the user has not corrected since.
 * @returns their ids
 */
export const restoreKeptLogs = (tx: Tx, pressId: string): Promise<string[]> =>
  restoreLogs(
    tx,
    sql<boolean>`exists (
      select from app.tidy_up_presses p join app.tidy_up_items i on i.press_id = p.id
      where p.id = ${pressId}::uuid and p.folder_id is null and p.mailbox_id = l.mailbox_id
        and i.message_id = l.message_id and p.created_at = l.corrected_at)`,
  )

async function restoreLogs(tx: Tx, isRestored: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update public.email_processing_logs l
    set (status, reason, target_folder_id, moved_at, decided_by, explanation, corrected_at, corrected_from_folder_id,
        stays_in_inbox, category, before_correction) = (
      select b.status, b.reason, (select f.id from public.email_folders f where f.id = b.target_folder_id), b.moved_at,
        b.decided_by, b.explanation, b.corrected_at, b.corrected_from_folder_id, coalesce(b.stays_in_inbox, false),
        b.category, b.before_correction
      from jsonb_populate_record(null::public.email_processing_logs, l.before_correction -> 'log') b),
      is_tagged = false
    where l.before_correction is not null and ${isRestored} returning l.id`.execute(tx)
  return rows.map(({ id }) => id)
}
