import type { ErrorCode } from '../../../contract/errors.ts'
import { unsureCategory } from '../../../contract/limits.ts'
import { later } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { AppError } from '../../errors.ts'
import { mailboxJobRetryMs } from '../../limits.ts'
import { recordInboxEvents } from '../../mail/intake/record-inbox-events.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { findTokens, type MailboxTokens } from '../../mail/access/tokens/token-queries.ts'
import { withMailbox } from '../../mail/access/with-mailbox.ts'
import { isOutcomeUnknown } from '../../outages/failure-scope.ts'
import { isNotFound } from '../../vendors/graph/graph-error.ts'
import type { GraphMessage } from '../../vendors/graph/graph.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { folderById } from '../processing/folder-queries.ts'
import { inboxFolderIdOf } from '../processing/inbox-folder-id.ts'
import { isInDeletedItems, refuseDeletedFolder, type MovesOfMailbox } from './deleted-folders.ts'
import { recordCorrection } from './record-correction.ts'
import {
  deleteRequestedMove,
  recordPressOutcome,
  recordUndoOutcome,
  releaseRequestedMove,
  saveKeyBeforeRequestedMove,
  type RequestedMove,
} from './requested-move-queries.ts'
import { wasChangedSince } from './was-changed-since.ts'

/**
 * Performs a requested move and records it. Reads the message first: one that is in the target already (the
 * response of an earlier attempt was lost) is not moved again, and one that the user has moved in Outlook stays
 * there, also where they moved it back after an attempt whose response was lost. The request is deleted in the
 * transaction that records the result, so that a job completes it should this worker die.
 * @returns `waiting` where Outlook does not respond: a job retries; or where another worker has claimed the move
 * @throws AppError, MailboxAccessError or VendorError where the move is impossible; then the request is deleted
 */
export async function performRequestedMove(
  ctx: RemoteContext,
  requested: RequestedMove,
  moves: MovesOfMailbox = { mailbox: { id: requested.mailboxId } },
): Promise<'done' | 'waiting'> {
  try {
    const target = await targetOf(ctx, requested)
    const message = await messageOf(ctx, requested)
    if (message.parentFolderId !== target || isUntriedOfMany(requested)) {
      const isInKnownFolder = requested.possibleFolderIds.includes(message.parentFolderId)
      if (!isInKnownFolder || wasChangedSince(message, requested.changeKeyBeforeMove))
        return await refuseMovedMessage(ctx, requested, message)
      const { mailboxId, userId, folderId } = requested
      if (folderId !== null && (await isInDeletedItems(ctx, moves, folderId)))
        return await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
      // Only a key that is stored before the move shows a later attempt whether the user has moved the message back.
      const [isClaimed, tokens] = await ctx.db.asService((tx, sendLast) =>
        sendLast(() => [saveKeyBeforeRequestedMove(tx, requested, message.changeKey), findTokens(tx, mailboxId)]),
      )
      if (!isClaimed) return 'waiting'
      const movedMessage = await move(ctx, requested, { from: message.parentFolderId, to: target }, tokens)
      if (movedMessage) return await refuseMovedMessage(ctx, requested, movedMessage)
    }
    const { wasUnsure } = await ctx.db.asService((tx) => record(ctx, tx, requested, message))
    if (wasUnsure && message.categories.includes(unsureCategory)) await removeUnsureCategory(ctx, requested)
    return 'done'
  } catch (error) {
    if (error instanceof VendorError && error.transient) return retryLater(ctx, requested, error)
    // After a defect of our own the request stays: the job retries it.
    const isRefused = error instanceof AppError || error instanceof MailboxAccessError || error instanceof VendorError
    if (isRefused) await ctx.db.asService((tx) => deleteRequestedMove(tx, requested))
    throw error
  }
}

/**
 * First attempt to move one of many messages: one that is in the target already was moved there by the user, and is
 * left alone.
 */
const isUntriedOfMany = ({ undoId, pressId, token }: RequestedMove): boolean =>
  (undoId !== null || pressId !== null) && token === 1

async function targetOf(ctx: RemoteContext, { mailboxId, folderId }: RequestedMove): Promise<string> {
  if (folderId === null) return inboxFolderIdOf(ctx, mailboxId)
  const folder = await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))
  return folder?.provider_folder_id ?? refuse('folder_gone')
}

async function messageOf(ctx: RemoteContext, { mailboxId, messageId }: RequestedMove): Promise<GraphMessage> {
  const message = await withMailbox(ctx, mailboxId, (graph, token) => graph.findMessage(token, messageId))
  return message ?? refuse('mail_gone')
}

/**
 * @returns null where the message is in the target folder now; the message where the user has moved it to another
 * folder
 */
async function move(
  ctx: RemoteContext,
  requested: RequestedMove,
  { from, to }: { from: string; to: string },
  tokens: MailboxTokens | null,
): Promise<GraphMessage | null> {
  const { mailboxId, messageId, userId, folderId } = requested
  try {
    await withMailbox(ctx, mailboxId, (graph, token) => graph.moveMessage(token, messageId, { from, to }), tokens)
    return null
  } catch (error) {
    // The move may have happened although no response arrived. Read the message now: if the user moves it back before
    // a later check, the move can no longer be detected.
    if (!isOutcomeUnknown(error, 'graph'))
      await ctx.db.asService((tx) => saveKeyBeforeRequestedMove(tx, requested, null))
    else if ((await messageOf(ctx, requested)).parentFolderId === to) return null
    if (!isNotFound(error)) throw error
    // Graph responds "not found" for a missing message, a moved message and a missing folder: reading the message
    // shows which.
    const current = await messageOf(ctx, requested)
    if (current.parentFolderId !== from) return current.parentFolderId === to ? null : current
    return folderId === null ? refuse('folder_gone') : refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
  }
}

async function record(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  requested: RequestedMove,
  message: GraphMessage,
): Promise<{ wasUnsure: boolean }> {
  const recorded = await recordCorrection(ctx, tx, requested, message)
  if (!recorded) return { wasUnsure: false }
  const { mailboxId, logId, userId } = requested
  await publishLiveEvent(tx, userId, { type: 'log', mailboxId, logId, status: recorded.status })
  return recorded
}

/**
 * The user has moved the message in Outlook meanwhile. If the message is back in the inbox, enqueue an inbox event, so
 * that the sorter records a correction. The sorter ignores moves of a message with a pending request.
 */
async function refuseMovedMessage(ctx: RemoteContext, requested: RequestedMove, message: GraphMessage): Promise<never> {
  const { mailboxId, messageId, undoId, pressId, logId, folderId } = requested
  const inbox = await inboxFolderIdOf(ctx, mailboxId)
  await ctx.db.asService(async (tx) => {
    await deleteRequestedMove(tx, requested)
    if (undoId !== null) await recordUndoOutcome(tx, { undoId, logId }, 'moved')
    if (pressId !== null) await recordPressOutcome(tx, { pressId, logId, folderId }, false)
    if (message.parentFolderId === inbox) await recordInboxEvents(ctx, tx, mailboxId, [messageId], 'manual')
  })
  return refuse('mail_moved_meanwhile')
}

async function retryLater(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  requested: RequestedMove,
  error: VendorError,
): Promise<'waiting'> {
  const after = later(ctx.clock.now(), Math.max(error.retryAfterMs ?? 0, mailboxJobRetryMs))
  await ctx.db.asService(async (tx) => {
    await releaseRequestedMove(tx, requested)
    await ctx.jobs.enqueue(tx, 'complete-requested-move', { logId: requested.logId }, { after })
  })
  return 'waiting'
}

/**
 * The user has decided, so the email is not unsure any more. A failure is only reported: the message is where it
 * should be.
 */
async function removeUnsureCategory(ctx: RemoteContext, { mailboxId, messageId }: RequestedMove): Promise<void> {
  const withoutUnsure = (categories: string[]): string[] | null =>
    categories.includes(unsureCategory) ? categories.filter((category) => category !== unsureCategory) : null
  try {
    await withMailbox(ctx, mailboxId, (graph, token) => graph.changeCategories(token, messageId, withoutUnsure))
  } catch (error) {
    ctx.events.backgroundError({ part: 'unsure-category', error })
  }
}

function refuse(code: ErrorCode): never {
  throw new AppError(code)
}
