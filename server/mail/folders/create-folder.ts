import { validateFolderName } from '../../../contract/folder-name.ts'
import type { EmailFolder } from '../../../contract/tables.ts'
import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { isFolderExists } from '../../vendors/graph-error.ts'
import type { GraphFolder } from '../../vendors/graph.ts'
import { withMailbox } from '../with-mailbox.ts'
import { asOutlookFailure, isOutlookUnreachable } from '../outlook-failure.ts'
import { findOwnMailbox } from '../queries.ts'
import { insertFolder, isFolderNameTaken } from './folder-queries.ts'

/**
 * Creates a folder in Outlook, directly below the root. Where Outlook cannot be reached, the folder is custom for now
 * and a later sync creates it in Outlook, unless it finds that the request had succeeded.
 */
export async function createFolder(
  ctx: RemoteContext,
  at: { userId: string; mailboxId: string },
  { folderName: requestedName, instructions = '' }: { folderName: string; instructions?: string | undefined },
): Promise<EmailFolder> {
  const nameError = validateFolderName(requestedName)
  if (nameError) fail(nameError)
  const name = requestedName.trim()
  await ctx.db.asService(async (tx) => {
    if (!(await findOwnMailbox(tx, at))) fail('mailbox_not_found')
    if (await isFolderNameTaken(tx, at.mailboxId, name)) fail('folder_exists')
  })
  const created = await createInOutlook(ctx, at.mailboxId, name)
  return ctx.db.asService(async (tx) => {
    // Of two concurrent requests while Outlook is down, the unique index on custom names accepts one.
    const folder =
      (await insertFolder(tx, at, { name, instructions }, created)) ??
      fail(created ? 'mailbox_disconnected' : 'folder_exists')
    await publishLiveEvent(tx, at.userId, { type: 'folders', mailboxId: at.mailboxId })
    return { ...folder, instructions_changed_at: null }
  })
}

/** @returns null where Outlook cannot be reached */
async function createInOutlook(ctx: RemoteContext, mailboxId: string, name: string): Promise<GraphFolder | null> {
  try {
    return await withMailbox(ctx, mailboxId, (graph, token) => graph.createFolder(token, name))
  } catch (error) {
    if (isFolderExists(error)) fail('folder_exists')
    if (isOutlookUnreachable(error)) return null
    throw asOutlookFailure(error)
  }
}
