import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import type { MailFolder } from '../../vendors/mailbox/mail-folder.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { MailboxAccessError } from '../access/mailbox-access-error.ts'
import { findMailbox } from '../mailboxes/mailbox-queries.ts'
import type { FolderRow } from './folder-row.ts'
import { selectTargetFolders } from './target-folders.ts'
import { notifyFolderChanges } from './notify-folder-changes.ts'
import { pathKey, pathOf } from './folder-path.ts'
import { idOutsideDeletedItems, planFolderChanges } from './plan-folder-changes.ts'
import {
  findFolders,
  applyFolderChanges,
  linkParents,
  lockForSync,
  saveFolderSync,
  stopAwaitingCreation,
} from './folder-queries.ts'

/**
 * Makes our folders match Outlook: renamed and moved folders keep their settings, deleted ones become custom, and
 * folders that were created here while Outlook was down are created there. Then enqueues learning from the filed
 * messages.
 * @returns the number of folders
 * @throws MailboxAccessError or VendorError
 */
export async function syncMailbox(ctx: RemoteContext, mailboxId: string): Promise<number> {
  const known = await ctx.db.asService((tx) => findFolders(tx, mailboxId))
  const listed = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.folders())
  const found = selectTargetFolders(listed)
  const foundIds = new Set(found.map(({ id }) => id))
  const awaiting = known.filter((row) => row.awaits_outlook && idOutsideDeletedItems(row, foundIds) === null)
  const created = await createAwaitedFolders(ctx, mailboxId, awaiting, listed)
  const all = [...found, ...created.map(({ folder }) => folder)]
  const createdFor = new Map(created.flatMap(({ folder, rowId }) => (rowId === null ? [] : [[folder.id, rowId]])))

  const folders = await ctx.db.asService(async (tx) => {
    const mailbox = await findMailbox(tx, mailboxId)
    if (!mailbox || !(await lockForSync(tx, mailboxId))) throw new MailboxAccessError('gone')
    const at = { mailboxId, userId: mailbox.user_id }
    const changes = planFolderChanges(await findFolders(tx, mailboxId), { found: all, known, createdFor })
    await applyFolderChanges(tx, at, {
      changes,
      archiveId: listed.find(({ use }) => use === 'archive')?.id ?? null,
      now: ctx.clock.now(),
    })
    await notifyFolderChanges(ctx, tx, at, { changes, awaited: new Set(awaiting.map(({ id }) => id)) })
    await linkParents(tx, mailboxId, all)
    await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
    await ctx.jobs.enqueue(tx, 'read-sent-mail', { mailboxId })
    await publishLiveEvent(tx, mailbox.user_id, { type: 'folders', mailboxId })
    return saveFolderSync(tx, mailboxId, ctx.clock.now())
  })
  ctx.events.foldersSynced({ mailboxId, folders })
  return folders
}

interface CreatedFolder {
  folder: MailFolder
  /** The row that it was created for; null for a folder above it. */
  rowId: string | null
}

/**
 * A folder that exists in Outlook already, created by the user or by a request whose response was lost, is not created
 * again. Missing folders above it are created, too.
 * @returns the created folders only
 */
async function createAwaitedFolders(
  ctx: RemoteContext,
  mailboxId: string,
  awaiting: FolderRow[],
  listed: MailFolder[],
): Promise<CreatedFolder[]> {
  const known = new Map(listed.map((folder) => [pathKey(folder.path), folder]))
  const created: CreatedFolder[] = []
  const create = async (path: readonly string[], rowId: string | null): Promise<MailFolder | null> => {
    const displayName = path.at(-1) ?? ''
    const parent = path.length > 1 ? await findOrCreate(path.slice(0, -1)) : null
    if (path.length > 1 && parent === null) return null
    const folder = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.createFolder({ displayName, parent }))
    // A hidden folder has the name, or the name is invalid.
    if (folder === 'exists' || folder === 'refused') return null
    // The parent was deleted since the folders were listed: the next sync creates both.
    if (folder === 'not-there') fail('outlook_refused')
    known.set(pathKey(path), folder)
    created.push({ folder, rowId })
    return folder
  }
  const findOrCreate = async (path: readonly string[]): Promise<MailFolder | null> =>
    known.get(pathKey(path)) ?? create(path, null)
  for (const row of awaiting) {
    const path = pathOf(row)
    const folder = known.has(pathKey(path)) ? null : await create(path, row.id)
    if (!folder) await ctx.db.asService((tx) => stopAwaitingCreation(tx, row.id))
  }
  return created
}
