import type { Context } from '../context.ts'
import { messageMaxAttempts } from './limits.ts'
import { findMailboxAccess, type MailboxAccess } from '../mail/access/mailbox-access-queries.ts'
import { stopBackfillAtLimit } from './backfill/stop-backfill-at-limit.ts'
import type { ModelQuestions } from './language-model/model-questions.ts'
import { lastTrainingExample, type StoredTrainingExample } from './learning/training-example-queries.ts'
import { fileDelayed } from './delayed/file-delayed.ts'
import { detectUndoneMove } from './moves/detect-undone-move.ts'
import { moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { processNewMessage } from './process-new-message.ts'
import { planRetry } from './completion/plan-retry.ts'
import { finishMessage, publishProcessingLog } from './completion/finish-message.ts'
import { countAttempt, deleteInboxEvent, postponeInboxEvent, type InboxEvent } from './queue/inbox-event-queries.ts'
import { withLease } from './lease/lease.ts'
import type { SortingBatch } from './completion/sorting-batch.ts'
import { markUnprocessable } from './completion/mark-unprocessable.ts'
import { findProcessingLog, type ProcessingLogRow } from './log/processing-log-queries.ts'
import { readMessage } from './messages/read-message.ts'
import { LimitReachedError } from './record-decision.ts'

interface DueMessage extends InboxEvent {
  modelQuestions: ModelQuestions
}

/** `paused`: Outlook throttles the whole mailbox, or the user has to sign in again. */
type SortResult = 'done' | 'postponed' | 'paused'

/**
 * Processes one message: read, decide, record and count, move, finish. Each step commits before the next call to
 * Outlook, so that a worker that takes over resumes from the processing log and repeats nothing.
 */
export async function sortMessage(ctx: Context, batch: SortingBatch, waiting: DueMessage): Promise<SortResult> {
  const { messageId } = waiting
  const mailboxId = batch.mailbox.id
  let event = waiting
  try {
    const begun = await begin(ctx, batch, messageId)
    if (begun.attempts === null) return 'done'
    event = { ...waiting, attempts: begun.attempts }
    await processEvent(ctx, batch, event, begun)
    return 'done'
  } catch (error) {
    if (error instanceof LimitReachedError) {
      await stopBackfillAtLimit(ctx, batch.mailbox)
      const unchanged = { until: ctx.clock.now(), countAttempt: false }
      await withLease(ctx, batch.lease, (tx) => postponeInboxEvent(tx, mailboxId, messageId, unchanged))
      return 'done'
    }
    return postpone(ctx, batch, event, error)
  }
}

interface Begun {
  /** Null where the event was deleted. */
  attempts: number | null
  log: ProcessingLogRow | null
  /** The example that the classifier learned last from the message. */
  example: StoredTrainingExample | null
  access: MailboxAccess | null
}

/** Counts the attempt, and reads what the first call needs, in one round trip. */
async function begin(ctx: Pick<Context, 'db'>, { lease, mailbox }: SortingBatch, messageId: string): Promise<Begun> {
  const [attempts, log, example, access] = await withLease(
    ctx,
    lease,
    (tx, sendLast) =>
      sendLast(() => [
        countAttempt(tx, mailbox.id, messageId),
        findProcessingLog(tx, mailbox.id, messageId),
        lastTrainingExample(tx, mailbox.id, messageId),
        findMailboxAccess(tx, mailbox.id),
      ]),
    { durable: false },
  )
  return { attempts, log, example, access }
}

async function processEvent(
  ctx: Context,
  batch: SortingBatch,
  event: DueMessage,
  { log, example, access }: Omit<Begun, 'attempts'>,
): Promise<void> {
  const { messageId, attempts, backfillId, modelQuestions, versionBeforeMove } = event
  const mailboxId = batch.mailbox.id
  // The message was left at the limit, and the user has requested to sort it now.
  const wasOverLimit = log?.status === 'limit_reached' && event.source === 'waiting'
  const isDelayed = log?.status === 'left' && log.reason === 'delayed'
  if (log && log.status !== 'processing' && !wasOverLimit && !isDelayed) {
    if (attempts <= messageMaxAttempts) await detectUndoneMove(ctx, batch, event, log)
    else await withLease(ctx, batch.lease, (tx) => deleteInboxEvent(tx, mailboxId, messageId))
    return
  }
  if (attempts > messageMaxAttempts) return markUnprocessable(ctx, batch, event, log)
  const logId = log?.id ?? null
  const message = await readMessage(ctx, mailboxId, event, access)
  if (isDelayed) await fileDelayed(ctx, batch, event, log.id, message)
  else if (!message) await finishMessage(ctx, batch, { ...event, logId, message }, { status: 'left', reason: 'gone' })
  else if (log && !wasOverLimit)
    await moveToDecidedFolder(ctx, batch, message, { ...log, messageId, versionBeforeMove })
  else {
    const learnedFolderId = example?.wasInFolder ? example.folderId : null
    await processNewMessage(ctx, batch, { messageId, logId, backfillId, learnedFolderId, modelQuestions }, message)
  }
}

async function postpone(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  batch: SortingBatch,
  event: InboxEvent,
  error: unknown,
): Promise<SortResult> {
  const { mailbox, lease } = batch
  const retry = planRetry(error, event, ctx.clock.now())
  if (!retry) throw error
  await withLease(ctx, lease, async (tx) => {
    await postponeInboxEvent(tx, mailbox.id, event.messageId, retry)
    // A message that is not delayed is published once, when it is finished; a delayed one is shown as in progress.
    const log = await findProcessingLog(tx, mailbox.id, event.messageId)
    if (log?.status === 'processing') await publishProcessingLog(tx, mailbox, log.id, 'processing')
  })
  ctx.events.messageRetried({ mailboxId: mailbox.id, attempts: event.attempts, vendorStatus: retry.vendorStatus })
  if (retry.isUnexpected) ctx.events.backgroundError({ part: 'sorting', error })
  return retry.pausesMailbox ? 'paused' : 'postponed'
}
