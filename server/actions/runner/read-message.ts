import type { UsableActionType } from '../../../contract/actions.ts'
import type { RemoteContext } from '../../context.ts'
import { folderAndAncestorIds } from '../../mail/folders/folder-queries.ts'
import { findTokens } from '../../mail/access/tokens/token-queries.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import type { GraphClient } from '../../vendors/graph/graph.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { findActionFolder } from './action-folder-queries.ts'
import type { ActionTarget } from './action-runner.ts'

/** Folders for mail that the user has discarded. */
const discardFolders = ['deleteditems', 'junkemail', 'recoverableitemsdeletions'] as const

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
  const [folder, tokens] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [findActionFolder(tx, folderActionId), findTokens(tx, mailboxId)]),
  )
  const read = async (graph: GraphClient, token: string): Promise<Message | MissingMessage> => {
    const message = await graph.findMessage(token, messageId)
    if (message === null) return (await existsInOutlook(graph, token, folder)) ? 'mail_gone' : 'folder_deleted'
    const deletedFolders = await graph.deletedFolderIds(token)
    if (message.parentFolderId === folder?.providerId)
      return (await isBelow(ctx, deletedFolders, folder)) ? 'folder_deleted' : message
    const discarded = Object.values(await graph.wellKnownFolders(token, discardFolders))
    return [...discarded, ...deletedFolders].includes(message.parentFolderId) ? 'mail_gone' : message
  }
  return withMailbox(ctx, mailboxId, read, tokens)
}

/** A folder that was deleted permanently has no id any more. */
async function existsInOutlook(graph: GraphClient, token: string, folder: ActionFolder): Promise<boolean> {
  if (!folder?.providerId) return true
  const id = encodeURIComponent(folder.providerId)
  return (await graph.wellKnownFolders(token, [id]))[id] !== undefined
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
