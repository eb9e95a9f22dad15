import type { RemoteContext } from '../../context.ts'
import type { MailboxTokens } from '../../mail/access/tokens/token-queries.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isOutcomeUnknown } from '../../outages/failure-scope.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { isInDeletedItems, type MovesOfMailbox } from './deleted-folders.ts'

interface Move<Stop> {
  /** As it was just read. */
  message: Message
  /** Outlook's ids of the folders where the message is unless the user has moved it. */
  from: readonly string[]
  /** Id of the target in `email_folders`; null for the inbox. */
  folderId: string | null
  /** Graph's change key of the message before an earlier move with an unknown outcome; null where there is none. */
  changeKeyBeforeMove: string | null
  /**
   * The last transaction before the move: stores the change key of the message, by which a later attempt knows whether
   * the user has moved it back.
   * @returns Outlook's id of the target, or why nothing is moved
   */
  authorize: () => Promise<{ to: string; tokens?: MailboxTokens | null } | { stop: Stop }>
  /** The move is known to have failed, so that a later change of the message says nothing. */
  clearChangeKey: () => Promise<unknown>
  /** Runs directly before each call that moves. */
  beforeCall?: () => Promise<void>
}

/** `folderId`: where the user has moved the message; `moved-back` is after a move whose response was lost. */
export type MoveResult<Stop> =
  | { is: 'moved' | 'gone' | 'folder-gone' }
  | { is: 'elsewhere' | 'moved-back'; folderId: string }
  | { is: 'stopped'; stop: Stop }

/**
 * Moves a message at most once, and never against the user. One that is in the target already (the response of an
 * earlier attempt was lost) is not moved again. One that the user has moved stays there, also where they moved it back
 * after a move whose outcome is unknown.
 * @throws MailboxAccessError or VendorError; the message may have been moved
 */
export async function moveOnce<Stop = never>(
  ctx: RemoteContext,
  moves: MovesOfMailbox,
  move: Move<Stop>,
): Promise<MoveResult<Stop>> {
  const { message, folderId, changeKeyBeforeMove: before } = move
  const from = message.parentFolderId
  const isExpected = move.from.includes(from)
  // Reading a message changes its key as well: on this doubt the message stays where it is.
  if (isExpected && before !== null && message.changeKey !== null && message.changeKey !== before)
    return { is: 'moved-back', folderId: from }
  const isDeleted = isExpected && folderId !== null && (await isInDeletedItems(ctx, moves, folderId))
  const authorized = await move.authorize()
  if ('stop' in authorized) return { is: 'stopped', stop: authorized.stop }
  const { to, tokens } = authorized
  if (from === to) return { is: 'moved' }
  if (!isExpected) return { is: 'elsewhere', folderId: from }
  if (isDeleted) return { is: 'folder-gone' }
  const mailboxId = moves.mailbox.id
  try {
    await withMailbox(
      ctx,
      mailboxId,
      async (graph, token) => {
        await move.beforeCall?.()
        await graph.moveMessage(token, message.id, { from, to })
      },
      tokens,
    )
    return { is: 'moved' }
  } catch (error) {
    const isUnknown = isOutcomeUnknown(error, 'graph')
    if (!isUnknown) await move.clearChangeKey()
    if (!isUnknown && !isNotFound(error)) throw error
    // Graph responds "not found" for a missing message, a moved message and a missing folder. Where no response
    // arrived, the message may have been moved: once the user has moved it back, that can no longer be detected.
    const now = await withMailbox(ctx, mailboxId, (graph, token) => graph.findMessage(token, message.id))
    if (now?.parentFolderId === to) return { is: 'moved' }
    // A message that is being moved may be missing for a moment: the next attempt reads it again.
    if (isUnknown) throw error
    if (!now) return { is: 'gone' }
    return now.parentFolderId === from ? { is: 'folder-gone' } : { is: 'elsewhere', folderId: now.parentFolderId }
  }
}
