import { usageMonth } from '../../contract/limits.ts'
import { isUnsure } from '../../contract/reasons.ts'
import { emailKindOf } from '../../packages/classifier/classifier.ts'
import type { Context } from '../context.ts'
import { commitWithoutWaiting } from '../db/asynchronous-commit.ts'
import { notNeeded, responsesTo, type SendLast, type Tx } from '../db/database.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import type { MailboxRow } from '../mail/mailboxes/mailbox-queries.ts'
import { hasPlans, type CountedMonth } from '../shared/monthly-limit.ts'
import type { Message } from '../vendors/mailbox/message.ts'
import type { Decision } from './decision/decision.ts'
import { filingOf, filingUntilFiled, type Filing } from './folders/filing-queries.ts'
import { authorizeMove, type MoveAuthorization } from './moves/authorize-move.ts'
import { finishInTransaction, publishProcessingLog } from './completion/finish-message.ts'
import { deleteInboxEvent, lockInboxEvent } from './queue/inbox-event-queries.ts'
import { withLease } from './lease/lease.ts'
import { toMailToSort } from './messages/mail-to-sort.ts'
import type { SortingBatch } from './completion/sorting-batch.ts'
import {
  AlreadyLogged,
  clearDecision,
  insertDecidedLog,
  newLogId,
  reopenProcessingLog,
  type DecidedMessage,
  type FilingDelay,
  type ProcessingOutcome,
} from './log/processing-log-queries.ts'
import { notifyLimitReached } from './log/limit-notification-queries.ts'
import { truncatedLogEntry } from './log/truncate-log-entry.ts'
import { countBelowLimit, incrementUsage, LimitNear } from './log/monthly-usage-queries.ts'

/**
 * The monthly limit is reached while a backfill runs. Unlike new mail, its messages get no row: the backfill shows
 * the rest.
 */
export class LimitReachedError extends Error {}

interface NewDecision {
  message: Message
  decision: Decision
  /** Null where it is filed at once, or stays in the inbox. */
  delay: FilingDelay | null
  /** The row of a message that waited at the limit; null for a message without a row. */
  logId: string | null
  backfillId: string | null
}

/** `outcome` is null where the message has to be moved; `authorization` then allows it. */
export interface RecordedDecision {
  decision: Decision
  logId: string
  outcome: ProcessingOutcome | null
  authorization: MoveAuthorization | null
  filing: Filing
}

type RecordingContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'sealer' | 'vendors'>

const overLimit: ProcessingOutcome = { status: 'limit_reached', reason: 'limit' }

/**
 * Runs a transaction under the lease that ends with `recordDecision`. Once the monthly limit is near it is repeated,
 * and counts each message of the batch by itself.
 * @returns null where the message has a row already
 */
export async function withRecording<T>(
  ctx: RecordingContext,
  batch: SortingBatch,
  fn: (tx: Tx, sendLast: SendLast) => Promise<T>,
): Promise<T | null> {
  try {
    return await withLease(ctx, batch.lease, fn)
  } catch (error) {
    if (error instanceof AlreadyLogged) return null
    if (!(error instanceof LimitNear)) throw error
    batch.isLimitNear = true
    return withRecording(ctx, batch, fn)
  }
}

/**
 * Records the decision, counts the message, and finishes it or authorizes its move, in one round trip with the commit.
 * @returns null where another worker has a row for the message, or the user has canceled the backfill
 * @throws LimitReachedError for a message of a backfill; then nothing is recorded
 */
export async function recordDecision(
  ctx: RecordingContext,
  { tx, sendLast }: { tx: Tx; sendLast: SendLast },
  batch: SortingBatch,
  mail: NewDecision,
): Promise<RecordedDecision | null> {
  // Other messages of the batch may change it meanwhile.
  const { mailbox, isLimitNear } = batch
  const { message, decision, delay, backfillId } = mail
  const now = ctx.clock.now()
  const month = usageMonth(now)
  const isLeft = decision.folderId === null
  const filing = delay
    ? filingUntilFiled(batch, message, decision.runnerUp?.folderId ?? null)
    : filingOf(batch, message, decision.folderId)
  const decided: DecidedMessage = {
    decision,
    ...(isLeft
      ? { status: 'left', reason: decision.reason, kind: emailKindOf(toMailToSort(message)) }
      : { status: 'processing', reason: null, kind: null }),
    countedMonth: isLimitNear ? null : month,
    delay,
    filing,
  }
  if (backfillId !== null && !(await lockInboxEvent(tx, mailbox.id, message.id))) return null
  if (mail.logId !== null && !(await reopenProcessingLog(tx, mail.logId, decided, now))) return null
  const logId = mail.logId ?? newLogId(now)
  if (isLeft && isUnsure(decision.reason) && mailbox.when_unsure === 'categorize')
    await ctx.jobs.enqueue(tx, 'mark-unsure', { logId })

  const entry = truncatedLogEntry(mailbox, { messageId: message.id, message, backfillId })
  const write = () =>
    [
      isLeft
        ? notNeeded
        : authorizeMove(tx, batch, { messageId: message.id, targetFolderId: decision.folderId }, message),
      mail.logId === null ? insertDecidedLog(tx, { id: logId, entry, decided, now }) : notNeeded,
      isLeft ? leaveMessage(tx, mailbox, { logId, messageId: message.id }) : notNeeded,
    ] as const
  const outcome: ProcessingOutcome | null = isLeft ? { status: 'left', reason: decision.reason } : null
  const counted = { userId: mailbox.user_id, month, hasPlans: hasPlans(ctx) }
  if (!isLimitNear && delay === null) {
    const [authorization] = await sendLast(() => [...write(), countBelowLimit(tx, counted)] as const)
    return { decision, logId, outcome, authorization, filing }
  }
  const [authorization] = await responsesTo(write())
  const isCounted = !isLimitNear || (await countAgainstLimit(ctx, tx, counted, { logId, now }))
  if (isCounted) {
    // Only the move waits.
    if (delay) await batch.createActionRuns(tx, logId)
    if (!isLimitNear) await sendLast(() => [countBelowLimit(tx, counted)])
    return { decision, logId, outcome, authorization, filing }
  }
  if (backfillId !== null) throw new LimitReachedError()
  await clearDecision(tx, logId)
  await finishInTransaction(tx, batch, { logId, messageId: message.id }, overLimit, now)
  return { decision, logId, outcome: overLimit, authorization: null, filing }
}

/** Nothing follows the decision, and the next attempt repeats one that is lost. */
async function leaveMessage(tx: Tx, mailbox: MailboxRow, at: { logId: string; messageId: string }): Promise<void> {
  await responsesTo([
    commitWithoutWaiting(tx),
    deleteInboxEvent(tx, mailbox.id, at.messageId),
    publishProcessingLog(tx, mailbox, at.logId, 'left'),
  ])
}

/**
 * Called last in the transaction: the row of the month stays locked until the commit, and all mail of the user
 * waits for it.
 */
async function countAgainstLimit(
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  tx: Tx,
  counted: CountedMonth,
  { logId, now }: { logId: string; now: Date },
): Promise<boolean> {
  const { userId, month } = counted
  const isCounted = await incrementUsage(tx, logId, counted)
  if (await notifyLimitReached(tx, counted, now))
    await enqueueEmail(tx, ctx, { kind: 'limit-reached', payload: { userId, month }, userId })
  return isCounted
}
