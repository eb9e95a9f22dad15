import { fail } from '../../errors.ts'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/with-mailbox.ts'
import { folderById } from '../processing/folder-queries.ts'

/**
 * Moves a message that has no row in the processing log, as the user would in Outlook: the delta of the folder reports
 * it as a move by hand. A message that is in the folder already is not moved again.
 * @throws AppError, MailboxAccessError or VendorError; not found where the message was moved or deleted meanwhile
 */
export async function moveUnloggedMessage(
  ctx: RemoteContext,
  { mailboxId, folderId, messageId }: { mailboxId: string; folderId: string; messageId: string },
): Promise<void> {
  const folder = (await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))) ?? fail('folder_not_found')
  const to = folder.provider_folder_id ?? fail('folder_not_in_outlook')
  await withMailbox(ctx, mailboxId, async (graph, token) => {
    const { parentFolderId: from } = await graph.getMessage(token, messageId)
    if (from !== to) await graph.moveMessage(token, messageId, { from, to })
  })
}
