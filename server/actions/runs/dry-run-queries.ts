import type { Tx } from '../../db/database.ts'

/** An action of one of the caller's folders; null if there is none or the folder belongs to another user. */
export async function findActionForDryRun(tx: Tx, at: { userId: string; folderId: string; actionId: string }) {
  const found = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['f.id as folderActionId', 'f.config_version as configVersion', 'a.action_type as type'])
    .select('folder.mailbox_id as mailboxId')
    .where('f.user_id', '=', at.userId)
    .where('folder.user_id', '=', at.userId)
    .where('f.folder_id', '=', at.folderId)
    .where('f.action_id', '=', at.actionId)
    .executeTakeFirst()
  return found ?? null
}

/** The requested message of this mailbox's history, or the newest one of the folder. */
export async function findMessageForDryRun(
  tx: Tx,
  at: { userId: string; mailboxId: string; folderId: string; logId: string | undefined },
) {
  const messages = tx
    .selectFrom('email_processing_logs')
    .select(['id as logId', 'message_id as messageId', 'subject', 'from_address as from'])
    .where('user_id', '=', at.userId)
    .where('mailbox_id', '=', at.mailboxId)
  const chosen =
    at.logId === undefined
      ? messages
          .where('target_folder_id', '=', at.folderId)
          .where('status', '=', 'processed')
          .orderBy('processed_at', 'desc')
          .limit(1)
      : messages.where('id', '=', at.logId)
  return (await chosen.executeTakeFirst()) ?? null
}
