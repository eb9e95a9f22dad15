import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { isFolderExists, isNotFound } from '../../vendors/graph-error.ts'
import type { GraphClient, GraphFolder } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { withMailbox } from '../with-mailbox.ts'
import { MailboxAccessError } from '../mailbox-access-error.ts'
import { findMailbox, type FolderRow } from '../queries.ts'
import { selectTargetFolders, wellKnownNames } from './target-folders.ts'
import { notifyRecreatedFolders } from './notify-recreated-folders.ts'
import { pathKey, pathOf } from './folder-path.ts'
import { planFolderChanges } from './plan-folder-changes.ts'
import {
  findFolders,
  applyFolderChanges,
  linkParents,
  lockForSync,
  saveFolderSync,
  stopAwaitingOutlook,
} from './folder-queries.ts'

/**
 * Makes our folders match Outlook: renamed and moved folders keep their settings, deleted ones become custom, and
 * folders that were created here while Outlook was down are created there. Then enqueues learning from the filed
 * messages.
 * @returns the number of folders
 * @throws MailboxAccessError or VendorError
 */
export async function syncFolders(ctx: RemoteContext, mailboxId: string): Promise<number> {
  const known = await ctx.db.asService((tx) => findFolders(tx, mailboxId))
  const ids = await withMailbox(ctx, mailboxId, (graph, token) => graph.wellKnownFolders(token, wellKnownNames))
  const listed = await withMailbox(ctx, mailboxId, (graph, token) => graph.listFolders(token))
  const found = selectTargetFolders(listed, ids)
  const awaiting = known.filter((row) => row.awaits_outlook)
  const created = await createAwaitedFolders(ctx, mailboxId, awaiting, listed)
  const all = [...found, ...created.map(({ folder }) => folder)]
  const createdFor = new Map(created.map(({ folder, rowId }) => [folder.id, rowId]))

  const folders = await ctx.db.asService(async (tx) => {
    const mailbox = await findMailbox(tx, mailboxId)
    if (!mailbox || !(await lockForSync(tx, mailboxId))) throw new MailboxAccessError('gone')
    const at = { mailboxId, userId: mailbox.user_id }
    const changes = planFolderChanges(await findFolders(tx, mailboxId), { found: all, known, createdFor })
    await applyFolderChanges(tx, at, changes, ids.archive ?? null)
    await notifyRecreatedFolders(ctx, tx, at, changes, new Set(awaiting.map(({ id }) => id)))
    await linkParents(tx, mailboxId, all)
    await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
    await ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId })
    await publishLiveEvent(tx, mailbox.user_id, { type: 'folders', mailboxId })
    return saveFolderSync(tx, mailboxId, ctx.clock.now())
  })
  ctx.events.foldersSynced({ mailboxId, folders })
  return folders
}

/**
 * A folder that exists in Outlook already, created by the user or by a request whose response was lost, is not created
 * again.
 * @returns the created folders only, each with the id of its row
 */
async function createAwaitedFolders(
  ctx: RemoteContext,
  mailboxId: string,
  awaiting: FolderRow[],
  listed: GraphFolder[],
): Promise<{ folder: GraphFolder; rowId: string }[]> {
  const paths = new Set(listed.map(({ path }) => pathKey(path)))
  const created: { folder: GraphFolder; rowId: string }[] = []
  for (const row of awaiting) {
    const folder = paths.has(pathKey(pathOf(row)))
      ? null
      : await withMailbox(ctx, mailboxId, (graph, token) => createUnlessRefused(graph, token, row.folder_name))
    if (folder) created.push({ folder, rowId: row.id })
    else await ctx.db.asService((tx) => stopAwaitingOutlook(tx, row.id))
  }
  return created
}

/** @returns null where Outlook permanently refuses: a hidden folder has the name, or the name is invalid */
async function createUnlessRefused(graph: GraphClient, token: string, name: string): Promise<GraphFolder | null> {
  try {
    return await graph.createFolder(token, { displayName: name, parent: null })
  } catch (error) {
    const refused =
      isFolderExists(error) || (error instanceof VendorError && error.status === 400 && !isNotFound(error))
    if (refused) return null
    throw error
  }
}
