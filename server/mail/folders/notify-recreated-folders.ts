import type { Context } from '../../context.ts'
import { createNotification } from '../../db/notifications.ts'
import type { Tx } from '../../db/database.ts'
import { foldersWithSettings } from './folder-queries.ts'
import type { FolderChanges } from './plan-folder-changes.ts'

/**
 * A folder that was deleted in Outlook and created again keeps its instructions, conditions and actions, although the
 * user may want it for other mail: the bell says so.
 * @param awaited ids of the rows that wait for a folder which the user has created here
 */
export async function notifyRecreatedFolders(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  at: { userId: string; mailboxId: string },
  { change }: FolderChanges,
  awaited: ReadonlySet<string>,
): Promise<void> {
  const recreated = change
    .filter(({ row, to }) => row.provider_folder_id !== to.id && !awaited.has(row.id))
    .map(({ row }) => row.id)
  if (recreated.length === 0) return
  const now = ctx.clock.now()
  for (const folderId of await foldersWithSettings(tx, recreated))
    await createNotification(tx, { ...at, kind: 'folder_recreated', key: folderId, folderId, now })
}
