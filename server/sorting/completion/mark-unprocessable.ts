import type { RemoteContext } from '../../context.ts'
import { finishMessage } from './finish-message.ts'
import { folderById } from '../folders/folder-queries.ts'
import type { InboxEvent } from '../queue/inbox-event-queries.ts'
import type { SortingBatch } from './sorting-batch.ts'
import type { ProcessingLogRow, ProcessingOutcome } from '../log/processing-log-queries.ts'
import { readMessage } from '../messages/read-message.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { messageMaxAttempts } from '../limits.ts'

/** After this many attempts a message that may crash the worker is not even read again. */
const messageMaxInspections = 2 * messageMaxAttempts

/**
 * Finishes a message that has failed `messageMaxAttempts` times, so that the rest of the mailbox goes on. An attempt
 * may have crashed after the move or the tag: the message is read once more, so that the processing log reports where
 * it is.
 */
export async function markUnprocessable(
  ctx: RemoteContext,
  batch: SortingBatch,
  event: InboxEvent,
  log: ProcessingLogRow | null,
): Promise<void> {
  const { messageId, backfillId } = event
  const mayInspect = event.attempts <= messageMaxInspections
  const wasFiled = log !== null && mayInspect && (await isFiled(ctx, batch, event, log))
  const outcome: ProcessingOutcome = wasFiled
    ? { status: 'processed', reason: 'sorted', by: log.decidedBy, movedAt: ctx.clock.now() }
    : { status: 'failed', reason: 'poison' }
  await finishMessage(ctx, batch, { messageId, logId: log?.id ?? null, message: null, backfillId }, outcome)
}

async function isFiled(
  ctx: RemoteContext,
  batch: SortingBatch,
  event: InboxEvent,
  { targetFolderId, filing }: ProcessingLogRow,
): Promise<boolean> {
  if (targetFolderId === null) return false
  const folder = await ctx.db.asService((tx) => folderById(tx, batch.mailbox.id, targetFolderId))
  const message = await readMessage(ctx, batch.mailbox.id, event)
  if (message === null) return false
  const { parentFolderId, categories } = message
  if (!filing.staysInInbox) return parentFolderId === folder?.provider_folder_id
  return parentFolderId === batch.inboxFolderId && filing.category !== null && hasCategory(categories, filing.category)
}
