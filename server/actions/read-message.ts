import type { UsableActionType } from '../../contract/actions.ts'
import type { RemoteContext } from '../context.ts'
import { findTokens } from '../mail/tokens/token-queries.ts'
import { withMailbox } from '../mail/with-mailbox.ts'
import { isNotFound } from '../vendors/graph-error.ts'
import type { GraphClient, GraphMessage } from '../vendors/graph.ts'
import { findProviderFolderId } from './run-message-queries.ts'
import type { ActionTarget } from './action-runner.ts'

/** Folders for mail that the user has discarded. */
const discardFolders = ['deleteditems', 'junkemail', 'recoverableitemsdeletions'] as const

/**
 * The current message with the text that its reader sees.
 * @returns null if it is gone or the user has discarded it
 * @throws MailboxAccessError or VendorError
 */
export async function readMessage(
  ctx: RemoteContext,
  {
    mailboxId,
    messageId,
    folderActionId,
  }: Pick<ActionTarget<UsableActionType>, 'mailboxId' | 'messageId' | 'folderActionId'>,
): Promise<GraphMessage | null> {
  const [folderId, tokens] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [findProviderFolderId(tx, folderActionId), findTokens(tx, mailboxId)]),
  )
  const read = async (graph: GraphClient, token: string): Promise<GraphMessage | null> => {
    const message = await graph.getMessage(token, messageId)
    if (message.parentFolderId === folderId) return message
    const discarded = Object.values(await graph.wellKnownFolders(token, discardFolders))
    return discarded.includes(message.parentFolderId) ? null : message
  }
  try {
    return await withMailbox(ctx, mailboxId, read, tokens)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
