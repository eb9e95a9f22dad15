import { planRuns } from '../../actions/plan-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { activeFoldersOf, type MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { correctLog } from '../learning/correction-queries.ts'
import { ledgerEntry, tellLog } from '../ledger/end-message.ts'
import { filedInOutlook, movedElsewhere, movedInOutlook } from '../decision/explanation.ts'
import { holdAsKnown, type KnownPlace } from './folder-watch-queries.ts'
import { rememberCorrection } from '../learning/learning-queries.ts'
import { openLedgerRow } from '../ledger/ledger-queries.ts'
import { correctionAbout } from '../ledger/mail-to-sort.ts'
import type { Came } from './moved-by-hand.ts'
import { teach } from '../learning/teach.ts'

interface Found {
  message: GraphMessage
  place: KnownPlace
  came: Extract<Came, { how: 'by-hand' | 'filed' }>
  /** Where it is now. */
  folderId: string
}

/**
 * Writes down where the user has put a mail: their last word about it. What they moved by hand teaches about its sender or list, at once;
 * what a rule may have filed teaches nothing. Where the mailbox says so, the folder's actions run for both (decision 3).
 */
export async function noticeMove(
  ctx: Pick<Context, 'clock' | 'db' | 'jobs' | 'events'>,
  mailbox: MailboxRow,
  found: Found,
): Promise<void> {
  const { place, came, folderId, message } = found
  const now = ctx.clock.now()
  await ctx.db.asService(async (tx) => {
    if (place.logId !== null && !(await holdAsKnown(tx, place))) return
    const isSortedInto = (await activeFoldersOf(tx, mailbox.id)).some(({ id }) => id === folderId)
    const isByHand = came.how === 'by-hand'
    if (isByHand && isSortedInto) {
      const about = correctionAbout(message)
      const lesson = { mailboxId: mailbox.id, userId: mailbox.user_id, messageId: message.id, folderId }
      // Without a sender there is nothing that the next mail could be recognised by.
      if (about.value !== '')
        await rememberCorrection(tx, { ...lesson, fromFolderId: came.from, learnedBy: 'outlook', ...about }, now)
      await teach(tx, mailbox, { message, folderId, isTaught: true })
    }
    if (place.logId === null && !mailbox.act_on_filed) return
    const logId = await rowFor(tx, mailbox, found, now)
    if (logId === null) return
    const explanation = !isByHand ? filedInOutlook : isSortedInto ? movedInOutlook : movedElsewhere
    await correctLog(tx, { logId, folderId, explanation, now })
    await planRuns(ctx, tx, logId)
    await tellLog(tx, mailbox, logId, 'processed')
    if (isByHand) ctx.events.mailCorrected({ mailboxId: mailbox.id, logId, to: 'folder' })
  })
}

async function rowFor(tx: Tx, mailbox: MailboxRow, { place, message }: Found, now: Date): Promise<string | null> {
  return place.logId ?? (await openLedgerRow(tx, ledgerEntry(mailbox, { messageId: message.id, message }), now))
}
