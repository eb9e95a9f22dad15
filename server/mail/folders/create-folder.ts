import { validateFolderName } from '../../../contract/folder-name.ts'
import { instructionsMaxLength } from '../../../contract/limits.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import type { MailFolder, ParentFolder } from '../../vendors/mailbox/mail-folder.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { withMailbox } from '../providers/with-mailbox.ts'
import { asMailboxFailure, isMailboxUnreachable } from '../access/mailbox-failure.ts'
import { findOwnMailbox } from '../mailboxes/mailbox-queries.ts'
import type { FolderRow } from './folder-row.ts'
import { findFolders, insertFolder, lockForSync, switchOn } from './folder-queries.ts'
import { displayPaths, pathKey, pathOf } from './folder-path.ts'
import type { ShownFolder } from './plan-folder-changes.ts'
import { restoreFolder } from './restore-folder.ts'
import { selectTargetFolders } from './target-folders.ts'

interface WantedFolder {
  displayName: string
  parent: ParentFolder | null
}

interface NewFolder {
  folderName: string
  parentFolderId?: string | undefined
  instructions?: string | undefined
}

/**
 * Creates a folder in Outlook, adopts one that exists there, or creates one again that was deleted there. Where Outlook
 * cannot be reached, a folder at the top is custom for now, and a sync creates it there as soon as Outlook responds,
 * unless it finds that the request had succeeded; a folder below another one is refused.
 */
export async function createFolder(
  ctx: RemoteContext & Pick<Context, 'jobs'>,
  at: { userId: string; mailboxId: string },
  { folderName: requestedName, parentFolderId, instructions = '' }: NewFolder,
): Promise<EmailFolder> {
  const nameError = validateFolderName(requestedName)
  if (nameError) fail(nameError)
  const name = requestedName.trim()
  const { parent, deleted } = await ctx.db.asService(async (tx) => {
    if (!(await findOwnMailbox(tx, at))) fail('mailbox_not_found')
    const rows = await findFolders(tx, at.mailboxId)
    const found = parentFolderId === undefined ? null : parentFolder(rows, parentFolderId)
    const same = withPath(rows, [...(found?.path ?? []), name])
    if (same.some((row) => row.deleted_in_outlook_at === null)) fail('folder_exists')
    return { parent: found, deleted: same[0] }
  })
  if (deleted) return createAgain(ctx, at, deleted, instructions)
  const created = await createInMailbox(ctx, at.mailboxId, { displayName: name, parent })
  return ctx.db.asService(async (tx) => {
    if (!(await lockForSync(tx, at.mailboxId))) fail('mailbox_disconnected')
    const rows = await findFolders(tx, at.mailboxId)
    // Of two concurrent requests while Outlook is down, one is refused.
    if (!created && withPath(rows, [name]).length > 0) fail('folder_exists')
    const folderRow = { name, instructions, parentFolderId: parentFolderId ?? null }
    const shown = created && withDisplayPath(created, rows)
    const folder = (await insertFolder(tx, at, folderRow, shown)) ?? fail('mailbox_disconnected')
    if (!created) await ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId: at.mailboxId })
    await publishLiveEvent(tx, at.userId, { type: 'folders', mailboxId: at.mailboxId })
    return { ...folder, instructions_changed_at: null, deleted_in_outlook_at: null }
  })
}

/** The folder keeps its conditions, actions and instructions. What the user has written now is added to these. */
async function createAgain(
  ctx: RemoteContext & Pick<Context, 'jobs'>,
  at: { userId: string; mailboxId: string },
  { id: folderId, instructions: former }: FolderRow,
  added: string,
): Promise<EmailFolder> {
  await restoreFolder(ctx, { ...at, folderId })
  const both = [...new Set([former, added])].filter((text) => text !== '').join('\n')
  const instructions = both.length > instructionsMaxLength ? former : both
  const folder = await ctx.db.asService((tx) => switchOn(tx, folderId, instructions))
  return { ...(folder ?? fail('mailbox_disconnected')), instructions_changed_at: null, deleted_in_outlook_at: null }
}

function parentFolder(rows: FolderRow[], id: string): ParentFolder {
  const folder = rows.find((row) => row.id === id) ?? fail('folder_not_found')
  return { id: folder.provider_folder_id ?? fail('folder_not_in_outlook'), path: pathOf(folder) }
}

function withPath(rows: FolderRow[], path: readonly string[]): FolderRow[] {
  const key = pathKey(path)
  return rows.filter((row) => pathKey(pathOf(row)) === key)
}

function withDisplayPath(folder: MailFolder, rows: FolderRow[]): ShownFolder {
  const others = rows.filter((row) => row.provider_folder_id !== folder.id).map((row) => row.display_name)
  return { ...folder, displayPath: displayPaths([folder], others).get(folder.id) ?? folder.path.join('/') }
}

/**
 * Creates the folder in Outlook, or adopts one of this name that our list does not have yet.
 * @returns null where Outlook cannot be reached and the folder is at the top
 */
async function createInMailbox(
  ctx: RemoteContext,
  mailboxId: string,
  folder: WantedFolder,
): Promise<MailFolder | null> {
  try {
    const created = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.createFolder(folder))
    if (typeof created !== 'string') return created
    if (created === 'exists') return (await adopt(ctx, mailboxId, folder)) ?? fail('folder_exists')
    if (created === 'refused') fail('folder_name_refused')
    return fail(folder.parent ? 'folder_not_found' : 'outlook_refused')
  } catch (error) {
    if (!isMailboxUnreachable(error)) throw asMailboxFailure(error)
    // Outlook refused the request with 503, or has not received it: another call now would only fail as well.
    const mayExist = error instanceof VendorError && error.mayHaveEffect && error.status !== 503
    const existing = mayExist ? await adopt(ctx, mailboxId, folder) : null
    if (existing || !folder.parent) return existing
    throw asMailboxFailure(error)
  }
}

/** @returns null where there is none, or Outlook cannot be reached */
async function adopt(ctx: RemoteContext, mailboxId: string, folder: WantedFolder): Promise<MailFolder | null> {
  try {
    return await findInMailbox(ctx, mailboxId, folder)
  } catch (error) {
    if (isMailboxUnreachable(error)) return null
    throw asMailboxFailure(error)
  }
}

/**
 * Looks for a folder in the mailbox by its name and parent: the user has created it there, or the response to its
 * creation was lost.
 * @returns null where there is none that mail is sorted into, e.g. only a hidden one
 */
async function findInMailbox(
  ctx: RemoteContext,
  mailboxId: string,
  { displayName, parent }: { displayName: string; parent: ParentFolder | null },
): Promise<MailFolder | null> {
  const listed = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.folders())
  const isBelowParent = ({ parentFolderId }: MailFolder): boolean =>
    parent ? parentFolderId === parent.id : !listed.some(({ id }) => id === parentFolderId)
  const name = displayName.toLowerCase()
  const targets = selectTargetFolders(listed)
  return targets.find((folder) => folder.displayName.toLowerCase() === name && isBelowParent(folder)) ?? null
}
