import { fail } from '../../errors.ts'
import type { RemoteContext } from '../../context.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { findFilings } from '../folders/filing-queries.ts'
import { folderById } from '../folders/folder-queries.ts'
import { refuseDeletedFolder } from './deleted-folders.ts'
import { markFiled } from './mark-filed.ts'
import { moveOnce } from './move-once.ts'

/**
 * Moves a message that has no row in the processing log, as the user would in Outlook: the delta of the folder reports
 * it as a move by hand.
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
  const target = folder.provider_folder_id ?? fail('folder_not_in_outlook')
  const filing = (await ctx.db.asService((tx) => findFilings(tx, mailboxId))).get(folderId) ?? fail('folder_not_found')
  const message = (await withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId))) ?? fail('mail_gone')
  const to = filing.staysInInbox ? message.parentFolderId : target
  const result = await moveOnce(ctx, moves, {
    message,
    from: [message.parentFolderId],
    folderId,
    versionBeforeMove: null,
    authorize: async () => ({ to }),
    clearVersion: async () => undefined,
  })
  if (result.is === 'gone') fail('mail_gone')
  if (result.is === 'folder-gone') await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
  if (result.is === 'unsupported') fail('outlook_refused')
  if (result.is !== 'moved') fail('mail_moved_meanwhile')
  const { seen } = result
  await markFiled(ctx, mailboxId, { id: messageId, in: to, category: filing.category, folder: filing, seen })
}
