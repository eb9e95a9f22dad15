import { usageMonth } from '../../contract/limits.ts'
import { isUnsure } from '../../contract/reasons.ts'
import { isAutomatic } from '../mail/automatic-mail.ts'
import type { Context } from '../context.ts'
import { ringLimit } from '../db/notifications.ts'
import { putEmail } from '../emails/put-email.ts'
import { isKept } from '../mail/known-people-queries.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { withNoticed } from '../../packages/classifier/with-noticed.ts'
import { conditionsOf } from './decision/condition-queries.ts'
import { decide, type Decision } from './decision/decide.ts'
import { concludeRow, endMessage, ledgerEntry, reportEnding } from './ledger/end-message.ts'
import { correctionsAbout } from './learning/learning-queries.ts'
import { holdEvent } from './ledger/inbox-queries.ts'
import {
  countMail,
  forgetDecision,
  openLedgerRow,
  recordDecision,
  reopenLedgerRow,
  type Ending,
} from './ledger/ledger-queries.ts'
import { underLease } from './ledger/lease.ts'
import { asPreviewed, isPreviewed } from './preview/previewed.ts'
import { listOf, senderOf, toMailToSort } from './ledger/mail-to-sort.ts'
import { moveDecided } from './moves/move-decided.ts'
import { noticeBroughtBack } from './moves/notice-moved-back.ts'
import { isOwnMail } from './ledger/own-mail.ts'
import { readMessage } from './ledger/read-message.ts'
import { secondOpinion } from './second-opinion/second-opinion.ts'
import type { Work } from './ledger/work.ts'

/**
 * Decides; writes the mail with its decision into the ledger and counts it, in one transaction; then moves it.
 * @param mail.logId of a mail that waited at the limit; null of one that is new
 * @throws LimitReached where the month takes no more of the mail that lay in the inbox before: nothing of it is written down then
 */
export async function enterMessage(
  ctx: Context,
  work: Work,
  mail: { messageId: string; logId: string | null; backfillId: string | null },
  message: GraphMessage,
): Promise<void> {
  const { mailbox } = work
  const { messageId, logId, backfillId } = mail
  if (message.parentFolderId !== work.inboxFolderId) {
    return endMessage(ctx, work, { ...mail, message }, { status: 'left', reason: 'user_moved' })
  }
  if (isOwnMail(ctx.config.smtp, senderOf(message))) {
    return endMessage(ctx, work, { ...mail, message }, { status: 'left', reason: 'own_mail' })
  }
  if (logId === null && (await noticeBroughtBack(ctx, work, message))) return
  const decided = await decideFor(ctx, work, message)
  const decision = isPreviewed(mailbox, ctx.clock.now()) ? asPreviewed(decided, work.candidates) : decided
  const left: Ending | null = decision.folderId === null ? { status: 'left', reason: decision.reason } : null
  const now = ctx.clock.now()
  const entered = await underLease(ctx, work.lease, async (tx) => {
    // Given up by the person in the meantime.
    if (backfillId !== null && !(await holdEvent(tx, mailbox.id, messageId))) return null
    const entry = ledgerEntry(mailbox, { messageId, message, backfillId })
    const id = logId === null ? await openLedgerRow(tx, entry, now) : await reopenLedgerRow(tx, logId)
    if (id === null) return null
    await recordDecision(tx, id, decision)
    if (left) await concludeRow(ctx, tx, mailbox, { logId: id, messageId }, left, now)
    if (left && isUnsure(left.reason) && mailbox.when_unsure === 'categorize')
      await ctx.jobs.enqueue(tx, 'mark-unsure', { logId: id })
    // Last: the row of the month stays locked until the commit, and all mail of the person waits for it.
    const month = usageMonth(now)
    const counted = await countMail(tx, id, mailbox.user_id, month)
    const userId = mailbox.user_id
    if (await ringLimit(tx, { userId, month, now }))
      await putEmail(tx, ctx, { kind: 'limit-reached', payload: { userId, month }, userId })
    if (counted) return { id, ending: left }
    if (backfillId !== null) throw new LimitReached()
    await forgetDecision(tx, id)
    await concludeRow(ctx, tx, mailbox, { logId: id, messageId }, overLimit, now)
    return { id, ending: overLimit }
  })
  if (!entered) return
  const { id, ending } = entered
  if (ending) return reportEnding(ctx, mailbox.id, id, ending)
  // A model takes its time, in which the user may have moved the mail.
  const asItIs = decision.askedModel ? await readMessage(ctx, mailbox.id, { messageId, attempts: 1 }) : message
  if (!asItIs) return endMessage(ctx, work, { ...mail, logId: id, message }, { status: 'left', reason: 'gone' })
  const { folderId: targetFolderId, by: decidedBy } = decision
  await moveDecided(ctx, work, asItIs, { id, messageId, targetFolderId, decidedBy })
}

/** Old mail waits for room without a trace: its backfill says how much is left. */
export class LimitReached extends Error {}

const overLimit: Ending = { status: 'limit_reached', reason: 'limit' }

async function decideFor(
  ctx: Pick<Context, 'clock' | 'db' | 'vendors' | 'events' | 'limits'>,
  work: Work,
  message: GraphMessage,
): Promise<Decision> {
  const about = { sender: senderOf(message), list: listOf(message) }
  const { id: mailboxId, user_id: userId, confidence_threshold: threshold } = work.mailbox
  const known = await ctx.db.asService(async (tx) => ({
    conditions: await conditionsOf(tx, mailboxId),
    corrections: await correctionsAbout(tx, mailboxId, about),
    // Lists and machines write in the names of people, too.
    isFromKnownPerson: !isAutomatic(message, []) && (await isKept(tx, mailboxId, about.sender)),
  }))
  const mail = toMailToSort(message)
  // Not what else is on its way at this moment: the same mail shall have the same answer, whichever of those that came together is looked at first.
  const model = withNoticed(work.model, mail)
  const decision = decide(mail, work.candidates, { model, threshold, ...known })
  const month = usageMonth(ctx.clock.now())
  return secondOpinion(ctx, { userId, mailboxId, month, mail, candidates: work.candidates, threshold }, decision)
}
