import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { messageMaxAttempts } from '../limits.ts'
import { stopBackfillAtLimit } from './backfill/stop-backfill-at-limit.ts'
import type { ModelQuestions } from './language-model/model-questions.ts'
import { detectUndoneMove } from './moves/detect-undone-move.ts'
import { moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { LimitReachedError, processNewMessage } from './process-new-message.ts'
import { classifyFailure } from './processing/classify-failure.ts'
import { finishMessage, publishProcessingLog } from './processing/finish-message.ts'
import {
  countAttempt,
  deleteInboxEvent,
  postponeInboxEvent,
  type InboxEvent,
} from './processing/inbox-event-queries.ts'
import { withLease } from './processing/lease.ts'
import type { MailboxSession } from './processing/mailbox-session.ts'
import { markUnprocessable } from './processing/mark-unprocessable.ts'
import { findProcessingLog, type ProcessingLogRow } from './processing/processing-log-queries.ts'
import { readMessage } from './processing/read-message.ts'

interface DueMessage extends InboxEvent {
  modelQuestions: ModelQuestions
}

/** `paused`: Outlook throttles the whole mailbox, or the user has to sign in again. */
type SortResult = 'done' | 'postponed' | 'paused'

/**
 * Processes one message: read, decide, record and count, move, finish. Each step commits before the next call to
 * Outlook, so that a worker that takes over resumes from the processing log and repeats nothing.
 */
export async function sortMessage(ctx: Context, session: MailboxSession, waiting: DueMessage): Promise<SortResult> {
  const { messageId } = waiting
  const mailboxId = session.mailbox.id
  let event = waiting
  try {
    const begin = async (tx: Tx) => ({
      attempts: await countAttempt(tx, mailboxId, messageId),
      log: await findProcessingLog(tx, mailboxId, messageId),
    })
    const { attempts, log } = await withLease(ctx, session.lease, begin, { durable: false })
    if (attempts === null) return 'done'
    event = { ...waiting, attempts }
    await processEvent(ctx, session, event, log)
    return 'done'
  } catch (error) {
    if (error instanceof LimitReachedError) {
      await stopBackfillAtLimit(ctx, session.mailbox)
      const unchanged = { until: ctx.clock.now(), countAttempt: false }
      await withLease(ctx, session.lease, (tx) => postponeInboxEvent(tx, mailboxId, messageId, unchanged))
      return 'done'
    }
    return postpone(ctx, session, event, error)
  }
}

async function processEvent(
  ctx: Context,
  session: MailboxSession,
  event: DueMessage,
  log: ProcessingLogRow | null,
): Promise<void> {
  const { messageId, attempts, backfillId, modelQuestions, changeKeyBeforeMove } = event
  const mailboxId = session.mailbox.id
  // The message was left at the limit, and the user has requested to sort it now.
  const wasOverLimit = log?.status === 'limit_reached' && event.source === 'waiting'
  if (log && log.status !== 'processing' && !wasOverLimit) {
    if (attempts <= messageMaxAttempts) await detectUndoneMove(ctx, session, event, log)
    else await withLease(ctx, session.lease, (tx) => deleteInboxEvent(tx, mailboxId, messageId))
    return
  }
  if (attempts > messageMaxAttempts) return markUnprocessable(ctx, session, event, log)
  const logId = log?.id ?? null
  const message = await readMessage(ctx, mailboxId, event)
  if (!message) await finishMessage(ctx, session, { ...event, logId, message }, { status: 'left', reason: 'gone' })
  else if (log && !wasOverLimit)
    await moveToDecidedFolder(ctx, session, message, { ...log, messageId, changeKeyBeforeMove })
  else await processNewMessage(ctx, session, { messageId, logId, backfillId, modelQuestions }, message)
}

async function postpone(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  session: MailboxSession,
  event: InboxEvent,
  error: unknown,
): Promise<SortResult> {
  const { mailbox, lease } = session
  const failure = classifyFailure(error, event, ctx.clock.now())
  if (!failure) throw error
  await withLease(ctx, lease, async (tx) => {
    await failure.postpone(tx, mailbox.id, event.messageId)
    // A message that is not delayed is published once, when it is finished; a delayed one is shown as in progress.
    const log = await findProcessingLog(tx, mailbox.id, event.messageId)
    if (log?.status === 'processing') await publishProcessingLog(tx, mailbox, log.id, 'processing')
  })
  ctx.events.messageRetried({ mailboxId: mailbox.id, attempts: event.attempts, vendorStatus: failure.vendorStatus })
  if (failure.isUnexpected) ctx.events.backgroundError({ part: 'sorting', error })
  return failure.pausesMailbox ? 'paused' : 'postponed'
}
