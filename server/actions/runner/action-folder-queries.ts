import type { Tx } from '../../db/database.ts'

/** The folder that an action belongs to; null if the action was removed or not saved yet. */
export async function findActionFolder(tx: Tx, folderActionId: string | null) {
  const row = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['folder.id', 'folder.provider_folder_id as providerId'])
    .where('f.id', '=', folderActionId)
    .executeTakeFirst()
  return row ?? null
}
