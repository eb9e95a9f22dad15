import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { FolderUse } from '../../vendors/mailbox/mail-folder.ts'

export interface FolderRow {
  id: string
  path: string
  use: FolderUse | null
  parentId: string | null
  /** Null: it only contains other folders. */
  uidValidity: number | null
  /** The messages before it were looked at, or were there when the folder was first seen. */
  uidNext: number
  messages: number
  /** Its UIDNEXT when real-time sorting was switched on. */
  baselineUid: number | null
  isListed: boolean
}

interface MailboxKey {
  mailboxId: string
  userId: string
}

const columns = sql`id, path, use, parent_id as "parentId", uid_validity as "uidValidity", uid_next as "uidNext",
  messages, baseline_uid as "baselineUid", is_listed as "isListed"`

export async function findImapFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  const { rows } = await sql<FolderRow>`
    select ${columns} from app.imap_folders where mailbox_id = ${mailboxId}::uuid order by id`.execute(tx)
  return rows
}

export async function findImapFolder(tx: Tx, mailboxId: string, id: string): Promise<FolderRow | null> {
  const { rows } = await sql<FolderRow>`
    select ${columns} from app.imap_folders where mailbox_id = ${mailboxId}::uuid and id = ${id}`.execute(tx)
  return rows[0] ?? null
}

export type StoredFolder = Omit<FolderRow, 'parentId' | 'isListed' | 'baselineUid'>

/** Stores the folders as they were listed; the others are kept, as not listed. */
export async function saveImapFolders(
  tx: Tx,
  { mailboxId, userId }: MailboxKey,
  { folders, parents, superseded }: { folders: StoredFolder[]; parents: Map<string, string>; superseded: string[] },
): Promise<void> {
  await sql`delete from app.imap_folders where id = any(${superseded}::text[])`.execute(tx)
  await sql`
    insert into app.imap_folders (id, mailbox_id, user_id, path, use, parent_id, uid_validity, uid_next, messages)
    select f.id, ${mailboxId}::uuid, ${userId}::uuid, f.path, f.use, f.parent_id, f.uid_validity, f.uid_next, f.messages
    from jsonb_to_recordset(${JSON.stringify(folders.map((one) => rowOf(one, parents.get(one.id) ?? null)))}::jsonb)
      as f (id text, path text, use text, parent_id text, uid_validity bigint, uid_next bigint, messages integer)
    on conflict (id) do update set path = excluded.path, use = excluded.use, parent_id = excluded.parent_id,
      messages = excluded.messages, is_listed = true,
      uid_validity = coalesce(imap_folders.uid_validity, excluded.uid_validity)`.execute(tx)
  await sql`
    update app.imap_folders set is_listed = false
    where mailbox_id = ${mailboxId}::uuid and is_listed and id <> all(${folders.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
}

const rowOf = ({ id, path, use, uidValidity, uidNext, messages }: StoredFolder, parentId: string | null) => ({
  id,
  path,
  use,
  parent_id: parentId,
  uid_validity: uidValidity,
  uid_next: uidNext,
  messages,
})

export async function saveBaseline(tx: Tx, folderId: string, uid: number): Promise<void> {
  await sql`update app.imap_folders set baseline_uid = ${uid} where id = ${folderId}`.execute(tx)
}

export async function saveLookedAt(tx: Tx, folderId: string, uidNext: number): Promise<void> {
  await sql`update app.imap_folders set uid_next = greatest(uid_next, ${uidNext}) where id = ${folderId}`.execute(tx)
}

/** @returns how often that has happened in the day that began with the first time */
export async function saveNewUidValidity(
  tx: Tx,
  folderId: string,
  { uidValidity, uidNext, now }: { uidValidity: number; uidNext: number; now: Date },
): Promise<number> {
  const isNewDay = sql`reset_at < ${now}::timestamptz - interval '1 day'`
  const { rows } = await sql<{ resets: number }>`
    update app.imap_folders set uid_validity = ${uidValidity}, uid_next = ${uidNext}, baseline_uid = null,
      resets = case when ${isNewDay} then 1 else resets + 1 end,
      reset_at = case when ${isNewDay} then ${now}::timestamptz else reset_at end
    where id = ${folderId} returning resets`.execute(tx)
  return rows[0]?.resets ?? 0
}
