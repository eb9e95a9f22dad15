import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { MailFolder } from '../../vendors/mailbox/mail-folder.ts'
import { folderColumns, type FolderRow } from './folder-row.ts'
import type { FolderChanges, ShownFolder } from './plan-folder-changes.ts'

interface OwnedMailbox {
  mailboxId: string
  userId: string
}

export function findFolders(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx
    .selectFrom('email_folders')
    .select(folderColumns)
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id')
    .execute()
}

/**
 * Only one folder sync of a mailbox, or creation of a custom folder, writes at a time.
 * @returns false where the mailbox was disconnected meanwhile
 */
export async function lockForSync(tx: Tx, mailboxId: string): Promise<boolean> {
  const state = tx
    .selectFrom('app.mailbox_sync_states')
    .select('mailbox_id')
    .where('mailbox_id', '=', mailboxId)
    .forUpdate()
  return (await state.executeTakeFirst()) !== undefined
}

/** Outlook's ids of the folder and its ancestors, as of the last sync. */
export async function folderAndAncestorIds(tx: Tx, folderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive path as (
      select f.id, f.parent_folder_id, f.provider_folder_id from public.email_folders f where f.id = ${folderId}::uuid
      union
      select f.id, f.parent_folder_id, f.provider_folder_id
      from public.email_folders f join path p on f.id = p.parent_folder_id)
    select provider_folder_id as id from path where provider_folder_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Messages are sorted into the archive, and into what resembles a special folder, only after the user switches it on.
 */
export async function applyFolderChanges(
  tx: Tx,
  at: OwnedMailbox,
  { changes, archiveId, now }: { changes: FolderChanges; archiveId: string | null; now: Date },
): Promise<void> {
  const detached = changes.detach.map(({ id }) => id)
  if (detached.length > 0) {
    await tx
      .updateTable('email_folders')
      .set((eb) => ({
        provider_folder_id: null,
        former_provider_folder_id: eb.ref('provider_folder_id'),
        is_custom: true,
        parent_folder_id: null,
        deleted_in_outlook_at: now,
      }))
      .where('id', 'in', detached)
      .execute()
  }
  for (const { row, to } of changes.change) {
    await tx
      .updateTable('email_folders')
      .set({ ...namesOf(to), ...inMailbox })
      .where('id', '=', row.id)
      .execute()
  }
  if (changes.add.length === 0) return
  await tx
    .insertInto('email_folders')
    .values(
      changes.add.map((folder) => ({
        ...namesOf(folder),
        mailbox_id: at.mailboxId,
        user_id: at.userId,
        include_in_ai: folder.id !== archiveId && !folder.resembles,
      })),
    )
    // The user has created the same folder concurrently.
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'provider_folder_id']).doNothing())
    .execute()
}

const inMailbox = {
  is_custom: false,
  awaits_outlook: false,
  deleted_in_outlook_at: null,
  former_provider_folder_id: null,
} as const

const namesOf = ({ id, displayName, displayPath, path, resembles }: ShownFolder) => ({
  provider_folder_id: id,
  folder_name: displayName,
  display_name: displayPath,
  path: [...path],
  resembles: resembles ?? null,
})

/** Sets the parent of each folder. Parents that are not target folders (the inbox, the root) have no row. */
export async function linkParents(tx: Tx, mailboxId: string, folders: MailFolder[]): Promise<void> {
  await sql`
    update public.email_folders f set parent_folder_id = p.id
    from unnest(${folders.map(({ id }) => id)}::text[],
        ${folders.map(({ parentFolderId }) => parentFolderId)}::text[]) as tree (child, parent)
    left join public.email_folders p on p.mailbox_id = ${mailboxId} and p.provider_folder_id = tree.parent
    where f.mailbox_id = ${mailboxId} and f.provider_folder_id = tree.child
      and f.parent_folder_id is distinct from p.id`.execute(tx)
}

/** @returns the number of the mailbox's folders */
export async function saveFolderSync(tx: Tx, mailboxId: string, now: Date): Promise<number> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ folders_synced_at: now })
    .where('mailbox_id', '=', mailboxId)
    .execute()
  const count = tx.selectFrom('email_folders').select((eb) => eb.fn.countAll<number>().as('folders'))
  return (await count.where('mailbox_id', '=', mailboxId).executeTakeFirstOrThrow()).folders
}

/** The next sync creates the folder in Outlook, where it was before the user deleted it there. */
export async function awaitCreation(tx: Tx, at: { mailboxId: string; folderId: string }): Promise<void> {
  await tx
    .updateTable('email_folders')
    .set({ awaits_outlook: true })
    .where('mailbox_id', '=', at.mailboxId)
    .where('id', '=', at.folderId)
    .where('is_custom', '=', true)
    .execute()
}

export async function switchOn(tx: Tx, folderId: string, instructions: string): Promise<FolderRow | null> {
  const row = await tx
    .updateTable('email_folders')
    .set({ active: true, include_in_ai: true, instructions })
    .where('id', '=', folderId)
    .returning(folderColumns)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Outlook has another folder of this name that is not a target, or refuses the name: the folder stays custom
 * permanently.
 */
export async function stopAwaitingCreation(tx: Tx, folderId: string): Promise<void> {
  await tx.updateTable('email_folders').set({ awaits_outlook: false }).where('id', '=', folderId).execute()
}

/** Those of the folders that have instructions, conditions or actions. */
export async function foldersWithSettings(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.email_folders f
    where f.id = any(${ids}::uuid[])
      and (f.instructions <> ''
        or exists (select from app.folder_conditions c where c.folder_id = f.id)
        or exists (select from public.email_folder_actions a where a.folder_id = f.id))`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Inserts a folder that the user has created.
 * @param created the folder in Outlook; null where it exists only here so far
 * @returns null where the mailbox does not belong to the user any more
 */
export async function insertFolder(
  tx: Tx,
  at: OwnedMailbox,
  { name, instructions, parentFolderId }: { name: string; instructions: string; parentFolderId: string | null },
  created: ShownFolder | null,
): Promise<FolderRow | null> {
  const row = await tx
    .insertInto('email_folders')
    .columns([
      'mailbox_id',
      'user_id',
      'folder_name',
      'display_name',
      'path',
      'instructions',
      'parent_folder_id',
      'provider_folder_id',
      'is_custom',
      'awaits_outlook',
    ])
    .expression((eb) =>
      eb
        .selectFrom('mailboxes as m')
        .select(['m.id', 'm.user_id'])
        .select((own) => [
          own.val(created?.displayName ?? name).as('folder_name'),
          own.val(created?.displayPath ?? name).as('display_name'),
          own.cast<string[]>(own.val([...(created?.path ?? [name])]), sql`text[]`).as('path'),
          own.val(instructions).as('instructions'),
          own.cast<string | null>(own.val(parentFolderId), 'uuid').as('parent_folder_id'),
          own.cast<string | null>(own.val(created?.id ?? null), 'text').as('provider_folder_id'),
          own.lit(created === null).as('is_custom'),
          own.lit(created === null).as('awaits_outlook'),
        ])
        .where('m.id', '=', at.mailboxId)
        .where('m.user_id', '=', at.userId),
    )
    .onConflict((conflict) =>
      created === null
        ? conflict.doNothing()
        : // A concurrent sync may have inserted the folder already.
          conflict
            .columns(['mailbox_id', 'provider_folder_id'])
            .doUpdateSet({ display_name: created.displayPath, ...(instructions !== '' && { instructions }) }),
    )
    .returning(folderColumns)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a folder was added, renamed or instructed otherwise since then. The arguments are columns of the query. */
export const hasFolderChangesSince = (mailboxId: string, time: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from public.email_folders f where f.mailbox_id = ${sql.ref(mailboxId)}
    and greatest(f.created_at, f.renamed_at, f.instructions_changed_at) > ${sql.ref(time)})`
