import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The catalogue of actions, by name. */
export function listActions(tx: Tx) {
  return tx
    .selectFrom('email_actions')
    .select(['id', 'name', 'description', 'action_type', 'coming_soon'])
    .orderBy('name')
    .execute()
}

interface ActionKey {
  userId: string
  folderId: string
  actionId: string
}

/** The type of an action for one of the caller's folders, added or not; null if there is none. */
export async function findActionType(tx: Tx, { userId, folderId, actionId }: ActionKey): Promise<string | null> {
  const found = await tx
    .selectFrom('email_folders as folder')
    .innerJoin('email_actions as a', (join) => join.on('a.id', '=', actionId))
    .select('a.action_type')
    .where('folder.user_id', '=', userId)
    .where('folder.id', '=', folderId)
    .executeTakeFirst()
  return found?.action_type ?? null
}

/**
 * Appends an action to the list of one of the caller's folders, switched off.
 * @returns false if the folder has it already
 */
export async function addAction(tx: Tx, { userId, folderId, actionId }: ActionKey, config: object): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('email_folder_actions')
    .columns(['user_id', 'folder_id', 'action_id', 'is_active', 'action_order', 'config'])
    .expression((eb) =>
      eb
        .selectFrom('email_folders as folder')
        .leftJoin('email_folder_actions as f', 'f.folder_id', 'folder.id')
        .select(['folder.user_id', 'folder.id'])
        .select([
          eb.val(actionId).as('action_id'),
          eb.lit(false).as('is_active'),
          sql<number>`coalesce(max(f.action_order), 0) + 1`.as('action_order'),
          sql`${JSON.stringify(config)}::jsonb`.as('config'),
        ])
        .where('folder.user_id', '=', userId)
        .where('folder.id', '=', folderId)
        .groupBy('folder.id'),
    )
    .onConflict((conflict) => conflict.columns(['folder_id', 'action_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * The stored configuration's version and base folder, and whether it equals `config`. Locks the row, so that no other
 * request saves before the transaction ends.
 */
export async function lockConfig(
  tx: Tx,
  { userId, folderId, actionId }: ActionKey,
  config: object,
): Promise<{ id: string; version: number; basePath: string | null; isUnchanged: boolean } | null> {
  const found = await tx
    .selectFrom('email_folder_actions')
    .select(['id', 'config_version as version', sql<string | null>`config->>'baseFolderPath'`.as('basePath')])
    .select([sql<boolean>`config = ${JSON.stringify(config)}::jsonb`.as('isUnchanged')])
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('action_id', '=', actionId)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** @returns the mailbox of the folder; null if the action was removed or the folder belongs to another user */
export async function saveConfig(
  tx: Tx,
  { userId, folderId, actionId }: ActionKey,
  { config, activate = false }: { config: object; activate?: boolean | undefined },
): Promise<string | null> {
  const saved = await tx
    .updateTable('email_folder_actions as f')
    .from('email_folders as folder')
    .set({ config: JSON.stringify(config), ...(activate && { is_active: true }) })
    .whereRef('folder.id', '=', 'f.folder_id')
    .where('folder.user_id', '=', userId)
    .where('f.user_id', '=', userId)
    .where('f.folder_id', '=', folderId)
    .where('f.action_id', '=', actionId)
    .returning('folder.mailbox_id')
    .executeTakeFirst()
  return saved?.mailbox_id ?? null
}

/**
 * Locks the actions of one of the caller's folders while they are reordered. Empty if the folder belongs to another
 * user.
 */
export async function lockFolderActions(
  tx: Tx,
  { userId, folderId }: Pick<ActionKey, 'userId' | 'folderId'>,
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

/** @param order starts at 1 */
export async function saveOrder(tx: Tx, { userId, folderId, actionId }: ActionKey, order: number): Promise<void> {
  await tx
    .updateTable('email_folder_actions')
    .set({ action_order: order })
    .where('user_id', '=', userId)
    .where('folder_id', '=', folderId)
    .where('action_id', '=', actionId)
    .execute()
}
