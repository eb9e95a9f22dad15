import { inMessageSpan } from '../tracing.ts'
import { createActionRuns } from '../actions/engine/create-action-runs.ts'
import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { JobPayload } from '../jobs/queues.ts'
import { mailboxJobRetryMs } from '../limits.ts'
import type { InboxSource } from '../mail/inbox-events/inbox-event-queries.ts'
import { MailboxAccessError } from '../mail/access/mailbox-access-error.ts'
import { isMailboxUnreachable } from '../mail/access/mailbox-failure.ts'
import { findMailbox } from '../mail/mailboxes/mailbox-queries.ts'
import { newestBackfill } from './backfill/backfill-queries.ts'
import { answerQuestions } from './language-model/answer-questions.ts'
import type { ModelQuestions } from './language-model/model-questions.ts'
import type { SortingQuestion } from './language-model/sorting-question.ts'
import { loadModelForBatch } from './learning/load-model.ts'
import { type InboxEvent, nextDueAt, nextDueEvents, pausedUntil } from './queue/inbox-event-queries.ts'
import { createBacklogGate } from './queue/backlog-gate.ts'
import { acquireLease, keepLease, LeaseLost, releaseLease, type Lease } from './lease/lease.ts'
import type { SortingBatch } from './completion/sorting-batch.ts'
import { createMessageSlots, type MessageSlots } from './queue/message-slots.ts'
import { createQuestionCollector } from './queue/question-collector.ts'
import { sortMessage } from './sort-message.ts'

/** How long a worker sorts a mailbox before any worker may take it. */
const mailboxTurnMs = 5000
/** Delay before a mailbox that another worker holds is tried again. */
const mailboxLeaseRetryMs = 2000
const inboxBatchSize = 20
/** Messages of one mailbox in parallel: Graph accepts four requests of a mailbox at a time. */
const messageConcurrency = 4

/**
 * Sorts the due messages of a mailbox in batches, under the mailbox's lease, until none is due or its turn has ended.
 * Its next turn is at the end of the queue, for any worker: mailboxes that wait for a place come first, and a worker
 * that has started later gets work. Messages that remain (retry, pause, missing sign-in) have a later job, or one that
 * is enqueued when the obstacle is gone. A node that stops completes the messages that it has begun.
 */
export async function drainMailbox(ctx: Context, { mailboxId }: JobPayload<'drain-mailbox'>): Promise<void> {
  const [mailbox] = await ctx.db.asService((tx, sendLast) => sendLast(() => [findMailbox(tx, mailboxId)]))
  if (!mailbox || mailbox.status !== 'active') return
  const lease = await acquireLease(ctx, mailboxId)
  if (!lease) return enqueueNextRun(ctx, mailboxId, addMs(ctx.clock.now(), mailboxLeaseRetryMs))

  let isUnreachable = false
  try {
    const endsAt = addMs(ctx.clock.now(), mailboxTurnMs)
    while (!ctx.stopping.aborted && (await sortBatch(ctx, lease)) && ctx.clock.now() < endsAt) {
      await keepLease(ctx, lease)
    }
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof MailboxAccessError) return
    if (!isMailboxUnreachable(error)) throw error
    isUnreachable = true
  } finally {
    await releaseLease(ctx, lease)
  }
  const [next, pause, backfill] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [
      nextDueAt(tx, mailboxId),
      pausedUntil(tx, mailboxId, ctx.clock.now()),
      newestBackfill(tx, mailboxId),
    ]),
  )
  // A backfill feeds its next page once the last one is sorted.
  if (backfill?.state === 'running')
    await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'feed-backfill', { mailboxId }))
  const due = next && pause && pause > next ? pause : next
  if (!due) return
  // The batch could not begin, and the first failure of a mailbox does not pause it.
  const earliest = addMs(ctx.clock.now(), isUnreachable ? mailboxJobRetryMs : 0)
  await enqueueNextRun(ctx, mailboxId, due > earliest ? due : earliest)
}

/**
 * Loads settings and model for each batch: a run may last for hours.
 * @returns whether more messages may be due now
 */
async function sortBatch(ctx: Context, lease: Lease): Promise<boolean> {
  const now = ctx.clock.now()
  const [mailbox, pause, events] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [
      findMailbox(tx, lease.mailboxId),
      pausedUntil(tx, lease.mailboxId, now),
      nextDueEvents(tx, lease.mailboxId, now, inboxBatchSize),
    ]),
  )
  const isPaused = pause !== null && pause > now
  if (mailbox?.status !== 'active' || isPaused || events.length === 0) return false
  const batch: SortingBatch = {
    ...(await loadModelForBatch(ctx, mailbox)),
    mailbox,
    lease,
    isLimitNear: false,
    createActionRuns: (tx, logId) => createActionRuns(ctx, tx, logId),
  }
  return sortTogether(ctx, batch, events)
}

/** Of this process: mailboxes share its processor. */
const gate = createBacklogGate()
const isBacklogSource = (source: InboxSource): boolean => source === 'waiting' || source === 'backfill'

/**
 * Sorts messages in parallel. What the language model has to be asked about them is asked together.
 * @returns whether more messages may be due now
 */
async function sortTogether(ctx: Context, batch: SortingBatch, events: readonly InboxEvent[]): Promise<boolean> {
  const { mailbox, lease } = batch
  const isBacklog = events.length === inboxBatchSize || events.some(({ source }) => isBacklogSource(source))
  const ownSlots = createMessageSlots(messageConcurrency)
  const slots = isBacklog ? gate.giveWay(ownSlots) : gate.goAhead(ownSlots)
  const questions = createQuestionCollector((asked: SortingQuestion[]) =>
    answerQuestions(ctx, { userId: mailbox.user_id, lease }, asked),
  )
  let isPaused = false
  let hasFailed = false
  const sort = async (event: InboxEvent, participant: ModelQuestions): Promise<void> => {
    await slots.acquire()
    try {
      if (isPaused || hasFailed || ctx.stopping.aborted) return
      const ask = (question: SortingQuestion) => withoutSlot(slots, participant.ask(question))
      const modelQuestions = { ask, leave: () => participant.leave() }
      const message = { mailboxId: mailbox.id, messageId: event.messageId }
      const result = await inMessageSpan('sort message', message, { source: event.source }, () =>
        sortMessage(ctx, batch, { ...event, modelQuestions }),
      )
      isPaused ||= result === 'paused'
    } catch (error) {
      hasFailed = true
      throw error
    } finally {
      participant.leave()
      slots.release()
    }
  }
  const joined = events.map((event) => [event, questions.join()] as const)
  // Waits for all messages before the lease is released, also where one of them fails.
  const results = await Promise.allSettled(joined.map(([event, participant]) => sort(event, participant)))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return !isPaused
}

/** Other messages are processed while this one waits. */
async function withoutSlot<T>(slots: MessageSlots, answer: Promise<T>): Promise<T> {
  slots.release()
  try {
    return await answer
  } finally {
    await slots.acquire()
  }
}

async function enqueueNextRun(ctx: Pick<Context, 'db' | 'jobs'>, mailboxId: string, after: Date): Promise<void> {
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'drain-mailbox', { mailboxId }, { after }))
}
