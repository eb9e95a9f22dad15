import type { Tx } from '../../db/database.ts'

/** An action for one of the caller's folders, added or not; null if there is none. */
export async function findActionForDryRun(tx: Tx, at: { userId: string; folderId: string; actionId: string }) {
  const found = await tx
    .selectFrom('email_folders as folder')
    .innerJoin('email_actions as a', (join) => join.on('a.id', '=', at.actionId))
    .leftJoin('email_folder_actions as f', (join) =>
      join.onRef('f.folder_id', '=', 'folder.id').onRef('f.action_id', '=', 'a.id'),
    )
    .select(['f.id as folderActionId', 'a.action_type as type', 'folder.mailbox_id as mailboxId'])
    .where('folder.user_id', '=', at.userId)
    .where('folder.id', '=', at.folderId)
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
