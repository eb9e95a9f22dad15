import { isUnsure } from '../../../contract/reasons.ts'
import { planRuns } from '../../actions/plan-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { type AskedMove, endAskedMove, holdLog, noteOutcome } from './asked-move-queries.ts'
import { correctLog } from '../learning/correction-queries.ts'
import { keptByUser, movedBackByUser, movedByUser, undoneWithOthers } from '../decision/explanation.ts'
import { rememberCorrection } from '../learning/learning-queries.ts'
import { correctionAbout } from '../ledger/mail-to-sort.ts'
import { takeBackWord } from '../learning/take-back-word.ts'
import { teach } from '../learning/teach.ts'

/**
 * Writes down what the user wanted and what is so in Outlook now: the row, the correction about this sender or list, and the lesson. Where
 * they have taken a word back, that one is forgotten first, and it may be all.
 *
 * One of many that are undone together teaches the classifier, as an example of mail for the inbox, and makes no rule about its sender: who
 * undoes a day has not looked at each of its mails, and a rule would keep every sender of that day in the inbox for good, unexamined, also
 * those that were sorted well. What the user has said before about a sender, or set as a condition, still holds.
 * @returns null where somebody else has taken it over, or the mailbox was disconnected
 */
export async function recordCorrection(
  ctx: Pick<Context, 'clock' | 'jobs' | 'events'>,
  tx: Tx,
  asked: AskedMove,
  message: GraphMessage,
): Promise<{ status: string; wasUnsure: boolean } | null> {
  const { logId, mailboxId, userId, messageId, folderId, undoId } = asked
  const now = ctx.clock.now()
  if (!(await holdLog(tx, asked)) || !(await endAskedMove(tx, asked))) return null
  if (asked.takesBack) await takeBackWord(ctx, tx, asked)
  const log = await holdLog(tx, asked)
  if (!log) return null
  if (!asked.isWord) return { status: log.status, wasUnsure: false }
  const ofOne = folderId !== null ? movedByUser : log.status === 'processed' ? movedBackByUser : keptByUser
  const explanation = undoId === null ? ofOne : undoneWithOthers
  const status = await correctLog(tx, { logId, folderId, explanation, now, canBeTakenBack: undoId === null })
  if (undoId !== null) await noteOutcome(tx, { undoId, logId }, 'undone')
  if (status === 'processed') await planRuns(ctx, tx, logId)
  const about = correctionAbout(message)
  // Without a sender there is nothing that the next mail could be recognised by.
  if (about.value !== '' && undoId === null)
    await rememberCorrection(
      tx,
      { mailboxId, userId, messageId, folderId, fromFolderId: log.targetFolderId, learnedBy: 'history', ...about },
      now,
    )
  await teach(tx, { id: mailboxId, user_id: userId }, { message, folderId, isTaught: undoId === null })
  ctx.events.mailCorrected({ mailboxId, logId, to: folderId === null ? 'inbox' : 'folder' })
  return { status, wasUnsure: isUnsure(log.reason) }
}
