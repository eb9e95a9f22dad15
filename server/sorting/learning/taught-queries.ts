import { sql } from 'kysely'
import type { LearnedMail } from '../../../contract/functions/learned-mail.ts'
import type { Tx } from '../../db/database.ts'

type Row = Omit<LearnedMail, 'learnedAt'> & { learnedAt: Date }

/** The user's last word about each sender and list, newest first. */
export async function taught(tx: Tx, mailboxId: string, most: number): Promise<LearnedMail[]> {
  const { rows } = await sql<Row>`
    select * from (
      select distinct on (kind, value) id, kind, value, folder_id as "folderId", from_folder_id as "fromFolderId",
        learned_by as "learnedBy", created_at as "learnedAt"
      from app.corrections where mailbox_id = ${mailboxId}::uuid
      order by kind, value, created_at desc) last
    order by "learnedAt" desc, id limit ${most}`.execute(tx)
  return rows.map((row) => ({ ...row, learnedAt: row.learnedAt.toISOString() }))
}

/**
 * Everything about the sender or list of this entry, also where it would stand again if a word about a mail were taken back. The rows of
 * the mails are held first, as by whoever takes a word back.
 * @returns the mails that taught it; none where it does not exist in this mailbox
 */
export async function forgetTaught(tx: Tx, mailboxId: string, id: string): Promise<string[]> {
  await sql`
    update public.email_processing_logs l
    set before_correction = jsonb_set(jsonb_set(l.before_correction, '{corrections}', '[]'), '{log,before_correction}', 'null')
    from app.corrections c, app.corrections one
    where one.id = ${id}::uuid and one.mailbox_id = ${mailboxId}::uuid
      and c.mailbox_id = one.mailbox_id and c.kind = one.kind and c.value = one.value
      and l.mailbox_id = c.mailbox_id and l.message_id = c.message_id and l.before_correction is not null`.execute(tx)
  const { rows } = await sql<{ message_id: string }>`
    delete from app.corrections c using app.corrections one
    where one.id = ${id}::uuid and one.mailbox_id = ${mailboxId}::uuid
      and c.mailbox_id = one.mailbox_id and c.kind = one.kind and c.value = one.value
    returning c.message_id`.execute(tx)
  return rows.map((row) => row.message_id)
}
