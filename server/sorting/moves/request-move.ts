import { unsureCategory } from '../../../contract/limits.ts'
import { isUnsure } from '../../../contract/reasons.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { responsesTo, type Tx } from '../../db/database.ts'
import { fail } from '../../errors.ts'
import { byMove, findFilings } from '../folders/filing-queries.ts'
import { folderById } from '../folders/folder-queries.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { processingLogOfUser } from '../log/processing-log-access-queries.ts'
import {
  findPendingMove,
  lockLog,
  lockOpenPress,
  upsertRequestedMove,
  type CorrectableLog,
  type PendingMove,
  type RequestedMove,
} from './requested-move-queries.ts'

const requestedMoveRecoveryMs = 2 * 60_000

interface LogKey {
  userId: string
  logId: string
}

export interface MoveRequest extends LogKey {
  /** Null: the inbox. */
  folderId: string | null
  /** The bulk undo that requests the move. */
  undoId?: string | null
  /** The press of Tidy up that requests the move; with the inbox, its undo does. */
  pressId?: string | null
  /** Runs in the transaction of the request, while the row is locked. What it throws refuses the request. */
  authorize?: (tx: Tx) => Promise<void>
}

interface LockedLog extends LogKey {
  inboxId: string
  log: CorrectableLog
  pending: PendingMove | null
}

/**
 * Stores that the user wants an email of their processing history in a folder, claims the move for the caller, and
 * enqueues the job that completes it should the caller die.
 * An email that is moved together with others must have no pending request of the user. For a bulk undo it must be
 * where we moved it, or wait until we do, without a correction; for a press in the inbox, and for its undo in the
 * folder of the press.
 * @throws AppError `log_not_found`, `mail_in_progress`, `mail_moved_meanwhile`, `folder_not_found`,
 *   `folder_not_in_outlook`; MailboxAccessError; VendorError
 */
export function requestMove(
  ctx: RemoteContext,
  { folderId, undoId = null, pressId = null, authorize, ...key }: MoveRequest,
): Promise<RequestedMove> {
  return withLockedLog(ctx, key, async (tx, locked) => {
    const { log, pending } = locked
    await authorize?.(tx)
    const isSorted = log.moved || log.reason === 'delayed'
    if (undoId !== null && (!isSorted || log.corrected)) fail('mail_moved_meanwhile')
    const isOfMany = undoId !== null || pressId !== null
    if (pending && isOfMany && (pending.undoId !== undoId || pending.pressId !== pressId)) fail('mail_in_progress')
    if (pressId !== null) {
      const press =
        (await lockOpenPress(tx, { pressId, logId: key.logId }, folderId === null)) ?? fail('mail_moved_meanwhile')
      const expected = folderId === null ? press.folderId : null
      if (!pending && (log.moved ? log.targetFolderId : null) !== expected) fail('mail_moved_meanwhile')
    }
    // Keep a pending retraction. Otherwise the correction being retracted would be saved as the state before this move.
    const retractsCorrection = pending?.retractsCorrection ?? false
    const filing = (folderId === null ? null : (await findFilings(tx, log.mailboxId)).get(folderId)) ?? byMove
    const requested = { folderId, undoId, pressId, retractsCorrection, isCorrection: true }
    return storeRequest(ctx, tx, locked, { ...requested, filing })
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
    if (
      pending &&
      (pending.undoId !== null || pending.pressId !== null || (pending.isCorrection && pending.folderId !== folderId))
    )
      fail('mail_in_progress')
    const isRecorded = log.corrected && log.targetFolderId === folderId && log.before !== null
    const retractsCorrection = isRecorded || (pending?.retractsCorrection ?? false)
    if (!retractsCorrection && !pending) return log.corrected ? fail('mail_moved_meanwhile') : null
    // A correction whose move is still pending is not recorded yet: the row names the folder to return to.
    const current = { folderId: log.moved ? log.targetFolderId : null, filing: log.filing }
    const { folderId: previous, filing } = retractsCorrection ? (log.before ?? inInbox) : current
    return storeRequest(ctx, tx, locked, {
      folderId: previous,
      filing: previous === null ? byMove : filing,
      undoId: null,
      pressId: null,
      retractsCorrection,
      isCorrection: false,
    })
  })
}

const inInbox = { folderId: null, filing: byMove }

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
  requested: Pick<RequestedMove, 'folderId' | 'undoId' | 'pressId' | 'retractsCorrection' | 'isCorrection' | 'filing'>,
): Promise<RequestedMove> {
  const { mailboxId, messageId } = log
  if (requested.folderId !== null) {
    // A folder that is switched off for sorting is a valid target.
    const folder = (await folderById(tx, mailboxId, requested.folderId)) ?? fail('folder_not_found')
    if (folder.provider_folder_id === null) fail('folder_not_in_outlook')
  }
  const requestedAt = ctx.clock.now()
  const current = log.moved && !log.filing.staysInInbox ? log.movedInto : inboxId
  const possibleFolderIds = [...(current === null ? [] : [current]), ...(pending?.possibleFolderIds ?? [])]
  // The user has decided, so the email is not unsure any more.
  const unsure = isUnsure(log.reason) ? [unsureCategory] : []
  const ours = [log.filing.category, ...unsure, ...(pending?.formerCategories ?? [])]
  const formerCategories = ours.filter((category) => category !== null)
  const { staysInInbox, category } = requested.filing
  const filing = { staysInInbox, category }
  const move = { logId, userId, mailboxId, possibleFolderIds, formerCategories, ...requested, filing }
  const after = addMs(requestedAt, requestedMoveRecoveryMs)
  const [claim] = await responsesTo([
    upsertRequestedMove(tx, move, { node: ctx.presence.node, now: requestedAt }),
    ctx.jobs.enqueue(tx, 'complete-requested-move', { logId }, { after }),
  ])
  return { ...move, messageId, ...claim, requestedAt }
}
