import { createActionRuns } from '../../actions/engine/create-action-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { findTargetFolders } from '../../mail/folders/target-folder-queries.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { filedByUserOrRule, movedElsewhere, movedByHand } from '../decision/explanation-texts.ts'
import { applyCorrection } from '../learning/corrected-log-queries.ts'
import { upsertCorrection } from '../learning/correction-queries.ts'
import { trainOnCorrection } from '../learning/train-on-correction.ts'
import { deleteMovesToLearn } from '../learning/unlearned-moves.ts'
import { publishProcessingLog } from '../completion/finish-message.ts'
import { correctionKeyOf } from '../messages/mail-to-sort.ts'
import { insertProcessingLog } from '../log/processing-log-queries.ts'
import { truncatedLogEntry } from '../log/truncate-log-entry.ts'
import type { RecordedOrigin } from './own-or-manual-move.ts'
import { lockUnchangedLog, type KnownLocation } from './manual-move-queries.ts'

interface ManualMove {
  message: Message
  location: KnownLocation
  origin: RecordedOrigin
  /** Where the message is now. */
  folderId: string
}

/**
 * Records a move that the user or an Outlook rule has made. A move by hand is a correction and a training example;
 * a message that a rule may have filed teaches nothing. The folder's actions run for both where the mailbox is set
 * to act on filed mail.
 */
export async function recordManualMove(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  mailbox: MailboxRow,
  move: ManualMove,
): Promise<void> {
  const { location, origin, folderId, message } = move
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    if (location.logId !== null && !(await lockUnchangedLog(tx, location))) return
    const isSortedInto = (await findTargetFolders(tx, mailbox.id)).some(({ id }) => id === folderId)
    const isByHand = origin.how === 'by-hand'
    if (isByHand) await deleteMovesToLearn(tx, mailbox, [message.id])
    if (isByHand && isSortedInto) {
      const key = correctionKeyOf(message)
      const correction = { mailboxId: mailbox.id, userId: mailbox.user_id, messageId: message.id, folderId }
      // Without a sender or list there is no key for a correction.
      if (key.value !== '')
        await upsertCorrection(tx, { ...correction, fromFolderId: origin.from, learnedBy: 'outlook', ...key }, now)
      await trainOnCorrection(tx, mailbox, { message, folderId, isCorrection: true })
    }
    if (location.logId === null && !mailbox.act_on_filed) return
    const logId = await logFor(tx, mailbox, move, now)
    if (logId === null) return
    const explanation = !isByHand ? filedByUserOrRule : isSortedInto ? movedByHand : movedElsewhere
    await applyCorrection(tx, { logId, folderId, explanation, now })
    await createActionRuns(ctx, tx, logId)
    await publishProcessingLog(tx, mailbox, logId, 'processed')
    if (isByHand) ctx.events.messageCorrected({ mailboxId: mailbox.id, logId, to: 'folder' })
  })
}

async function logFor(
  tx: Tx,
  mailbox: MailboxRow,
  { location, message }: ManualMove,
  now: Date,
): Promise<string | null> {
  if (location.logId !== null) return location.logId
  return insertProcessingLog(tx, truncatedLogEntry(mailbox, { messageId: message.id, message }), now)
}
