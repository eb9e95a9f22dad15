import type { FolderToSort } from '../../../packages/classifier/classifier.ts'
import type { Tx } from '../../db/database.ts'
import { findFolders } from '../../mail/folders/folder-queries.ts'
import { folderColumns, type FolderRow } from '../../mail/folders/folder-row.ts'

/** All folders of a mailbox in the classifier's form. */
export async function foldersForClassifier(tx: Tx, mailboxId: string): Promise<FolderToSort[]> {
  return (await findFolders(tx, mailboxId)).map(({ id, display_name, instructions }) => ({
    id,
    name: display_name,
    instructions,
  }))
}

export async function folderById(tx: Tx, mailboxId: string, folderId: string): Promise<FolderRow | null> {
  const found = tx
    .selectFrom('email_folders')
    .select(folderColumns)
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', folderId)
  return (await found.executeTakeFirst()) ?? null
}

export type MoveTarget = FolderRow & { has_actions: boolean }

/** The folder that a message is about to be moved into, and whether it has actions for the message. */
export async function findMoveTarget(tx: Tx, at: { mailboxId: string; folderId: string }): Promise<MoveTarget | null> {
  const found = tx
    .selectFrom('email_folders')
    .select(folderColumns)
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('email_folder_actions as a')
            .select('a.id')
            .whereRef('a.folder_id', '=', 'email_folders.id')
            .where('a.is_active', '=', true),
        )
        .$castTo<boolean>()
        .as('has_actions'),
    )
    .where('mailbox_id', '=', at.mailboxId)
    .where('id', '=', at.folderId)
  return (await found.executeTakeFirst()) ?? null
}

/** The provider's id of the inbox, null until it was first requested. It never changes. */
export async function storedInboxFolderId(tx: Tx, mailboxId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('app.mailbox_sync_states')
    .select('inbox_folder_id')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row?.inbox_folder_id ?? null
}

export async function saveInboxFolderId(tx: Tx, mailboxId: string, inboxFolderId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ inbox_folder_id: inboxFolderId })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
