import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

interface PickedMessages {
  mailboxId: string
  folderId: string
  messageIds: readonly string[]
}

/** Whether the user has corrected this message to this folder, by a pick or otherwise. */
export async function isCorrectedTo(
  tx: Tx,
  { mailboxId, folderId, messageId }: { mailboxId: string; folderId: string; messageId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('app.corrections')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .where('folder_id', '=', folderId)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the corrections of picked messages and retracts their training examples, also from `before_correction`,
 * where retracting a later correction would restore them. Messages that the user has corrected otherwise keep both.
 * @returns whether the classifier has learned from any of them
 */
export async function deletePickedExamples(
  tx: Tx,
  { mailboxId, folderId, messageIds }: PickedMessages,
): Promise<boolean> {
  await sql`
    update public.email_processing_logs l
    set before_correction = jsonb_set(before_correction, '{corrections}', (
      select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(before_correction -> 'corrections') c
      where c ->> 'learned_by' <> 'example'))
    where l.mailbox_id = ${mailboxId}::uuid and l.message_id = any(${messageIds}::text[])
      and l.before_correction @> '{"corrections": [{"learned_by": "example"}]}'`.execute(tx)
  await tx
    .deleteFrom('app.corrections')
    .where('mailbox_id', '=', mailboxId)
    .where('folder_id', '=', folderId)
    .where('learned_by', '=', 'example')
    .where('message_id', 'in', messageIds)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('app.training_examples as t')
    .set({ is_retracted: true })
    .where('t.mailbox_id', '=', mailboxId)
    .where('t.folder_id', '=', folderId)
    .where('t.message_id', 'in', messageIds)
    .where('t.is_correction', '=', true)
    .where('t.is_retracted', '=', false)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('app.corrections as c')
            .select('c.id')
            .whereRef('c.mailbox_id', '=', 't.mailbox_id')
            .whereRef('c.message_id', '=', 't.message_id')
            .whereRef('c.folder_id', '=', 't.folder_id'),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
