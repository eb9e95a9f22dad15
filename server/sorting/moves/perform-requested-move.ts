import type { ErrorCode } from '../../../contract/errors.ts'
import { unsureCategory } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { AppError } from '../../errors.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { findMailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { MarkChange, Marks, Message } from '../../vendors/mailbox/message.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { folderById } from '../folders/folder-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { refuseDeletedFolder, type MovesOfMailbox } from './deleted-folders.ts'
import { moveOnce } from './move-once.ts'
import { recordCorrection } from './record-correction.ts'
import {
  deleteRequestedMove,
  recordPressOutcome,
  recordUndoOutcome,
  releaseRequestedMove,
  saveVersionBeforeRequestedMove,
  type RequestedMove,
} from './requested-move-queries.ts'

/**
 * Performs a requested move and records it. The request is deleted in the transaction that records the result, so that
 * a job completes it should this worker die.
 * @returns `waiting` where the mailbox does not respond: a job retries; or where another worker has claimed the move
 * @throws AppError, MailboxAccessError or VendorError where the move is impossible; then the request is deleted
 */
export async function performRequestedMove(
  ctx: RemoteContext,
  requested: RequestedMove,
  moves: MovesOfMailbox = { mailbox: { id: requested.mailboxId } },
): Promise<'done' | 'waiting'> {
  const { mailboxId, messageId, userId, folderId, possibleFolderIds, versionBeforeMove } = requested
  try {
    const to = await targetOf(ctx, requested)
    const message = (await withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId))) ?? refuse('mail_gone')
    if (message.parentFolderId === to && isUntriedOfMany(requested)) return await refuseMovedMessage(ctx, requested, to)
    const result = await moveOnce(ctx, moves, {
      message,
      from: possibleFolderIds.filter((id) => id !== to),
      folderId,
      versionBeforeMove,
      authorize: async () => {
        const [isClaimed, access] = await ctx.db.asService((tx, sendLast) =>
          sendLast(() => [
            saveVersionBeforeRequestedMove(tx, requested, message.version),
            findMailboxAccess(tx, mailboxId),
          ]),
        )
        return isClaimed ? { to, access } : { stop: 'overtaken' as const }
      },
      clearVersion: () => ctx.db.asService((tx) => saveVersionBeforeRequestedMove(tx, requested, null)),
    })
    if (result.is === 'stopped') return 'waiting'
    if (result.is === 'gone') refuse('mail_gone')
    if (result.is === 'elsewhere' || result.is === 'returned')
      return await refuseMovedMessage(ctx, requested, result.folderId)
    if (result.is === 'folder-gone')
      return folderId === null ? refuse('folder_gone') : await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
    const { wasUnsure } = await ctx.db.asService((tx) => record(ctx, tx, requested, message))
    if (wasUnsure && message.categories.includes(unsureCategory)) await removeUnsureCategory(ctx, requested)
    return 'done'
  } catch (error) {
    const waitMs = retryWaitMs(error)
    if (waitMs !== null) return retryLater(ctx, requested, waitMs)
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

async function record(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  requested: RequestedMove,
  message: Message,
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
async function refuseMovedMessage(
  ctx: RemoteContext,
  requested: RequestedMove,
  currentFolderId: string,
): Promise<never> {
  const { mailboxId, messageId, undoId, pressId, logId, folderId } = requested
  const inbox = await inboxFolderIdOf(ctx, mailboxId)
  await ctx.db.asService(async (tx) => {
    await deleteRequestedMove(tx, requested)
    if (undoId !== null) await recordUndoOutcome(tx, { undoId, logId }, 'moved')
    if (pressId !== null) await recordPressOutcome(tx, { pressId, logId, folderId }, false)
    if (currentFolderId === inbox) await recordInboxEvents(ctx, tx, mailboxId, [messageId], 'manual')
  })
  return refuse('mail_moved_meanwhile')
}

async function retryLater(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs'>,
  requested: RequestedMove,
  waitMs: number,
): Promise<'waiting'> {
  const after = addMs(ctx.clock.now(), waitMs)
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
  const withoutUnsure = ({ categories }: Marks): MarkChange | null =>
    categories.includes(unsureCategory)
      ? { categories: categories.filter((category) => category !== unsureCategory) }
      : null
  try {
    await withMailbox(ctx, mailboxId, (mailbox) => mailbox.mark(messageId, withoutUnsure))
  } catch (error) {
    ctx.events.backgroundError({ part: 'unsure-category', error })
  }
}

function refuse(code: ErrorCode): never {
  throw new AppError(code)
}
