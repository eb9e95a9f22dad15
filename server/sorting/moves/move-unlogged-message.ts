import { fail } from '../../errors.ts'
import type { RemoteContext } from '../../context.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import { withMailbox } from '../../mail/with-mailbox.ts'
import { folderById } from '../processing/folder-queries.ts'
import { isInDeletedItems, refuseDeletedFolder } from './deleted-folders.ts'

/**
 * Moves a message that has no row in the processing log, as the user would in Outlook: the delta of the folder reports
 * it as a move by hand. A message that is in the folder already is not moved again.
 * @param moves the moves into the same folder
 * @throws AppError, MailboxAccessError or VendorError; not found where the message was moved or deleted meanwhile
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
  const { parentFolderId: from } = await withMailbox(ctx, mailboxId, (graph, token) =>
    graph.getMessage(token, messageId),
  )
  if (from === to) return
  if (await isInDeletedItems(ctx, moves, folderId)) await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
  await withMailbox(ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, { from, to }))
}
