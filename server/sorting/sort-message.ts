import { usageMonth } from '../../contract/limits.ts'
import { isUnsure } from '../../contract/reasons.ts'
import { isAutomatic } from '../actions/automatic-mail.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { ringLimit } from '../db/notifications.ts'
import { putEmail } from '../emails/put-email.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { isKept } from '../mail/known-people-queries.ts'
import { conditionsOf } from './condition-queries.ts'
import { decide, type Decision } from './decide.ts'
import { concludeRow, endMessage, ledgerEntry, reportEnding, tellLog } from './end-message.ts'
import { giveUp, mostAttempts } from './give-up.ts'
import { countAttempt, type InboxEvent } from './inbox-queries.ts'
import { correctionsAbout } from './learning-queries.ts'
import {
  countMail,
  forgetDecision,
  ledgerRow,
  openLedgerRow,
  recordDecision,
  reopenLedgerRow,
  type Ending,
} from './ledger-queries.ts'
import { underLease } from './lease.ts'
import { listOf, senderOf, toMailToSort } from './mail-to-sort.ts'
import { moveDecided } from './move-decided.ts'
import { noticeBroughtBack, noticeMovedBack } from './notice-moved-back.ts'
import { isOwnMail } from './own-mail.ts'
import { readMessage } from './read-message.ts'
import { secondOpinion } from './second-opinion.ts'
import { troubleWith } from './trouble.ts'
import type { Work } from './work.ts'

/** `paused`: Outlook asks the whole mailbox to wait, or no longer lets us in. */
export type Outcome = 'done' | 'postponed' | 'paused'

/**
 * The way of one mail: read, write into the ledger and count, decide, move, end. Each step commits before the next call goes
 * out, so that a worker that takes over finds out where it stands and never does a thing twice.
 */
export async function sortMessage(ctx: Context, work: Work, waiting: InboxEvent): Promise<Outcome> {
  const { messageId } = waiting
  let event = waiting
  try {
    const begin = async (tx: Tx) => ({
      attempts: await countAttempt(tx, work.mailbox.id, messageId),
      known: await ledgerRow(tx, work.mailbox.id, messageId),
    })
    const { attempts, known } = await underLease(ctx, work.lease, begin, { durable: false })
    if (attempts === null) return 'done'
    event = { ...waiting, attempts }
    const logId = known?.id ?? null
    // Stayed at the limit, and the person has asked for it since: from the beginning, in the row that it has.
    const waited = known?.status === 'limit_reached' && event.source === 'waiting' ? known : null
    if (known && known.status !== 'processing' && !waited) {
      await noticeMovedBack(ctx, work, event, known)
    } else if (attempts > mostAttempts) {
      await giveUp(ctx, work, event, known)
    } else {
      const message = await readMessage(ctx, work.mailbox.id, event)
      if (!message) await endMessage(ctx, work, { messageId, logId, message }, { status: 'left', reason: 'gone' })
      else if (known && !waited) await moveDecided(ctx, work, message, { ...known, messageId })
      else await enter(ctx, work, { messageId, logId }, message)
    }
    return 'done'
  } catch (error) {
    return postpone(ctx, work, event, error)
  }
}

/**
 * Decides; writes the mail with its decision into the ledger and counts it, in one transaction; then moves it.
 * @param mail.logId of a mail that waited at the limit; null of one that is new
 */
async function enter(
  ctx: Context,
  work: Work,
  mail: { messageId: string; logId: string | null },
  message: GraphMessage,
): Promise<void> {
  const { mailbox } = work
  const { messageId, logId } = mail
  if (message.parentFolderId !== work.inboxFolderId) {
    return endMessage(ctx, work, { ...mail, message }, { status: 'left', reason: 'user_moved' })
  }
  if (isOwnMail(ctx.config.smtp, senderOf(message))) {
    return endMessage(ctx, work, { ...mail, message }, { status: 'left', reason: 'own_mail' })
  }
  if (logId === null && (await noticeBroughtBack(ctx, work, message))) return
  const decision = await decideFor(ctx, work, message)
  const left: Ending | null = decision.folderId === null ? { status: 'left', reason: decision.reason } : null
  const now = ctx.clock.now()
  const entered = await underLease(ctx, work.lease, async (tx) => {
    const entry = ledgerEntry(mailbox, { messageId, message })
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
    await forgetDecision(tx, id)
    await concludeRow(ctx, tx, mailbox, { logId: id, messageId }, overLimit, now)
    return { id, ending: overLimit }
  })
  if (!entered) return
  const { id, ending } = entered
  if (ending) reportEnding(ctx, mailbox.id, id, ending)
  else
    await moveDecided(ctx, work, message, { id, messageId, targetFolderId: decision.folderId, decidedBy: decision.by })
}

const overLimit: Ending = { status: 'limit_reached', reason: 'limit' }

async function decideFor(ctx: Context, work: Work, message: GraphMessage): Promise<Decision> {
  const about = { sender: senderOf(message), list: listOf(message) }
  const { id: mailboxId, user_id: userId, confidence_threshold: threshold } = work.mailbox
  const known = await ctx.db.asService(async (tx) => ({
    conditions: await conditionsOf(tx, mailboxId),
    corrections: await correctionsAbout(tx, mailboxId, about),
    // Lists and machines write in the names of people, too.
    isFromKnownPerson: !isAutomatic(message, []) && (await isKept(tx, mailboxId, about.sender)),
  }))
  const mail = toMailToSort(message)
  const decision = decide(mail, work.candidates, { model: work.model, threshold, ...known })
  const month = usageMonth(ctx.clock.now())
  return secondOpinion(ctx, { userId, month, mail, candidates: work.candidates, threshold }, decision)
}

async function postpone(ctx: Context, work: Work, event: InboxEvent, error: unknown): Promise<Outcome> {
  const trouble = troubleWith(error, event, ctx.clock.now())
  if (!trouble) throw error
  await underLease(ctx, work.lease, async (tx) => {
    await trouble.record(tx, work.mailbox.id, event.messageId)
    // Mail that goes its way is told of once, at its end; what has to wait shows that it is under way.
    const row = await ledgerRow(tx, work.mailbox.id, event.messageId)
    if (row?.status === 'processing') await tellLog(tx, work.mailbox, row.id, 'processing')
  })
  ctx.events.mailRetried({ mailboxId: work.mailbox.id, attempts: event.attempts, vendorStatus: trouble.vendorStatus })
  if (trouble.unexpected) ctx.events.backgroundError({ part: 'sorting', error })
  return trouble.pausesMailbox ? 'paused' : 'postponed'
}
