import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { wouldGoPattern } from '../decision/explanation.ts'

interface At {
  mailboxId: string
  /** What was previewed before is no longer offered. */
  since: Date
}

/** Mail that would have been sorted, and of which nobody has said anything since. */
export async function countPreviewed(tx: Tx, { mailboxId, since }: At): Promise<number> {
  const { count } = await tx
    .selectFrom('email_processing_logs')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('mailbox_id', '=', mailboxId)
    .where('status', '=', 'left')
    .where('reason', '=', 'preview')
    .where('runner_up_folder_id', 'is not', null)
    .where('processed_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Makes of each previewed mail one whose decision is written down and not yet done: the sorter moves it from here as it would any that a
 * worker left there. Its place in the month stays. A mail that the person is just moving in the history is theirs.
 * @param most oldest first
 */
export async function releasePreviewed(tx: Tx, { mailboxId, since }: At, most: number): Promise<string[]> {
  const { rows } = await sql<{ message_id: string }>`
    with released as (
      select l.id from public.email_processing_logs l
      where l.mailbox_id = ${mailboxId}::uuid and l.status = 'left' and l.reason = 'preview'
        and l.runner_up_folder_id is not null and l.processed_at >= ${since}
        and not exists (select 1 from app.asked_moves a where a.log_id = l.id)
      order by l.processed_at, l.id limit ${most} for update of l)
    update public.email_processing_logs l
    set status = 'processing', reason = null, target_folder_id = l.runner_up_folder_id, runner_up_folder_id = null,
      runner_up_confidence = null, explanation = regexp_replace(l.explanation, ${wouldGoPattern}, '')
    from released where l.id = released.id
    returning l.message_id`.execute(tx)
  return rows.map((row) => row.message_id)
}

export async function stopPreview(tx: Tx, mailboxId: string): Promise<void> {
  await tx.updateTable('mailboxes').set({ preview_until: null }).where('id', '=', mailboxId).execute()
}
