import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { GraphFolder } from '../../vendors/graph.ts'
import type { FolderRow } from '../queries.ts'
import type { FolderPlan } from './plan-folders.ts'

export interface OwnedMailbox {
  mailboxId: string
  userId: string
}

export function allFoldersOf(tx: Tx, mailboxId: string): Promise<FolderRow[]> {
  return tx.selectFrom('email_folders').selectAll().where('mailbox_id', '=', mailboxId).orderBy('id').execute()
}

/** One at a time may write what it found in Outlook. @returns false where the mailbox was disconnected meanwhile */
export async function lockForSync(tx: Tx, mailboxId: string): Promise<boolean> {
  const work = tx.selectFrom('app.mailbox_work').select('mailbox_id').where('mailbox_id', '=', mailboxId).forUpdate()
  return (await work.executeTakeFirst()) !== undefined
}

/** @param archiveId mail is not sorted into the archive unless the person switches it on */
export async function applyPlan(tx: Tx, at: OwnedMailbox, plan: FolderPlan, archiveId: string | null): Promise<void> {
  // First those that leave: a folder that takes the name of one that is gone must not collide with it.
  for (const { row, folderName } of plan.detach) {
    await tx
      .updateTable('email_folders')
      .set({ provider_folder_id: null, is_custom: true, folder_name: folderName, parent_folder_id: null })
      .where('id', '=', row.id)
      .execute()
  }
  for (const { row, to } of plan.change) {
    await tx
      .updateTable('email_folders')
      .set({
        folder_name: to.displayName,
        display_name: to.path,
        provider_folder_id: to.id,
        is_custom: false,
        awaits_outlook: false,
      })
      .where('id', '=', row.id)
      .execute()
  }
  if (plan.add.length === 0) return
  await tx
    .insertInto('email_folders')
    .values(
      plan.add.map((folder) => ({
        ...nameOf(folder),
        mailbox_id: at.mailboxId,
        user_id: at.userId,
        include_in_ai: folder.id !== archiveId,
      })),
    )
    // Made by the person at this very moment.
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'provider_folder_id']).doNothing())
    .execute()
}

const nameOf = ({ id, displayName, path }: GraphFolder) => ({
  provider_folder_id: id,
  folder_name: displayName,
  display_name: path,
})

/** Ties folders to their parents; a parent that is no target (the inbox, the root) is none of our rows. */
export async function linkParents(tx: Tx, mailboxId: string, folders: GraphFolder[]): Promise<void> {
  await sql`
    update public.email_folders f set parent_folder_id = p.id
    from unnest(${folders.map(({ id }) => id)}::text[], ${folders.map(({ parentFolderId }) => parentFolderId)}::text[]) as tree (child, parent)
    left join public.email_folders p on p.mailbox_id = ${mailboxId} and p.provider_folder_id = tree.parent
    where f.mailbox_id = ${mailboxId} and f.provider_folder_id = tree.child and f.parent_folder_id is distinct from p.id`.execute(
    tx,
  )
}

/** @returns how many folders the mailbox now has */
export async function noteSynced(tx: Tx, mailboxId: string, now: Date): Promise<number> {
  await tx.updateTable('app.mailbox_work').set({ folders_synced_at: now }).where('mailbox_id', '=', mailboxId).execute()
  const count = tx.selectFrom('email_folders').select((eb) => eb.fn.countAll<number>().as('folders'))
  return (await count.where('mailbox_id', '=', mailboxId).executeTakeFirstOrThrow()).folders
}

/** Outlook has another folder of that name which is no target, or refuses the name: it stays custom for good. */
export async function stopAwaiting(tx: Tx, folderId: string): Promise<void> {
  await tx.updateTable('email_folders').set({ awaits_outlook: false }).where('id', '=', folderId).execute()
}

/** Whether a folder of ours, directly below the root or custom, has that name already. */
export async function nameTaken(tx: Tx, mailboxId: string, name: string): Promise<boolean> {
  const found = await tx
    .selectFrom('email_folders')
    .select('id')
    .where('mailbox_id', '=', mailboxId)
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['display_name']), '=', eb.fn('lower', [eb.val(name)])),
        eb.and([eb('is_custom', '=', true), eb(eb.fn('lower', ['folder_name']), '=', eb.fn('lower', [eb.val(name)]))]),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The row of a folder that was just made, in Outlook or (without `made`) only here.
 * @returns null where the mailbox is not the person's any more, or the name was taken at this very moment
 */
export async function addFolder(
  tx: Tx,
  at: OwnedMailbox,
  name: string,
  made: GraphFolder | null,
): Promise<FolderRow | null> {
  const row = await tx
    .insertInto('email_folders')
    .columns([
      'mailbox_id',
      'user_id',
      'folder_name',
      'display_name',
      'provider_folder_id',
      'is_custom',
      'awaits_outlook',
    ])
    .expression((eb) =>
      eb
        .selectFrom('mailboxes as m')
        .select(['m.id', 'm.user_id'])
        .select((own) => [
          own.val(made?.displayName ?? name).as('folder_name'),
          own.val(made?.path ?? name).as('display_name'),
          own.cast<string | null>(own.val(made?.id ?? null), 'text').as('provider_folder_id'),
          own.lit(made === null).as('is_custom'),
          own.lit(made === null).as('awaits_outlook'),
        ])
        .where('m.id', '=', at.mailboxId)
        .where('m.user_id', '=', at.userId),
    )
    .onConflict((conflict) =>
      made === null
        ? conflict.doNothing()
        : // A sync that ran meanwhile may have found it in Outlook already: then its row is the folder's.
          conflict.columns(['mailbox_id', 'provider_folder_id']).doUpdateSet({ display_name: made.path }),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
