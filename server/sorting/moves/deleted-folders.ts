import type { Context, RemoteContext } from '../../context.ts'
import { fail } from '../../errors.ts'
import { folderAndAncestorIds } from '../../mail/folders/folder-queries.ts'
import { notifyFolderDeleted } from '../../mail/folders/notify-folder-changes.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { folderById } from '../folders/folder-queries.ts'

/** Moves that share one request for the deleted folders, such as those of a batch or of one call of a function. */
export interface MovesOfMailbox {
  mailbox: Pick<MailboxRow, 'id'>
}

/**
 * A folder that the user deletes in Outlook moves to Deleted Items, keeps its id and still accepts mail. Mail that
 * is moved there is lost to the user, and is deleted with the folder. Checked before each move, since the next sync
 * may come too late.
 */
export async function isInDeletedItems(ctx: RemoteContext, moves: MovesOfMailbox, folderId: string): Promise<boolean> {
  const deleted = await deletedFolderIds(ctx, moves)
  if (deleted.length === 0) return false
  const path = await ctx.db.asService((tx) => folderAndAncestorIds(tx, folderId))
  return path.some((id) => deleted.includes(id))
}

/** Whether a message that has left the inbox is in Deleted Items, or in a folder there. */
export async function isDeletedMessage(
  ctx: RemoteContext,
  moves: MovesOfMailbox,
  parentFolderId: string,
): Promise<boolean> {
  const deleted = await withMailbox(ctx, moves.mailbox.id, (mailbox) => mailbox.folderIds(['deleted']))
  return deleted.includes(parentFolderId) || (await deletedFolderIds(ctx, moves)).includes(parentFolderId)
}

/** Requests what a move needs while the decision is being stored. */
export function prefetchDeletedFolders(ctx: RemoteContext, moves: MovesOfMailbox): void {
  // The move reports the failure.
  deletedFolderIds(ctx, moves).catch(() => undefined)
}

const deletedFolders = new WeakMap<MovesOfMailbox, Promise<readonly string[]>>()

function deletedFolderIds(ctx: RemoteContext, moves: MovesOfMailbox): Promise<readonly string[]> {
  const requested =
    deletedFolders.get(moves) ?? withMailbox(ctx, moves.mailbox.id, (mailbox) => mailbox.deletedFolderIds())
  deletedFolders.set(moves, requested)
  return requested
}

/**
 * Refuses a move that the user has requested into a folder which no longer exists. The sync turns the folder into one
 * without a counterpart in the mailbox.
 * @throws AppError `folder_gone`
 */
export async function refuseDeletedFolder(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  { userId, mailboxId, folderId }: { userId: string; mailboxId: string; folderId: string },
): Promise<never> {
  await ctx.db.asService(async (tx) => {
    const folder = await folderById(tx, mailboxId, folderId)
    if (folder?.active && folder.include_in_ai)
      await notifyFolderDeleted(tx, { userId, mailboxId, folderId, now: ctx.clock.now() })
    await ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId })
  })
  return fail('folder_gone')
}
