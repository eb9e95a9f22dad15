import type { RemoteContext } from '../../context.ts'
import { tellPages } from '../../db/live.ts'
import { isFolderExists, isGone } from '../../vendors/graph-error.ts'
import type { GraphClient, GraphFolder } from '../../vendors/graph.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { withMailbox } from '../access-token.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { mailboxById, type FolderRow } from '../queries.ts'
import { possibleTargets, wellKnownNames } from './never-targets.ts'
import { planFolders } from './plan-folders.ts'
import { allFoldersOf, applyPlan, linkParents, lockForSync, noteSynced, stopAwaiting } from './queries.ts'

/**
 * Brings our folders in step with Outlook: what was renamed or moved there keeps its settings, what was deleted becomes custom, what was
 * made here while Outlook was away is made there now. Afterwards the sorter learns from what is filed.
 * @returns how many folders there are
 * @throws MailboxProblem or VendorError
 */
export async function syncFolders(ctx: RemoteContext, mailboxId: string): Promise<number> {
  const known = await ctx.db.asService((tx) => allFoldersOf(tx, mailboxId))
  const ids = await withMailbox(ctx, mailboxId, (graph, token) => graph.wellKnownFolders(token, wellKnownNames))
  const listed = await withMailbox(ctx, mailboxId, (graph, token) => graph.listFolders(token))
  const found = possibleTargets(listed, ids)
  const awaiting = known.filter((row) => row.awaits_outlook)
  const made = await makeAwaited(ctx, mailboxId, awaiting, listed)
  const all = [...found, ...made]

  const folders = await ctx.db.asService(async (tx) => {
    const mailbox = await mailboxById(tx, mailboxId)
    if (!mailbox || !(await lockForSync(tx, mailboxId))) throw new MailboxProblem('gone')
    const at = { mailboxId, userId: mailbox.user_id }
    await applyPlan(tx, at, planFolders(await allFoldersOf(tx, mailboxId), all, known), ids.archive ?? null)
    await linkParents(tx, mailboxId, all)
    await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
    await ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId })
    await tellPages(tx, mailbox.user_id, { type: 'folders', mailboxId })
    return noteSynced(tx, mailboxId, ctx.clock.now())
  })
  ctx.events.foldersSynced({ mailboxId, folders })
  return folders
}

/**
 * Looks first, then makes: the folder may be there already, made by the person or by a request of ours whose answer was lost.
 * @returns the folders that were made; those that were there are among the listed ones
 */
async function makeAwaited(
  ctx: RemoteContext,
  mailboxId: string,
  awaiting: FolderRow[],
  listed: GraphFolder[],
): Promise<GraphFolder[]> {
  const paths = new Set(listed.map(({ path }) => path.toLowerCase()))
  const made: GraphFolder[] = []
  for (const row of awaiting) {
    const folder = paths.has(row.display_name.toLowerCase())
      ? null
      : await withMailbox(ctx, mailboxId, (graph, token) => makeUnlessRefused(graph, token, row.folder_name))
    if (folder) made.push(folder)
    else await ctx.db.asService((tx) => stopAwaiting(tx, row.id))
  }
  return made
}

/** @returns null where Outlook will never make it: a hidden folder has the name, or the name is refused */
async function makeUnlessRefused(graph: GraphClient, token: string, name: string): Promise<GraphFolder | null> {
  try {
    return await graph.createFolder(token, name)
  } catch (error) {
    const refused = isFolderExists(error) || (error instanceof VendorError && error.status === 400 && !isGone(error))
    if (refused) return null
    throw error
  }
}
