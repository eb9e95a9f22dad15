import type { Context } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { movedWithMany } from '../decision/explanation-texts.ts'
import { applyCorrections } from '../learning/corrected-log-queries.ts'
import { recordUnlearnedMoves } from '../learning/unlearned-moves.ts'
import { publishProcessingLog } from '../completion/finish-message.ts'
import type { KnownLocation } from './manual-move-queries.ts'

/** Rows of one statement. */
const rowsPerStatement = 1000

interface MoveOfMany {
  messageId: string
  receivedAt: Date | null
  location: KnownLocation
  /** Where the message is now. */
  folderId: string
}

/**
 * Records moves by hand of which so many came at once that they may be no examples: rows in the processing log follow
 * their messages, which are not read. Nothing is learned, no action runs, and the user is asked. A repeated check finds
 * the messages where they are known to be.
 */
export async function recordMassMove(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  mailbox: MailboxRow,
  moves: readonly MoveOfMany[],
): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    for (let at = 0; at < moves.length; at += rowsPerStatement) {
      const part = moves.slice(at, at + rowsPerStatement)
      const logs = part.map(({ location, folderId }) => ({ ...location, folderId }))
      const changed = await applyCorrections(tx, logs, { explanation: movedWithMany, now })
      const recorded = part.filter(({ location: { logId } }) => logId === null || changed.has(logId))
      if (recorded.length > 0) await recordUnlearnedMoves(tx, mailbox, recorded, now)
      // One event for all: pages load the whole list again.
      const [logId] = changed
      if (logId !== undefined) await publishProcessingLog(tx, mailbox, logId, 'processed')
    }
    await publishLiveEvent(tx, mailbox.user_id, { type: 'mailbox', mailboxId: mailbox.id })
  })
  ctx.events.movesNotLearned({ mailboxId: mailbox.id, count: moves.length })
}
