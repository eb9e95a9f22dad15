import { maxMovesLearnedAtOnce } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import {
  movedWithMany,
  retagged,
  returnedByUser,
  returnedFromUnusedFolder,
  returnedWithMany,
  untagged,
} from '../decision/explanation-texts.ts'
import { applyCorrection, lockSortedLog } from '../learning/corrected-log-queries.ts'
import { upsertCorrection } from '../learning/correction-queries.ts'
import { trainOnCorrection, trainOnReturnToInbox } from '../learning/train-on-correction.ts'
import { areManyReturning } from '../learning/unlearned-move-queries.ts'
import { deleteMovesToLearn, recordUnlearnedMoves } from '../learning/unlearned-moves.ts'
import { finishInTransaction, reportOutcome } from '../completion/finish-message.ts'
import { deleteInboxEvent, type InboxEvent } from '../queue/inbox-event-queries.ts'
import { withLease } from '../lease/lease.ts'
import { correctionKeyOf } from '../messages/mail-to-sort.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import { insertProcessingLog, type ProcessingLogRow } from '../log/processing-log-queries.ts'
import { truncatedLogEntry } from '../log/truncate-log-entry.ts'

/**
 * Called for a message with a finished row in the processing log (`sortMessage` decides). A message without a row is
 * new, unless the classifier has learned it in a folder (`recordReturnToInbox`). The event is usually a repeated change
 * notification, which is dropped. If we moved the message and it is in the inbox again, the user has undone the move.
 * The same holds for a tag that the user has taken off. That is recorded as a correction and never reverted.
 */
export async function detectUndoneMove(
  ctx: RemoteContext,
  batch: SortingBatch,
  { messageId }: InboxEvent,
  log: ProcessingLogRow,
): Promise<void> {
  const { mailbox } = batch
  const mayBeUndone =
    log.moved && log.status === 'processed' && !(log.filing.staysInInbox && log.filing.category === null)
  const found = mayBeUndone ? await messageInInbox(ctx, batch, messageId) : null
  const message = found && hasTag(log, found) ? null : found
  const wasUndone = await withLease(ctx, batch.lease, async (tx) => {
    // A pending request in the processing history moves the message itself, and records that.
    if (!message || !(await lockSortedLog(tx, log.id))) {
      await deleteInboxEvent(tx, mailbox.id, messageId)
      return false
    }
    const { targetFolderId: from, decidedBy } = log
    // The user had moved it into a folder that is not sorted into: its return says nothing about where such mail
    // belongs.
    const isTidying = decidedBy === 'user' && !batch.candidates.some(({ id }) => id === from)
    const other = log.filing.staysInInbox ? folderOfTag(batch, message, from) : null
    if (other) {
      await recordRetag(ctx, tx, batch, { message, logId: log.id, from, folderId: other })
      return false
    }
    const by = log.filing.staysInInbox ? untagged : returnedByUser
    await recordReturn(ctx, tx, batch, { message, logId: log.id, from, isTidying, by })
    return true
  })
  if (wasUndone) reportOutcome(ctx, mailbox.id, log.id, returned)
}

/**
 * Records that the user has moved a message to the inbox that we never sorted, but that the classifier has learned from
 * in a folder. It is a correction.
 */
export async function recordReturnToInbox(
  ctx: Pick<Context, 'clock' | 'db' | 'events'>,
  batch: SortingBatch,
  message: Message,
  from: string,
): Promise<void> {
  const { mailbox } = batch
  const logId = await withLease(ctx, batch.lease, async (tx) => {
    const entry = truncatedLogEntry(mailbox, { messageId: message.id, message })
    const id = await insertProcessingLog(tx, entry, ctx.clock.now())
    if (id !== null)
      await recordReturn(ctx, tx, batch, { message, logId: id, from, isTidying: false, by: returnedByUser })
    return id
  })
  if (logId !== null) reportOutcome(ctx, mailbox.id, logId, returned)
}

/** Records that the user has taken the tag off an email that is filed later, or has replaced it. */
export async function recordUntagged(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  batch: SortingBatch,
  email: Pick<ReturnToInbox, 'message' | 'logId' | 'from'>,
): Promise<void> {
  const folderId = folderOfTag(batch, email.message, email.from)
  if (folderId === null) await recordReturn(ctx, tx, batch, { ...email, isTidying: false, by: untagged })
  else await recordRetag(ctx, tx, batch, { ...email, folderId })
}

/** Returns within this time count as made at once: a batch does not see those that come after it. */
const returnsAtOnceMs = 10 * 60_000
const returned = { status: 'left', reason: 'user_moved' } as const

interface ReturnToInbox {
  message: Message
  logId: string
  /** The folder that the message was in. */
  from: string | null
  /** The return is no correction: nothing is learned from it, and the user is not asked. */
  isTidying: boolean
  /** The explanation of a correction. */
  by: string
}

async function recordReturn(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  batch: SortingBatch,
  { message, logId, from, isTidying, by }: ReturnToInbox,
): Promise<void> {
  const { mailbox } = batch
  const now = ctx.clock.now()
  const since = addMs(now, -returnsAtOnceMs)
  const isOfMany = !isTidying && (await areManyReturning(tx, mailbox.id, { since, now, limit: maxMovesLearnedAtOnce }))
  const isLearned = !isTidying && !isOfMany
  const correction = { mailboxId: mailbox.id, userId: mailbox.user_id, messageId: message.id, folderId: null }
  const key = correctionKeyOf(message)
  // Without a sender or list there is no key for a correction.
  if (key.value !== '' && isLearned)
    await upsertCorrection(tx, { ...correction, fromFolderId: from, learnedBy: 'outlook', ...key }, now)
  if (isLearned) await trainOnReturnToInbox(tx, batch, message)
  if (isTidying) await deleteMovesToLearn(tx, mailbox, [message.id])
  if (isOfMany) {
    const { id: messageId, receivedAt } = message
    await recordUnlearnedMoves(tx, mailbox, [{ messageId, receivedAt, folderId: null }], now)
  }
  const explanation = isTidying ? returnedFromUnusedFolder : isOfMany ? returnedWithMany : by
  await applyCorrection(tx, { logId, folderId: null, explanation, now })
  await finishInTransaction(tx, batch, { logId, messageId: message.id }, returned, now)
}

async function messageInInbox(ctx: RemoteContext, batch: SortingBatch, messageId: string): Promise<Message | null> {
  const message = await withMailbox(ctx, batch.mailbox.id, (mailbox) => mailbox.find(messageId))
  return message?.parentFolderId === batch.inboxFolderId ? message : null
}

/** It is filed by its tag, and has it still. */
const hasTag = ({ filing: { staysInInbox, category } }: ProcessingLogRow, { categories }: Message): boolean =>
  staysInInbox && category !== null && hasCategory(categories, category)

/** The other folder whose tag the user has given the message; null where there is none, or several. */
function folderOfTag({ filings }: SortingBatch, { categories }: Message, from: string | null): string | null {
  const tagged = [...filings].filter(([id, { ownCategory }]) => id !== from && hasCategory(categories, ownCategory))
  return tagged.length === 1 ? (tagged[0]?.[0] ?? null) : null
}

/** Records that the user has replaced a tag by that of another folder, as a move by hand into that folder. */
async function recordRetag(
  ctx: Pick<Context, 'clock' | 'events'>,
  tx: Tx,
  batch: SortingBatch,
  { message, logId, from, folderId }: { message: Message; logId: string; from: string | null; folderId: string },
): Promise<void> {
  const { mailbox } = batch
  const now = ctx.clock.now()
  const { id: messageId, receivedAt } = message
  const since = addMs(now, -returnsAtOnceMs)
  const isOfMany = await areManyReturning(tx, mailbox.id, { since, now, limit: maxMovesLearnedAtOnce })
  const correction = { mailboxId: mailbox.id, userId: mailbox.user_id, messageId, folderId }
  const key = correctionKeyOf(message)
  // Without a sender or list there is no key for a correction.
  if (key.value !== '' && !isOfMany)
    await upsertCorrection(tx, { ...correction, fromFolderId: from, learnedBy: 'outlook', ...key }, now)
  if (isOfMany) await recordUnlearnedMoves(tx, mailbox, [{ messageId, receivedAt, folderId }], now)
  else await trainOnCorrection(tx, mailbox, { message, folderId, isCorrection: true, wasInFolder: false })
  const filing = { staysInInbox: true, category: batch.filings.get(folderId)?.ownCategory ?? null }
  await applyCorrection(tx, { logId, folderId, explanation: isOfMany ? movedWithMany : retagged, now, filing })
  await finishInTransaction(tx, batch, { logId, messageId }, { status: 'processed', reason: 'sorted' }, now)
  if (!isOfMany) await batch.createActionRuns(tx, logId)
  ctx.events.messageCorrected({ mailboxId: mailbox.id, logId, to: 'folder' })
}
