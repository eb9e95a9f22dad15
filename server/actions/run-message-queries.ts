import type { Tx } from '../db/database.ts'

/** The addresses of all of a user's mailboxes, lower case. */
export async function findOwnAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('mailboxes').select('email_address').where('user_id', '=', userId).execute()
  return rows.map((row) => row.email_address.toLowerCase())
}

/**
 * Outlook's id of the folder that an action belongs to; null if the folder exists only here or the action was
 * removed.
 */
export async function findProviderFolderId(tx: Tx, folderActionId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select('folder.provider_folder_id')
    .where('f.id', '=', folderActionId)
    .executeTakeFirst()
  return row?.provider_folder_id ?? null
}
