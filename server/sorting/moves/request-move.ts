import { later } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { responsesTo, type Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { requestedMoveRecoveryMs } from '../../limits.ts'
import { folderById } from '../processing/folder-queries.ts'
import { inboxFolderIdOf } from '../processing/inbox-folder-id.ts'
import { processingLogOfUser } from '../processing/processing-log-access-queries.ts'
import {
  findPendingMove,
  lockLog,
  upsertRequestedMove,
  type CorrectableLog,
  type PendingMove,
  type RequestedMove,
} from './requested-move-queries.ts'

interface LogKey {
  userId: string
  logId: string
}

interface LockedLog extends LogKey {
  inboxId: string
  log: CorrectableLog
  pending: PendingMove | null
}

/**
 * Stores that the user wants an email of their processing history in a folder, claims the move for the caller, and
 * enqueues the job that completes it should the caller die.
 * @param folderId null: the inbox
 * @param undoId the bulk undo that requests the move. Then the email must be where we moved it, without a
 *   correction or a pending request of the user.
 * @throws AppError `log_not_found`, `mail_in_progress`, `mail_moved_meanwhile`, `folder_not_found`,
 *   `folder_not_in_outlook`; MailboxAccessError; VendorError
 */
export function requestMove(
  ctx: RemoteContext,
  { folderId, undoId = null, ...key }: LogKey & { folderId: string | null; undoId?: string | null },
): Promise<RequestedMove> {
  return withLockedLog(ctx, key, async (tx, locked) => {
    const { log, pending } = locked
    if (undoId !== null && (!log.moved || log.corrected)) fail('mail_moved_meanwhile')
    if (pending && undoId !== null && pending.undoId !== undoId) fail('mail_in_progress')
    // Keep a pending retraction. Otherwise the correction being retracted would be saved as the state before this move.
    const retractsCorrection = pending?.retractsCorrection ?? false
    return storeRequest(ctx, tx, locked, { folderId, undoId, retractsCorrection, isCorrection: true })
  })
}

/**
 * Requests the retraction of a correction: the email returns to where it was before the correction.
 * @param folderId the folder that the correction named; null: the inbox
 * @returns null where there is no correction any more
 * @throws as `requestMove`; `mail_moved_meanwhile` also where a later correction exists
 */
export async function requestRetraction(
  ctx: RemoteContext,
  { folderId, ...key }: LogKey & { folderId: string | null },
): Promise<RequestedMove | null> {
  return withLockedLog(ctx, key, async (tx, locked) => {
    const { log, pending } = locked
    if (pending && (pending.undoId !== null || (pending.isCorrection && pending.folderId !== folderId)))
      fail('mail_in_progress')
    const isRecorded = log.corrected && log.targetFolderId === folderId && log.before !== null
    const retractsCorrection = isRecorded || (pending?.retractsCorrection ?? false)
    if (!retractsCorrection && !pending) return log.corrected ? fail('mail_moved_meanwhile') : null
    // A correction whose move is still pending is not recorded yet: the row names the folder to return to.
    const previous = retractsCorrection ? (log.before?.folderId ?? null) : log.moved ? log.targetFolderId : null
    return storeRequest(ctx, tx, locked, { folderId: previous, undoId: null, retractsCorrection, isCorrection: false })
  })
}

async function withLockedLog<T>(
  ctx: RemoteContext,
  key: LogKey,
  request: (tx: Tx, locked: LockedLog) => Promise<T>,
): Promise<T> {
  const [found] = await ctx.db.asService((tx, sendLast) => sendLast(() => [processingLogOfUser(tx, key)]))
  if (!found) fail('log_not_found')
  const inboxId = await inboxFolderIdOf(ctx, found.mailbox_id)
  return ctx.db.asService(async (tx) => {
    const [locked, pending] = await responsesTo([lockLog(tx, key), findPendingMove(tx, key.logId)])
    const log = locked ?? fail('log_not_found')
    if (log.status === 'processing') fail('mail_in_progress')
    if (pending?.isClaimed) fail('mail_in_progress')
    return request(tx, { ...key, inboxId, log, pending })
  })
}

async function storeRequest(
  ctx: Pick<Context, 'clock' | 'jobs' | 'presence'>,
  tx: Tx,
  { userId, logId, inboxId, log, pending }: LockedLog,
  requested: Pick<RequestedMove, 'folderId' | 'undoId' | 'retractsCorrection' | 'isCorrection'>,
): Promise<RequestedMove> {
  const { mailboxId, messageId } = log
  if (requested.folderId !== null) {
    // A folder that is switched off for sorting is a valid target.
    const folder = (await folderById(tx, mailboxId, requested.folderId)) ?? fail('folder_not_found')
    if (folder.provider_folder_id === null) fail('folder_not_in_outlook')
  }
  const requestedAt = ctx.clock.now()
  const current = log.moved ? log.movedInto : inboxId
  const possibleFolderIds = [...(current === null ? [] : [current]), ...(pending?.possibleFolderIds ?? [])]
  const move = { logId, userId, mailboxId, possibleFolderIds, ...requested }
  const after = later(requestedAt, requestedMoveRecoveryMs)
  const [claim] = await responsesTo([
    upsertRequestedMove(tx, move, { node: ctx.presence.node, now: requestedAt }),
    ctx.jobs.enqueue(tx, 'complete-requested-move', { logId }, { after }),
  ])
  return { ...move, messageId, ...claim, requestedAt }
}
