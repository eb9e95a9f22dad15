import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { previewPattern } from '../decision/explanation-texts.ts'

interface PreviewWindow {
  mailboxId: string
  /** Mail that was previewed before is no longer offered. */
  since: Date
}

/** The decided folder was not deleted in the mailbox since: its mail stays in the inbox. */
const goesToFolder = sql<boolean>`exists (select from public.email_folders f
  where f.id = l.runner_up_folder_id and (f.provider_folder_id is not null or f.deleted_in_outlook_at is null))`

/** Counts mail that would have been sorted and was not corrected since. */
export async function countPreviewed(tx: Tx, { mailboxId, since }: PreviewWindow): Promise<number> {
  const { count } = await tx
    .selectFrom('email_processing_logs as l')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .where('status', '=', 'left')
    .where('reason', '=', 'preview')
    .where(goesToFolder)
    .where('processed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Turns previewed mail into mail with a recorded decision that is not carried out yet; the sorter then moves it. It
 * stays counted. Mail with a requested move is left out.
 * @param limit oldest first
 * @returns message ids
 */
export async function releasePreviewed(tx: Tx, { mailboxId, since }: PreviewWindow, limit: number): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    with released as (
      select l.id from public.email_processing_logs l
      where l.mailbox_id = ${mailboxId}::uuid and l.status = 'left' and l.reason = 'preview'
        and ${goesToFolder} and l.processed_at >= ${since}
        and not exists (select 1 from app.requested_moves a where a.log_id = l.id)
      order by l.processed_at, l.id limit ${limit} for update of l)
    update public.email_processing_logs l
    set status = 'processing', reason = null, target_folder_id = l.runner_up_folder_id, runner_up_folder_id = null,
      runner_up_confidence = null, explanation = regexp_replace(l.explanation, ${previewPattern}, '')
    from released where l.id = released.id
    returning l.message_id`.execute(tx)
  return rows.map((row) => row.message_id)
}

export async function stopPreview(tx: Tx, mailboxId: string): Promise<void> {
  await tx.updateTable('mailboxes').set({ preview_until: null }).where('id', '=', mailboxId).execute()
}
