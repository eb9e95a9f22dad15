import { createActionRuns } from '../../actions/engine/create-action-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import {
  chosenInTidyUp,
  filedInTidyUp,
  keptByUser,
  returnedByUser,
  movedByUser,
  retagged,
  undoneInTidyUp,
  undoneWithOthers,
  untagged,
} from '../decision/explanation-texts.ts'
import { applyCorrection, unsureMessage } from '../learning/corrected-log-queries.ts'
import { upsertCorrection } from '../learning/correction-queries.ts'
import { restoreLogBeforePress } from '../learning/retract-correction-queries.ts'
import { retractCorrection } from '../learning/retract-correction.ts'
import { lockMailbox } from '../learning/taught-in-press-queries.ts'
import { trainOnCorrection } from '../learning/train-on-correction.ts'
import { retractTaughtByEmail } from '../learning/retract-taught.ts'
import { correctionKeyOf } from '../messages/mail-to-sort.ts'
import {
  type CorrectableLog,
  deleteRequestedMove,
  lockLog,
  recordPressOutcome,
  recordUndoOutcome,
  type RequestedMove,
} from './requested-move-queries.ts'

/**
 * Records a requested move that is done in the mailbox: the row, the correction about the sender or list, and the
 * training example. A retraction is applied first, and may be all there is to record. A move into the inbox, or the
 * wish to keep the message there, retracts what a press of Tidy up has taught about it.
 *
 * A bulk undo trains the classifier but stores no correction about senders: the user has not reviewed each message
 * of the undone period, and a correction would keep every one of its senders in the inbox, also those that were
 * sorted correctly. Earlier corrections and conditions stay in effect.
 * @returns the status of the row; null where another worker has claimed the move, or the mailbox was disconnected
 */
export async function recordCorrection(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  requested: RequestedMove,
  message: Message,
): Promise<string | null> {
  const { logId, mailboxId, userId, messageId, folderId, undoId, filing } = requested
  const now = ctx.clock.now()
  // A bulk undo leaves what a press has filed.
  const endsPresses = folderId === null && undoId === null && requested.pressId === null
  // Presses lock the mailbox before its rows, too.
  if (endsPresses) await lockMailbox(tx, mailboxId)
  if (!(await lockLog(tx, requested)) || !(await deleteRequestedMove(tx, requested))) return null
  if (requested.retractsCorrection) await retractCorrection(ctx, tx, requested)
  if (endsPresses) await retractTaughtByEmail(ctx, tx, requested)
  const log = await lockLog(tx, requested)
  if (!log) return null
  if (requested.pressId !== null) return recordPressMove(ctx, tx, requested, log)
  if (!requested.isCorrection) return log.status
  const explanation = undoId === null ? explanationOf(log, requested) : undoneWithOthers
  const status = await applyCorrection(tx, {
    logId,
    folderId,
    explanation,
    now,
    filing,
    isRetractable: undoId === null,
  })
  if (undoId !== null) await recordUndoOutcome(tx, { undoId, logId }, 'undone')
  if (status === 'processed') await createActionRuns(ctx, tx, logId)
  const key = correctionKeyOf(message)
  // Without a sender or list there is no key for a correction.
  if (key.value !== '' && undoId === null)
    await upsertCorrection(
      tx,
      { mailboxId, userId, messageId, folderId, fromFolderId: log.targetFolderId, learnedBy: 'history', ...key },
      now,
    )
  const wasInFolder = !filing.staysInInbox
  const example = { message, folderId, isCorrection: undoId === null, wasInFolder }
  await trainOnCorrection(tx, { id: mailboxId, user_id: userId }, example)
  ctx.events.messageCorrected({ mailboxId, logId, to: folderId === null ? 'inbox' : 'folder' })
  return status
}

function explanationOf(log: CorrectableLog, { folderId, filing }: RequestedMove): string {
  if (folderId !== null) return filing.staysInInbox ? retagged : movedByUser
  if (log.status !== 'processed') return keptByUser
  return log.filing.staysInInbox ? untagged : returnedByUser
}

/**
 * Records a move of a press, which has taught already, or of its undo, which has retracted that. Automated actions do
 * not run. An undo that replaced a move which never happened leaves the row as it is; any other one restores it, so
 * that the review asks about the email again.
 */
async function recordPressMove(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  { pressId, logId, mailboxId, folderId, filing }: RequestedMove,
  log: CorrectableLog,
): Promise<string> {
  const isUndo = folderId === null
  if (pressId !== null) await recordPressOutcome(tx, { pressId, logId, folderId }, true)
  if (isUndo && !log.moved) return log.status
  if (isUndo && (await restoreLogBeforePress(tx, logId, chosenInTidyUp))) {
    if (await unsureMessage(tx, logId)) await ctx.jobs.enqueue(tx, 'mark-unsure', { logId })
    return 'left'
  }
  const explanation = isUndo ? undoneInTidyUp : filedInTidyUp
  const now = ctx.clock.now()
  const status = await applyCorrection(tx, { logId, folderId, explanation, now, filing, isRetractable: !isUndo })
  ctx.events.messageCorrected({ mailboxId, logId, to: isUndo ? 'inbox' : 'folder' })
  return status
}
