import type { Tx } from '../../db/database.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'

export interface NewestLog {
  id: string
  messageId: string
  subject: string | null
  from: string | null
}

/** The latest emails of the mailbox that have a decision, newest first. */
export async function newestLogs(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'user_id'>,
  limit: number,
): Promise<NewestLog[]> {
  const rows = await tx
    .selectFrom('email_processing_logs')
    .select(['id', 'message_id', 'subject', 'from_address', 'from_name'])
    .where('mailbox_id', '=', mailbox.id)
    // With the owner the index has the order.
    .where('user_id', '=', mailbox.user_id)
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
