import type { Context } from '../../context.ts'
import { responsesTo, type Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { notifyFolderDeleted } from '../../mail/folders/notify-folder-changes.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { deleteInboxEvent } from '../queue/inbox-event-queries.ts'
import { withLease } from '../lease/lease.ts'
import type { SortingBatch } from './sorting-batch.ts'
import { finishProcessingLog, insertProcessingLog, type ProcessingOutcome } from '../log/processing-log-queries.ts'
import { truncatedLogEntry, type LoggedMessage } from '../log/truncate-log-entry.ts'
import { decrementUsage } from '../log/monthly-usage-queries.ts'

interface FinishedMessage extends LoggedMessage {
  /** Null where the message has no row in the processing log yet. */
  logId: string | null
  /** False where the folder is known to have no actions. */
  mayHaveActions?: boolean
}

/** Finishes a message: processing log, usage, inbox event and live event in one transaction under the lease. */
export async function finishMessage(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  batch: SortingBatch,
  finished: FinishedMessage,
  outcome: ProcessingOutcome,
): Promise<void> {
  const { mailbox } = batch
  const { messageId, mayHaveActions = true } = finished
  const now = ctx.clock.now()
  const logId = await withLease(
    ctx,
    batch.lease,
    async (tx, sendLast) => {
      const id = finished.logId ?? (await insertProcessingLog(tx, truncatedLogEntry(mailbox, finished), now))
      if (id === null) {
        await deleteInboxEvent(tx, mailbox.id, messageId)
        return null
      }
      const { status, deletedFolderId } = outcome
      if (status === 'failed' || deletedFolderId !== undefined) await decrementUsage(tx, id)
      if (deletedFolderId !== undefined) {
        const at = { userId: mailbox.user_id, mailboxId: mailbox.id }
        await notifyFolderDeleted(tx, { ...at, folderId: deletedFolderId, now })
      }
      const finish = () => finishStatements(tx, mailbox, { logId: id, messageId }, outcome, now)
      if (status !== 'processed' || !mayHaveActions) await sendLast(finish)
      else await responsesTo([...finish(), batch.createActionRuns(tx, id)])
      return id
    },
    { durable: false },
  )
  if (logId === null) return
  reportOutcome(ctx, mailbox.id, logId, outcome)
  const { message, backfillId = null } = finished
  if (outcome.status === 'processed' && message && backfillId === null)
    ctx.events.sortingTook((now.getTime() - message.receivedAt.getTime()) / 1000)
}

/** The part of `finishMessage` for callers with a transaction and a row. Usage and actions are left to the caller. */
export async function finishInTransaction(
  tx: Tx,
  { mailbox }: SortingBatch,
  message: { logId: string; messageId: string },
  outcome: ProcessingOutcome,
  now: Date,
): Promise<void> {
  await responsesTo(finishStatements(tx, mailbox, message, outcome, now))
}

const finishStatements = (
  tx: Tx,
  mailbox: MailboxRow,
  { logId, messageId }: { logId: string; messageId: string },
  outcome: ProcessingOutcome,
  now: Date,
) =>
  [
    finishProcessingLog(tx, logId, outcome, now),
    deleteInboxEvent(tx, mailbox.id, messageId),
    publishProcessingLog(tx, mailbox, logId, outcome.status),
  ] as const

export function reportOutcome(
  ctx: Pick<Context, 'events'>,
  mailboxId: string,
  logId: string,
  { status, reason, by }: ProcessingOutcome,
): void {
  if (status === 'processed') ctx.events.messageSorted({ mailboxId, logId, by: by ?? 'classifier' })
  else if (status === 'failed') ctx.events.messageFailed({ mailboxId, logId, reason })
  else ctx.events.messageLeft({ mailboxId, logId, reason })
}

export const publishProcessingLog = (tx: Tx, mailbox: MailboxRow, logId: string, status: string): Promise<void> =>
  publishLiveEvent(tx, mailbox.user_id, { type: 'log', mailboxId: mailbox.id, logId, status })
