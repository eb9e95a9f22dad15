import type { ErrorCode } from '../../../contract/errors.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { AppError } from '../../errors.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { findMailboxAccess } from '../../mail/access/mailbox-access-queries.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Message, SeenMarks } from '../../vendors/mailbox/message.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import { findFilings } from '../folders/filing-queries.ts'
import { folderById } from '../folders/folder-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { refuseDeletedFolder, type MovesOfMailbox } from './deleted-folders.ts'
import { markFiled, marksOf, type MarkResult } from './mark-filed.ts'
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
  const { mailboxId, messageId, userId, folderId, possibleFolderIds, versionBeforeMove, filing } = requested
  try {
    const to = await targetOf(ctx, requested)
    const message = (await withMailbox(ctx, mailboxId, (mailbox) => mailbox.find(messageId))) ?? refuse('mail_gone')
    if (message.parentFolderId === to && isUntriedOfMany(requested) && !possibleFolderIds.includes(to))
      return await refuseMovedMessage(ctx, requested, to)
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
    if (result.is === 'unsupported') refuse('outlook_refused')
    if (result.is === 'elsewhere' || result.is === 'returned')
      return await refuseMovedMessage(ctx, requested, result.folderId)
    if (result.is === 'folder-gone')
      return folderId === null ? refuse('folder_gone') : await refuseDeletedFolder(ctx, { userId, mailboxId, folderId })
    const filed = { ...requested, filing: isOurs(requested, message) ? filing : { ...filing, category: null } }
    if ((await markRequested(ctx, filed, { message, to, moved: result.seen })) === 'elsewhere' && filing.staysInInbox)
      refuse('mail_moved_meanwhile')
    await ctx.db.asService((tx) => record(ctx, tx, filed, message))
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

/** A category that was on the message before is not ours: nothing takes it off. */
const isOurs = ({ filing: { category }, formerCategories, token }: RequestedMove, { categories }: Message): boolean =>
  token > 1 || category === null || hasCategory(formerCategories, category) || !hasCategory(categories, category)

async function targetOf(ctx: RemoteContext, { mailboxId, folderId, filing }: RequestedMove): Promise<string> {
  if (folderId === null || filing.staysInInbox) return inboxFolderIdOf(ctx, mailboxId)
  const folder = await ctx.db.asService((tx) => folderById(tx, mailboxId, folderId))
  return folder?.provider_folder_id ?? refuse('folder_gone')
}

async function record(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  requested: RequestedMove,
  message: Message,
): Promise<void> {
  const status = await recordCorrection(ctx, tx, requested, message)
  if (status === null) return
  const { mailboxId, logId, userId } = requested
  await publishLiveEvent(tx, userId, { type: 'log', mailboxId, logId, status })
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
 * Marks the email as the folder's setting says, and takes off what former filings of ours have set. Where it was moved,
 * a refusal is only reported: the email is where it should be.
 */
async function markRequested(
  ctx: RemoteContext,
  requested: RequestedMove,
  { message, to, moved }: { message: Message; to: string; moved: SeenMarks | undefined },
): Promise<MarkResult> {
  const { mailboxId, folderId, filing, formerCategories } = requested
  const filings = folderId === null ? null : await ctx.db.asService((tx) => findFilings(tx, mailboxId))
  try {
    const marked = await markFiled(ctx, mailboxId, {
      id: message.id,
      in: to,
      category: filing.category,
      formerCategories: formerCategories.filter((category) => hasCategory(message.categories, category)),
      folder: (folderId !== null && filings?.get(folderId)) || null,
      seen: moved ?? (message.parentFolderId === to ? marksOf(message) : undefined),
    })
    return marked === 'unsupported' && filing.staysInInbox ? refuse('outlook_refused') : marked
  } catch (error) {
    if (filing.staysInInbox || retryWaitMs(error) !== null) throw error
    ctx.events.backgroundError({ part: 'category', error })
    return 'marked'
  }
}

function refuse(code: ErrorCode): never {
  throw new AppError(code)
}
