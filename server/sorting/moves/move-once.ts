import type { RemoteContext } from '../../context.ts'
import type { MailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { MailboxClient } from '../../vendors/mailbox/mailbox-client.ts'
import type { Message, SeenMarks } from '../../vendors/mailbox/message.ts'
import { isInDeletedItems, type MovesOfMailbox } from './deleted-folders.ts'

interface Move<Stop> {
  /** As it was just read. */
  message: Message
  /** The provider's ids of the folders where the message is unless the user has moved it. */
  from: readonly string[]
  /** Id of the target in `email_folders`; null for the inbox. */
  folderId: string | null
  /** The version of the message before an earlier move with an unknown outcome; null where there is none. */
  versionBeforeMove: string | null
  /**
   * The last transaction before the move: stores the version of the message, by which a later attempt knows whether
   * the user has moved it back.
   * @returns the provider's id of the target, or why nothing is moved
   */
  authorize: () => Promise<{ to: string; access?: MailboxAccess | null } | { stop: Stop }>
  /** The move is known to have failed, so that a later change of the message says nothing. */
  clearVersion: () => Promise<unknown>
  /** Runs directly before each call that moves. */
  beforeCall?: () => Promise<void>
}

/**
 * `seen`: the marks after the move. `folderId`: where the user has moved the message; `returned` is after a move whose
 * response was lost.
 */
export type MoveResult<Stop> =
  | { is: 'moved'; seen?: SeenMarks }
  | { is: 'unsupported' }
  | { is: 'gone' }
  | { is: 'folder-gone' }
  | { is: 'elsewhere'; folderId: string }
  | { is: 'returned'; folderId: string }
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
  const { message, folderId, versionBeforeMove: before } = move
  const from = message.parentFolderId
  const isExpected = move.from.includes(from)
  // Reading a message changes its key as well: on this doubt the message stays where it is.
  if (isExpected && before !== null && message.version !== null && message.version !== before)
    return { is: 'returned', folderId: from }
  const isDeleted = isExpected && folderId !== null && (await isInDeletedItems(ctx, moves, folderId))
  const authorized = await move.authorize()
  if ('stop' in authorized) return { is: 'stopped', stop: authorized.stop }
  const { to, access } = authorized
  if (from === to) return { is: 'moved' }
  if (!isExpected) return { is: 'elsewhere', folderId: from }
  if (isDeleted) return { is: 'folder-gone' }
  const mailboxId = moves.mailbox.id
  const find = () => withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(message.id))
  try {
    const call = async (mailbox: MailboxClient) => {
      await move.beforeCall?.()
      return mailbox.move(message.id, { from, to })
    }
    const moved = await withMailbox(ctx, mailboxId, call, access)
    if (typeof moved === 'object') return { is: 'moved', seen: moved }
    if (moved !== 'not-there') return { is: moved }
  } catch (error) {
    if (!(error instanceof VendorError && error.mayHaveEffect)) {
      await move.clearVersion()
      throw error
    }
    // The message may have been moved: once the user has moved it back, that can no longer be detected. A message that
    // is being moved may be missing for a moment: the next attempt reads it again.
    if ((await find())?.parentFolderId === to) return { is: 'moved' }
    throw error
  }
  await move.clearVersion()
  // The message is missing, or was moved, or the target is missing.
  const now = await find()
  if (!now) return { is: 'gone' }
  if (now.parentFolderId === to) return { is: 'moved' }
  return now.parentFolderId === from ? { is: 'folder-gone' } : { is: 'elsewhere', folderId: now.parentFolderId }
}
