import { sql } from 'kysely'
import { ProcessingLog } from '../../../contract/tables.ts'
import type { Tx } from '../../db/database.ts'

/**
 * Who may read a processing-log row: its owner only. Clients read rows through /rest/v1 under the row-level
 * security policy `owner_reads` (server/db/schema.sql). Server code runs as `service_role`, which that policy does
 * not restrict, so each query for a user filters by `user_id`, as here and in server/processing-log/queries.ts.
 * @returns the row as /rest/v1 sends it; null where it does not exist or belongs to another user
 */
export async function processingLogOfUser(
  tx: Tx,
  { userId, logId }: { userId: string; logId: string },
): Promise<ProcessingLog | null> {
  const { rows } = await sql<{ log: unknown }>`
    select to_jsonb(l) as log from public.email_processing_logs l
    where l.id = ${logId} and l.user_id = ${userId}`.execute(tx)
  return rows[0] ? ProcessingLog.parse(rows[0].log) : null
}

/** The provider's id of the message of a row. @returns null where the row does not exist or belongs to another user */
export async function messageOfLog(
  tx: Tx,
  { userId, logId }: { userId: string; logId: string },
): Promise<{ mailboxId: string; messageId: string } | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select(['mailbox_id', 'message_id'])
    .where('id', '=', logId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { mailboxId: row.mailbox_id, messageId: row.message_id } : null
}

/** The row of a message in a mailbox that belongs to the caller. @returns null where the message was never sorted */
export async function logIdOfMessage(
  tx: Tx,
  { mailboxId, messageId }: { mailboxId: string; messageId: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('email_processing_logs')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst()
  return row?.id ?? null
}
