import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { asMailboxFailure, isMailboxUnreachable } from '../access/mailbox-failure.ts'
import { findOwnMailbox } from '../mailboxes/mailbox-queries.ts'
import type { FolderRow } from './folder-row.ts'
import { awaitCreation, findFolders } from './folder-queries.ts'
import { syncMailbox } from './sync-mailbox.ts'

/**
 * Creates a folder again that was deleted in Outlook, in its place and with its settings. Where Outlook cannot be
 * reached, a sync creates it as soon as Outlook responds.
 */
export async function restoreFolder(
  ctx: RemoteContext & Pick<Context, 'jobs'>,
  at: { userId: string; mailboxId: string; folderId: string },
): Promise<FolderRow> {
  const before = await ctx.db.asService(async (tx) => {
    if (!(await findOwnMailbox(tx, at))) fail('mailbox_not_found')
    return folderOf(tx, at)
  })
  // It may have been deleted since the last sync.
  if (!before.is_custom) await sync(ctx, at.mailboxId)
  await ctx.db.asService(async (tx) => {
    await awaitCreation(tx, at)
    await publishLiveEvent(tx, at.userId, { type: 'folders', mailboxId: at.mailboxId })
  })
  await sync(ctx, at.mailboxId)
  const after = await ctx.db.asService((tx) => folderOf(tx, at))
  return after.is_custom && !after.awaits_outlook ? fail('folder_exists') : after
}

async function folderOf(tx: Tx, { mailboxId, folderId }: { mailboxId: string; folderId: string }): Promise<FolderRow> {
  return (await findFolders(tx, mailboxId)).find(({ id }) => id === folderId) ?? fail('folder_not_found')
}

async function sync(ctx: RemoteContext & Pick<Context, 'jobs'>, mailboxId: string): Promise<void> {
  try {
    await syncMailbox(ctx, mailboxId)
  } catch (error) {
    if (!isMailboxUnreachable(error)) throw asMailboxFailure(error)
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId }))
  }
}
