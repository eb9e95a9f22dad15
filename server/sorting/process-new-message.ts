import { usageMonth } from '../../contract/limits.ts'
import { isUnsure } from '../../contract/reasons.ts'
import { withObserved } from '../../packages/classifier/classifier.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { notifyLimitReached } from '../db/notifications.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import { isAutomatic } from '../mail/automatic-mail.ts'
import { isKnownPerson } from '../mail/known-people-queries.ts'
import type { MailboxRow } from '../mail/queries.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { conditionsOf } from './decision/condition-queries.ts'
import { foldersOpenTo } from './decision/match-instructions.ts'
import { decide, type Decision } from './decision/decide.ts'
import { askLanguageModel } from './language-model/ask-language-model.ts'
import type { ModelQuestions } from './language-model/model-questions.ts'
import { findCorrections } from './learning/correction-queries.ts'
import { detectReturnToInbox } from './moves/detect-undone-move.ts'
import { moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { isInPreviewMode, toPreviewDecision } from './preview/preview-mode.ts'
import { finishInTransaction, finishMessage, reportOutcome } from './processing/finish-message.ts'
import { lockInboxEvent } from './processing/inbox-event-queries.ts'
import { withLease } from './processing/lease.ts'
import { listOf, senderOf, toMailToSort } from './processing/mail-to-sort.ts'
import type { MailboxSession } from './processing/mailbox-session.ts'
import { isOwnMail } from './processing/own-mail.ts'
import {
  clearDecision,
  insertProcessingLog,
  recordDecision,
  reopenProcessingLog,
  type ProcessingOutcome,
} from './processing/processing-log-queries.ts'
import { readMessage } from './processing/read-message.ts'
import { truncatedLogEntry } from './processing/truncate-log-entry.ts'
import { incrementUsage } from './processing/usage-queries.ts'

/**
 * The monthly limit is reached while a backfill runs. Unlike new mail, its messages get no row: the backfill shows
 * the rest.
 */
export class LimitReachedError extends Error {}

interface NewMessage {
  messageId: string
  /** The row of a message that waited at the limit; null for a message without a row. */
  logId: string | null
  backfillId: string | null
  modelQuestions: ModelQuestions
}

/**
 * Decides where a message goes, records the decision and counts it against the limit in one transaction, then moves it.
 * @throws LimitReachedError for a message of a backfill; then nothing is recorded
 */
export async function processNewMessage(
  ctx: Context,
  session: MailboxSession,
  mail: NewMessage,
  message: GraphMessage,
): Promise<void> {
  const { mailbox } = session
  const { messageId, modelQuestions } = mail
  const leave = (reason: 'user_moved' | 'own_mail') =>
    finishMessage(ctx, session, { ...mail, message }, { status: 'left', reason })
  if (message.parentFolderId !== session.inboxFolderId) return leave('user_moved')
  if (isOwnMail(ctx.config.smtp, senderOf(message))) return leave('own_mail')
  if (mail.logId === null && (await detectReturnToInbox(ctx, session, message))) return
  const decided = await decideFor(ctx, session, message, (question) => modelQuestions.ask(question))
  // Questions about other messages need not wait until this one is moved.
  modelQuestions.leave()
  const decision = isInPreviewMode(mailbox, ctx.clock.now()) ? toPreviewDecision(decided, session.candidates) : decided
  const recorded = await withLease(ctx, session.lease, (tx) => record(ctx, tx, session, { mail, message, decision }))
  if (!recorded) return
  const { logId, outcome } = recorded
  if (outcome) return reportOutcome(ctx, mailbox.id, logId, outcome)
  // The user may have moved the message while the language model was answering.
  const current = decision.askedModel ? await readMessage(ctx, mailbox.id, { messageId, attempts: 1 }) : message
  if (!current) return finishMessage(ctx, session, { ...mail, logId, message }, { status: 'left', reason: 'gone' })
  const { folderId: targetFolderId, by: decidedBy } = decision
  await moveToDecidedFolder(ctx, session, current, {
    id: logId,
    messageId,
    targetFolderId,
    decidedBy,
    changeKeyBeforeMove: null,
  })
}

const overLimit: ProcessingOutcome = { status: 'limit_reached', reason: 'limit' }

/**
 * Records the decision and counts the message. Finishes a message that stays in the inbox.
 * @returns null where another worker has a row for the message, or the user has canceled the backfill
 */
async function record(
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  tx: Tx,
  session: MailboxSession,
  { mail, message, decision }: { mail: NewMessage; message: GraphMessage; decision: Decision },
): Promise<{ logId: string; outcome: ProcessingOutcome | null } | null> {
  const { mailbox } = session
  const { messageId, backfillId } = mail
  const now = ctx.clock.now()
  if (backfillId !== null && !(await lockInboxEvent(tx, mailbox.id, messageId))) return null
  const entry = truncatedLogEntry(mailbox, { messageId, message, backfillId })
  const logId =
    mail.logId === null ? await insertProcessingLog(tx, entry, now) : await reopenProcessingLog(tx, mail.logId)
  if (logId === null) return null
  await recordDecision(tx, logId, decision)
  const left: ProcessingOutcome | null = decision.folderId === null ? { status: 'left', reason: decision.reason } : null
  if (left) await finishInTransaction(tx, session, { logId, messageId }, left, now)
  if (left && isUnsure(left.reason) && mailbox.when_unsure === 'categorize')
    await ctx.jobs.enqueue(tx, 'mark-unsure', { logId })
  if (await countAgainstLimit(ctx, tx, mailbox, { logId, now })) return { logId, outcome: left }
  if (backfillId !== null) throw new LimitReachedError()
  await clearDecision(tx, logId)
  await finishInTransaction(tx, session, { logId, messageId }, overLimit, now)
  return { logId, outcome: overLimit }
}

/**
 * Called last in the transaction: the row of the month stays locked until the commit, and all mail of the user
 * waits for it.
 */
async function countAgainstLimit(
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  tx: Tx,
  { user_id: userId }: MailboxRow,
  { logId, now }: { logId: string; now: Date },
): Promise<boolean> {
  const month = usageMonth(now)
  const isCounted = await incrementUsage(tx, logId, userId, month)
  if (await notifyLimitReached(tx, { userId, month, now }))
    await enqueueEmail(tx, ctx, { kind: 'limit-reached', payload: { userId, month }, userId })
  return isCounted
}

async function decideFor(
  ctx: Pick<Context, 'db' | 'vendors'>,
  session: MailboxSession,
  message: GraphMessage,
  ask: ModelQuestions['ask'],
): Promise<Decision> {
  const about = { sender: senderOf(message), list: listOf(message) }
  const { candidates, disabledFolders } = session
  const { id: mailboxId, confidence_threshold: threshold } = session.mailbox
  const context = await ctx.db.asService(async (tx) => ({
    conditions: await conditionsOf(tx, mailboxId),
    corrections: await findCorrections(tx, mailboxId, about),
    // Mailing lists and machines also send in the names of people whom the user knows.
    isFromKnownSender: !isAutomatic(message, []) && (await isKnownPerson(tx, mailboxId, about.sender)),
  }))
  const mail = toMailToSort(message)
  // Only this unlabelled message is observed, not the others in progress. The decision is then independent of
  // processing order.
  const model = withObserved(session.model, mail)
  const decision = decide(mail, candidates, { model, threshold, disabledFolders, ...context })
  const open = foldersOpenTo(mail, candidates)
  return askLanguageModel(ctx, { mailboxId, mail, model, candidates: open, threshold, ask }, decision)
}
