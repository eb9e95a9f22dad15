import type { UsableActionType } from '../../contract/actions.ts'
import type { RemoteContext } from '../context.ts'
import { withMailbox } from '../mail/access-token.ts'
import { isGone } from '../vendors/graph-error.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { folderOfAction } from './mail-queries.ts'
import type { RunAbout } from './runner.ts'

/** Where people put what they want no more of. */
const bins = ['deleteditems', 'junkemail', 'recoverableitemsdeletions'] as const

/**
 * The mail that a run is about, as it is now, with the text that its reader sees.
 * @returns null where it is gone, or the person has thrown it away
 * @throws MailboxProblem, or VendorError
 */
export async function readMail(
  ctx: RemoteContext,
  {
    mailboxId,
    messageId,
    folderActionId,
  }: Pick<RunAbout<UsableActionType>, 'mailboxId' | 'messageId' | 'folderActionId'>,
): Promise<GraphMessage | null> {
  const folderId = await ctx.db.asService((tx) => folderOfAction(tx, folderActionId))
  try {
    return await withMailbox(ctx, mailboxId, async (graph, token) => {
      const message = await graph.getMessage(token, messageId)
      if (message.parentFolderId === folderId) return message
      const thrownAway = Object.values(await graph.wellKnownFolders(token, bins)).includes(message.parentFolderId)
      return thrownAway ? null : message
    })
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
