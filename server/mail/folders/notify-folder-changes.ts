import type { Context } from '../../context.ts'
import { createNotification, createNotificationOnce, resolveNotification } from '../../shared/notifications.ts'
import type { Tx } from '../../db/database.ts'
import { foldersWithSettings } from './folder-queries.ts'
import type { FolderChanges } from './plan-folder-changes.ts'

interface OwnedMailbox {
  userId: string
  mailboxId: string
}

/**
 * A folder that was deleted in Outlook and created again keeps its instructions, conditions and actions, although the
 * user may want it for other mail: the bell says so. It also says which folders with such settings were deleted.
 * @param awaited ids of the rows that wait for a folder which the user has created here
 */
export async function notifyFolderChanges(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  at: OwnedMailbox,
  { changes: { change, detach }, awaited }: { changes: FolderChanges; awaited: ReadonlySet<string> },
): Promise<void> {
  const now = ctx.clock.now()
  const linked = change.filter(({ row, to }) => row.provider_folder_id !== to.id).map(({ row }) => row.id)
  for (const folderId of linked)
    await resolveNotification(tx, { userId: at.userId, kind: 'folder_deleted', key: folderId })
  const movedOut = new Set(
    change.filter(({ row, to }) => row.former_provider_folder_id === to.id).map(({ row }) => row.id),
  )
  const recreated = linked.filter((id) => !awaited.has(id) && !movedOut.has(id))
  for (const folderId of await foldersWithSettings(tx, recreated))
    await createNotification(tx, { ...at, kind: 'folder_recreated', key: folderId, folderId, now })
  const deleted = detach.filter((row) => row.active && row.include_in_ai).map(({ id }) => id)
  for (const folderId of await foldersWithSettings(tx, deleted)) await notifyFolderDeleted(tx, { ...at, folderId, now })
}

/** One notification until the folder is in Outlook again, however many emails are decided for it. */
export async function notifyFolderDeleted(
  tx: Tx,
  { folderId, ...at }: OwnedMailbox & { folderId: string; now: Date },
): Promise<void> {
  await createNotificationOnce(tx, { ...at, kind: 'folder_deleted', key: folderId, folderId })
}
