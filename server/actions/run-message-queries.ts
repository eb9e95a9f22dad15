import type { Tx } from '../db/database.ts'

/** The addresses of all of a user's mailboxes, lower case. */
export async function findOwnAddresses(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('mailboxes').select('email_address').where('user_id', '=', userId).execute()
  return rows.map((row) => row.email_address.toLowerCase())
}

/** The folder that an action belongs to; null if the action was removed. */
export async function findActionFolder(tx: Tx, folderActionId: string) {
  const row = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['folder.id', 'folder.provider_folder_id as providerId'])
    .where('f.id', '=', folderActionId)
    .executeTakeFirst()
  return row ?? null
}
