import { sql } from 'kysely'
import type { LearnedMail } from '../../../contract/functions/learned-mail.ts'
import type { Tx } from '../../db/database.ts'
import type { Correction } from '../decision/decision.ts'

const correctionsMaxPerSender = 20
/** What a correction has as its message where the user has chosen the place of a sender on the page Senders. */
export const senderChoicePrefix = 'senders/'

/** The corrections that apply to a sender or list, newest first. */
export async function findCorrections(
  tx: Tx,
  mailboxId: string,
  { sender, list }: { sender: string; list: string | null },
): Promise<Correction[]> {
  const rows = await tx
    .selectFrom('app.corrections')
    .select(['kind', 'value', 'folder_id'])
    .where('mailbox_id', '=', mailboxId)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', 'sender'), eb('value', '=', sender)]),
        eb.and([eb('kind', '=', 'list'), eb('value', '=', list ?? '')]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(correctionsMaxPerSender)
    .execute()
  return rows.map((row) => ({ kind: row.kind, value: row.value, folderId: row.folder_id ?? 'inbox' }))
}

/**
 * A picked example stands beside another correction of the message until it is retracted; another correction replaces
 * both.
 *
 * @param folderId null: such mail stays in the inbox
 */
export async function upsertCorrection(
  tx: Tx,
  correction: {
    mailboxId: string
    userId: string
    messageId: string
    kind: 'sender' | 'list'
    value: string
    folderId: string | null
    /** Where the message was; null: the inbox. */
    fromFolderId: string | null
    learnedBy: Exclude<LearnedMail['learnedBy'], 'senders'>
  },
  now: Date,
): Promise<void> {
  if (correction.learnedBy !== 'example')
    await tx
      .deleteFrom('app.corrections')
      .where('mailbox_id', '=', correction.mailboxId)
      .where('message_id', '=', correction.messageId)
      .where('learned_by', '=', 'example')
      .execute()
  await tx
    .insertInto('app.corrections')
    .values({
      mailbox_id: correction.mailboxId,
      user_id: correction.userId,
      message_id: correction.messageId,
      kind: correction.kind,
      value: correction.value,
      folder_id: correction.folderId,
      from_folder_id: correction.fromFolderId,
      learned_by: correction.learnedBy,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.expression(sql`mailbox_id, message_id, kind, (learned_by = 'example')`).doUpdateSet((eb) => ({
        folder_id: eb.ref('excluded.folder_id'),
        from_folder_id: eb.ref('excluded.from_folder_id'),
        learned_by: eb.ref('excluded.learned_by'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
}

type LearnedMailRow = Omit<LearnedMail, 'learnedAt'> & { learnedAt: Date }

/** The user's latest correction for each sender and list, newest first. */
export async function listCorrections(tx: Tx, mailboxId: string, limit: number): Promise<LearnedMail[]> {
  const { rows } = await sql<LearnedMailRow>`
    select * from (
      select distinct on (kind, value) id, kind, value, folder_id as "folderId", from_folder_id as "fromFolderId",
        case when starts_with(message_id, ${senderChoicePrefix}) then 'senders' else learned_by end as "learnedBy",
        created_at as "learnedAt"
      from app.corrections where mailbox_id = ${mailboxId}::uuid
      order by kind, value, created_at desc) last
    order by "learnedAt" desc, id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, learnedAt: row.learnedAt.toISOString() }))
}

/**
 * Deletes all corrections about the sender or list of one correction, also from `before_correction` and the presses
 * of Tidy up, where retracting a later correction or undoing another press would restore them. Locks the processing-log
 * rows first, in the same order as a retraction.
 * @returns the messages that were corrected; none where the correction does not exist in this mailbox
 */
export async function deleteCorrectionsLike(tx: Tx, mailboxId: string, id: string): Promise<string[]> {
  await sql`
    update public.email_processing_logs l
    set before_correction =
      jsonb_set(jsonb_set(l.before_correction, '{corrections}', '[]'), '{log,before_correction}', 'null')
    from app.corrections c, app.corrections one
    where one.id = ${id}::uuid and one.mailbox_id = ${mailboxId}::uuid
      and c.mailbox_id = one.mailbox_id and c.kind = one.kind and c.value = one.value
      and l.mailbox_id = c.mailbox_id and l.message_id = c.message_id and l.before_correction is not null`.execute(tx)
  await sql`
    update app.tidy_up_items i set kind = null, value = null from app.tidy_up_presses p, app.corrections one
    where one.id = ${id}::uuid and one.mailbox_id = ${mailboxId}::uuid
      and p.mailbox_id = one.mailbox_id and i.press_id = p.id and i.kind = one.kind and i.value = one.value`.execute(tx)
  const { rows } = await sql<{ message_id: string }>`
    delete from app.corrections c using app.corrections one
    where one.id = ${id}::uuid and one.mailbox_id = ${mailboxId}::uuid
      and c.mailbox_id = one.mailbox_id and c.kind = one.kind and c.value = one.value
    returning c.message_id`.execute(tx)
  return rows.map((row) => row.message_id)
}
