import type { Tx } from '../../db/database.ts'
import { folderColumns, type FolderRow } from './folder-row.ts'

/** The folders into which messages may be sorted. */
export function findTargetFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('email_folders')
    .select(folderColumns)
    .where('mailbox_id', '=', mailboxId)
    .where('active', '=', true)
    .where('include_in_ai', '=', true)
    .orderBy('display_name')
    .orderBy('id')
    .execute()
}

/** Folders with instructions that mail is not sorted into now. */
export function findDisabledFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('email_folders')
    .select(folderColumns)
    .where('mailbox_id', '=', mailboxId)
    .where((at) => at.or([at('active', '=', false), at('include_in_ai', '=', false)]))
    .where('instructions', '<>', '')
    .orderBy('id')
    .execute()
}
