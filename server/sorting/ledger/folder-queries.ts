import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { FolderRow } from '../../mail/queries.ts'
import type { FolderToSort } from '../../../packages/classifier/mail.ts'

/** All folders of a mailbox, also those that are not sorted into: filed mail teaches wherever it is. */
export function foldersOf(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx.selectFrom('email_folders').selectAll().where('mailbox_id', '=', mailboxId).orderBy('id').execute()
}

/** The same as the classifier knows them. */
export async function describedFolders(tx: Tx, mailboxId: string): Promise<FolderToSort[]> {
  return (await foldersOf(tx, mailboxId)).map(({ id, display_name, instructions }) => ({
    id,
    name: display_name,
    instructions,
  }))
}

export async function folderById(tx: Tx, mailboxId: string, folderId: string): Promise<FolderRow | null> {
  const found = tx
    .selectFrom('email_folders')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', folderId)
  return (await found.executeTakeFirst()) ?? null
}

/** Outlook's ids of the folder and of those above it, as of the last sync. */
export async function branchOf(tx: Tx, folderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive branch as (
      select f.id, f.parent_folder_id, f.provider_folder_id from public.email_folders f where f.id = ${folderId}::uuid
      union
      select f.id, f.parent_folder_id, f.provider_folder_id from public.email_folders f join branch b on f.id = b.parent_folder_id)
    select provider_folder_id as id from branch where provider_folder_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Outlook's id of the inbox, once it has been asked for; it never changes. */
export async function inboxFolderIdOf(tx: Tx, mailboxId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('app.mailbox_work')
    .select('inbox_folder_id')
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return row?.inbox_folder_id ?? null
}

export async function keepInboxFolderId(tx: Tx, mailboxId: string, inboxFolderId: string): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ inbox_folder_id: inboxFolderId })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
