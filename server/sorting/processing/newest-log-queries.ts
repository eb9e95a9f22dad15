import type { Tx } from '../../db/database.ts'

export interface NewestLog {
  id: string
  messageId: string
  subject: string | null
  from: string | null
}

/** The latest emails of the mailbox that have a decision, newest first. */
export async function newestLogs(tx: Tx, mailboxId: string, limit: number): Promise<NewestLog[]> {
  const rows = await tx
    .selectFrom('email_processing_logs')
    .select(['id', 'message_id', 'subject', 'from_address', 'from_name'])
    .where('mailbox_id', '=', mailboxId)
    .where('status', 'in', ['processed', 'left'])
    .where('decided_by', 'is not', null)
    .orderBy('processed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, message_id, subject, from_address, from_name }) => ({
    id,
    messageId: message_id,
    subject,
    from: from_name || from_address,
  }))
}
