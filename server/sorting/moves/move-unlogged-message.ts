import { fail } from '../../errors.ts'
import type { RemoteContext } from '../../context.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import { folderById } from '../processing/folder-queries.ts'
import { isInDeletedItems, refuseDeletedFolder } from './deleted-folders.ts'

/**
 * Moves a message that has no row in the processing log, as the user would in Outlook: the delta of the folder reports
 * it as a move by hand. A message that is in the folder already is not moved again.
 * @param moves the moves into the same folder
 * @throws AppError, MailboxAccessError or VendorError
 */
export async function moveUnloggedMessage(
  ctx: RemoteContext,
  moves: { mailbox: MailboxRow; folderId: string },
  messageId: string,
): Promise<void> {
  const { mailbox, folderId } = moves
  const { id: mailboxId, user_id: userId } = mailbox
  const folder = (await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))) ?? fail('folder_not_found')
  const to = folder.provider_folder_id ?? fail('folder_not_in_outlook')
  const currentFolder = async (): Promise<string> => {
    const message = await withMailbox(ctx, mailboxId, (graph, token) => graph.findMessage(token, messageId))
    return message?.parentFolderId ?? fail('mail_gone')
  }
  const from = await currentFolder()
  if (from === to) return
  if (await isInDeletedItems(ctx, moves, folderId)) await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
  try {
    await withMailbox(ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, { from, to }))
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Not found is the message, or the folder: a message that is still there shows which.
    const now = await currentFolder()
    if (now === from) await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
    if (now !== to) fail('mail_moved_meanwhile')
  }
}
