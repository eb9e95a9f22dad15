import type { UsableActionType } from '../../../contract/actions.ts'
import type { RemoteContext } from '../../context.ts'
import { folderAndAncestorIds } from '../../mail/folders/folder-queries.ts'
import { findMailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { findActionFolder } from './action-folder-queries.ts'
import type { ActionTarget } from './action-runner.ts'

/** Folders for mail that the user has discarded. */
const discardFolders = ['deleted', 'junk', 'purged'] as const

/** Why there is no message to act on. */
export type MissingMessage = 'mail_gone' | 'folder_deleted'

type ActionFolder = Awaited<ReturnType<typeof findActionFolder>>

/**
 * The current message with the text that its reader sees.
 * @returns a reason if it is gone, the user has discarded it, or its folder was deleted in Outlook, which the next sync
 * may find too late
 * @throws MailboxAccessError or VendorError
 */
export async function readMessage(
  ctx: RemoteContext,
  {
    mailboxId,
    messageId,
    folderActionId,
  }: Pick<ActionTarget<UsableActionType>, 'mailboxId' | 'messageId' | 'folderActionId'>,
): Promise<Message | MissingMessage> {
  const [folder, access] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [findActionFolder(tx, folderActionId), findMailboxAccess(tx, mailboxId)]),
  )
  const read = async (mailbox: MailboxClient): Promise<Message | MissingMessage> => {
    const message = await mailbox.find(messageId)
    if (message === null) return (await existsInMailbox(mailbox, folder)) ? 'mail_gone' : 'folder_deleted'
    const deletedFolders = await mailbox.deletedFolderIds()
    if (message.parentFolderId === folder?.providerId)
      return (await isBelow(ctx, deletedFolders, folder)) ? 'folder_deleted' : message
    const discarded = await mailbox.folderIds(discardFolders)
    return [...discarded, ...deletedFolders].includes(message.parentFolderId) ? 'mail_gone' : message
  }
  return withMailbox(ctx, mailboxId, read, access)
}

/** A folder that was deleted permanently has no id any more. */
async function existsInMailbox(mailbox: MailboxClient, folder: ActionFolder): Promise<boolean> {
  return !folder?.providerId || mailbox.hasFolder(folder.providerId)
}

/** A folder that is deleted moves to Deleted Items, keeps its id and its messages. */
async function isBelow(
  ctx: RemoteContext,
  deletedFolders: readonly string[],
  { id }: NonNullable<ActionFolder>,
): Promise<boolean> {
  if (deletedFolders.length === 0) return false
  const path = await ctx.db.asService((tx) => folderAndAncestorIds(tx, id))
  return path.some((folderId) => deletedFolders.includes(folderId))
}
