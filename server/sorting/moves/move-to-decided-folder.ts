import { reasonTexts } from '../../../contract/reasons.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { MailboxTokens } from '../../mail/access/tokens/token-queries.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isOutcomeUnknown } from '../../outages/failure-scope.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { GraphClient, GraphMessage } from '../../vendors/graph/graph.ts'
import { changedAfterUnknownMove, deletedInOutlook, folderGone } from '../decision/explanation-texts.ts'
import { finishMessage } from '../processing/finish-message.ts'
import { saveChangeKeyBeforeMove } from '../processing/inbox-event-queries.ts'
import { keepLease, withLease } from '../processing/lease.ts'
import type { MailboxSession } from '../processing/mailbox-session.ts'
import type { ProcessingLogRow, ProcessingOutcome } from '../processing/processing-log-queries.ts'
import { authorizeMove, type MoveAuthorization } from './authorize-move.ts'
import { isDeletedMessage, isInDeletedItems } from './deleted-folders.ts'
import { wasChangedSince } from './was-changed-since.ts'

/** A row with a recorded decision. */
interface DecidedLog extends Pick<ProcessingLogRow, 'id' | 'targetFolderId' | 'decidedBy'> {
  messageId: string
  /** As in `InboxEvent`. */
  changeKeyBeforeMove: string | null
  /** Nothing is moved: only a folder that was deleted in Outlook is decided for, and it may be back. */
  isPreview?: boolean
}

/** Left the inbox by the user, an Outlook rule or another program. */
export async function leftInbox(
  ctx: RemoteContext,
  session: MailboxSession,
  parentFolderId: string,
): Promise<ProcessingOutcome> {
  const isDeleted = await isDeletedMessage(ctx, session, parentFolderId)
  const explanation = isDeleted ? deletedInOutlook : reasonTexts.user_moved
  return { status: 'left', reason: 'user_moved', explanation }
}

const folderMissing = (deletedFolderId: string): ProcessingOutcome => ({
  status: 'left',
  reason: 'disabled',
  explanation: folderGone,
  deletedFolderId,
})

/**
 * Carries out a recorded decision. A message that is in the target folder already (the response of an earlier
 * attempt was lost) is not moved again. One that the user has moved stays there: the sorter never overrides the
 * user. That includes the way back to the inbox after a move whose outcome is unknown.
 * @param authorization of the transaction that has just recorded the decision
 */
export async function moveToDecidedFolder(
  ctx: RemoteContext,
  session: MailboxSession,
  message: GraphMessage,
  log: DecidedLog,
  authorization: MoveAuthorization | null = null,
): Promise<void> {
  const { outcome, mayHaveActions } = await moveOrLeave(ctx, session, message, log, authorization)
  await finishMessage(ctx, session, { messageId: log.messageId, logId: log.id, message, mayHaveActions }, outcome)
}

interface Moved {
  outcome: ProcessingOutcome
  mayHaveActions: boolean
}

async function moveOrLeave(
  ctx: RemoteContext,
  session: MailboxSession,
  message: GraphMessage,
  log: DecidedLog,
  authorization: MoveAuthorization | null,
): Promise<Moved> {
  const sorted = { status: 'processed', reason: 'sorted', by: log.decidedBy } as const
  const { targetFolderId } = log
  const isInInbox = message.parentFolderId === session.inboxFolderId
  if (isInInbox && wasChangedSince(message, log.changeKeyBeforeMove))
    return stays({ status: 'left', reason: 'user_moved', explanation: changedAfterUnknownMove })
  const isDeleted = isInInbox && targetFolderId !== null && (await isInDeletedItems(ctx, session, targetFolderId))
  const { folder, tokens } = authorization ?? (await authorize(ctx, session, message, log))
  const target = folder?.provider_folder_id ?? null
  const mayHaveActions = folder?.has_actions ?? false
  const isSorted = (outcome: ProcessingOutcome): Moved => ({ outcome, mayHaveActions })
  if (target !== null && message.parentFolderId === target) return isSorted({ ...sorted, movedAt: ctx.clock.now() })
  if (!folder || !folder.active || !folder.include_in_ai) return stays({ status: 'left', reason: 'disabled' })
  if (target === null && folder.deleted_in_outlook_at !== null) return stays(folderMissing(folder.id))
  if (target === null) return isSorted({ ...sorted, reason: 'assigned', explanation: reasonTexts.assigned })
  if (log.isPreview) return stays({ status: 'left', reason: 'preview' })
  if (!isInInbox) return stays(await leftInbox(ctx, session, message.parentFolderId))
  if (isDeleted) return stays(await leaveAndSync(ctx, session, folder.id))
  const left = await move(ctx, session, log, { folderId: folder.id, target, tokens })
  return left ? stays(left) : isSorted({ ...sorted, movedAt: ctx.clock.now() })
}

const stays = (outcome: ProcessingOutcome): Moved => ({ outcome, mayHaveActions: false })

/** A disabled folder or a lost lease stops the move. */
async function authorize(
  ctx: RemoteContext,
  session: MailboxSession,
  message: GraphMessage,
  log: DecidedLog,
): Promise<MoveAuthorization> {
  const [authorization] = await withLease(ctx, session.lease, (tx, sendLast) =>
    sendLast(() => [authorizeMove(tx, session, log, message)]),
  )
  return authorization
}

/** @returns null where the message is in the target folder now; else why it is not */
async function move(
  ctx: RemoteContext,
  session: MailboxSession,
  { messageId }: DecidedLog,
  { folderId, target, tokens }: { folderId: string; target: string; tokens: MailboxTokens | null },
): Promise<ProcessingOutcome | null> {
  const { mailbox, inboxFolderId } = session
  try {
    const way = { from: inboxFolderId, to: target }
    const moveMessage = async (graph: GraphClient, token: string): Promise<void> => {
      // The calls since the decision may have been slow.
      await keepLease(ctx, session.lease)
      await graph.moveMessage(token, messageId, way)
    }
    await withMailbox(ctx, mailbox.id, moveMessage, tokens)
    return null
  } catch (error) {
    if (!isOutcomeUnknown(error, 'graph'))
      await withLease(ctx, session.lease, (tx) => saveChangeKeyBeforeMove(tx, mailbox.id, messageId, null))
    if (!isNotFound(error)) throw error
    const current = await currentFolderOf(ctx, session, messageId)
    if (current === target) return null
    if (current === null) return { status: 'left', reason: 'gone' }
    if (current !== inboxFolderId) return leftInbox(ctx, session, current)
    return leaveAndSync(ctx, session, folderId)
  }
}

/**
 * Graph responds "not found" for a missing message, a moved message and a missing folder: reading the message shows
 * which.
 * @returns null where the message was deleted
 */
async function currentFolderOf(
  ctx: RemoteContext,
  { mailbox }: MailboxSession,
  messageId: string,
): Promise<string | null> {
  const message = await withMailbox(ctx, mailbox.id, (graph, token) => graph.findMessage(token, messageId))
  return message?.parentFolderId ?? null
}

/** The sync turns the deleted folder into one without a counterpart in Outlook. */
async function leaveAndSync(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { mailbox }: MailboxSession,
  folderId: string,
): Promise<ProcessingOutcome> {
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'sync-mailbox', { mailboxId: mailbox.id }))
  return folderMissing(folderId)
}
