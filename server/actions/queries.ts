import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** Every action that there is, by name. */
export function allActions(tx: Tx) {
  return tx
    .selectFrom('email_actions')
    .select(['id', 'name', 'description', 'action_type', 'coming_soon'])
    .orderBy('name')
    .execute()
}

interface At {
  userId: string
  folderId: string
  actionId: string
}

/** The type of an action that the caller has added to a folder of theirs; null where there is none, or it is somebody else's. */
export async function addedActionType(tx: Tx, { userId, folderId, actionId }: At): Promise<string | null> {
  const found = await tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_actions as a', 'a.id', 'f.action_id')
    .select('a.action_type')
    .where('f.user_id', '=', userId)
    .where('f.folder_id', '=', folderId)
    .where('f.action_id', '=', actionId)
    .executeTakeFirst()
  return found?.action_type ?? null
}

/** The number of the stored configuration and whether it is this very one; nobody else saves another before the transaction ends. */
export async function heldConfig(
  tx: Tx,
  { userId, folderId, actionId }: At,
  config: object,
): Promise<{ version: number; isSame: boolean } | null> {
  const found = await tx
    .selectFrom('email_folder_actions')
    .select(['config_version as version', sql<boolean>`config = ${JSON.stringify(config)}::jsonb`.as('isSame')])
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('action_id', '=', actionId)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** @returns the mailbox of the folder; null where the action was removed meanwhile, or is somebody else's (decision T5) */
export async function saveConfig(tx: Tx, { userId, folderId, actionId }: At, config: object): Promise<string | null> {
  const saved = await tx
    .updateTable('email_folder_actions as f')
    .from('email_folders as folder')
    .set({ config: JSON.stringify(config) })
    .whereRef('folder.id', '=', 'f.folder_id')
    .where('folder.user_id', '=', userId)
    .where('f.user_id', '=', userId)
    .where('f.folder_id', '=', folderId)
    .where('f.action_id', '=', actionId)
    .returning('folder.mailbox_id')
    .executeTakeFirst()
  return saved?.mailbox_id ?? null
}

/** The actions of a folder of the caller's, for as long as they are put in order. Empty where the folder is somebody else's. */
export async function holdActionsOf(
  tx: Tx,
  { userId, folderId }: Pick<At, 'userId' | 'folderId'>,
): Promise<{ id: string; mailboxId: string }[]> {
  return tx
    .selectFrom('email_folder_actions as f')
    .innerJoin('email_folders as folder', 'folder.id', 'f.folder_id')
    .select(['f.action_id as id', 'folder.mailbox_id as mailboxId'])
    .where('f.user_id', '=', userId)
    .where('folder.user_id', '=', userId)
    .where('f.folder_id', '=', folderId)
    .orderBy('f.id')
    .forUpdate('f')
    .execute()
}

/** @param order from 1 on */
export async function saveOrder(tx: Tx, { userId, folderId, actionId }: At, order: number): Promise<void> {
  await tx
    .updateTable('email_folder_actions')
    .set({ action_order: order })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('action_id', '=', actionId)
    .execute()
}
