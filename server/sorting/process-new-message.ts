import { withObserved, type MessageToSort, type Model } from '../../packages/classifier/classifier.ts'
import type { Context } from '../context.ts'
import { commitWithoutWaiting } from '../db/asynchronous-commit.ts'
import { notNeeded, responsesTo, type SendLast, type Tx } from '../db/database.ts'
import { isAutomatic } from '../mail/messages/automatic-mail.ts'
import { isKnownPerson } from '../mail/people/known-people-queries.ts'
import { addToSpan } from '../tracing.ts'
import type { Message } from '../vendors/mailbox/message.ts'
import { conditionsOf } from './decision/condition-queries.ts'
import { foldersToChooseFrom } from './decision/match-instructions.ts'
import { decide } from './decision/decide.ts'
import type { Candidate, Decision } from './decision/decision.ts'
import { delayOf, toDelayedDecision } from './delayed/delay-decision.ts'
import { tagDelayed } from './delayed/tag-delayed.ts'
import { askLanguageModel, needsLanguageModel } from './language-model/ask-language-model.ts'
import type { ModelQuestions } from './language-model/model-questions.ts'
import { findCorrections } from './learning/correction-queries.ts'
import { prefetchDeletedFolders } from './moves/deleted-folders.ts'
import { recordReturnToInbox } from './moves/detect-undone-move.ts'
import { leftInbox, moveToDecidedFolder } from './moves/move-to-decided-folder.ts'
import { isInPreviewMode, toPreviewDecision } from './preview/preview-mode.ts'
import { finishMessage, reportOutcome } from './completion/finish-message.ts'
import { listOf, senderOf, toMailToSort } from './messages/mail-to-sort.ts'
import { recordConversation } from './completion/record-conversation.ts'
import type { SortingBatch } from './completion/sorting-batch.ts'
import { isOwnMail } from './messages/own-mail.ts'
import type { ProcessingOutcome } from './log/processing-log-queries.ts'
import { readMessage } from './messages/read-message.ts'
import { recordDecision, withRecording, type RecordedDecision } from './record-decision.ts'

interface NewMessage {
  messageId: string
  /** The row of a message that waited at the limit; null for a message without a row. */
  logId: string | null
  backfillId: string | null
  /** The folder that the classifier has learned the message in; null for the inbox, or for an unknown message. */
  learnedFolderId: string | null
  modelQuestions: ModelQuestions
}

/**
 * Decides where a message goes, records the decision and counts it against the limit in one transaction, then moves it.
 * @throws LimitReachedError for a message of a backfill; then nothing is recorded
 */
export async function processNewMessage(
  ctx: Context,
  batch: SortingBatch,
  mail: NewMessage,
  message: Message,
): Promise<void> {
  const { mailbox } = batch
  const { messageId, learnedFolderId } = mail
  const leave = (outcome: ProcessingOutcome) => finishMessage(ctx, batch, { ...mail, message }, outcome)
  // The emails of a backfill are old.
  if (mailbox.follow_up_days !== null && mail.backfillId === null) await recordConversation(ctx, mailbox, message)
  if (message.parentFolderId !== batch.inboxFolderId) return leave(await leftInbox(ctx, batch, message.parentFolderId))
  if (isOwnMail(ctx.config.smtp, senderOf(message))) return leave({ status: 'left', reason: 'own_mail' })
  if (mail.logId === null && learnedFolderId !== null) return recordReturnToInbox(ctx, batch, message, learnedFolderId)
  const recorded = await decideAndRecord(ctx, batch, mail, message)
  if (!recorded) return
  const { logId, outcome, decision, authorization, filing } = recorded
  addToSpan({ logId, decidedBy: decision.by, reason: decision.reason, confidence: decision.confidence })
  if (outcome) {
    reportOutcome(ctx, mailbox.id, logId, outcome)
    const { category } = filing
    if (outcome.reason !== 'delayed' || category === null) return
    return tagDelayed(
      ctx,
      { mailboxId: mailbox.id, inboxFolderId: batch.inboxFolderId },
      { logId, messageId, category, read: message },
    )
  }
  const { folderId: targetFolderId, by: decidedBy } = decision
  const isPreview = isInPreviewMode(mailbox, ctx.clock.now())
  const log = { id: logId, messageId, targetFolderId, decidedBy, filing, versionBeforeMove: null, isPreview }
  if (!decision.askedModel) return moveToDecidedFolder(ctx, batch, message, log, authorization)
  // The user may have moved the message while the language model was answering.
  const current = await readMessage(ctx, mailbox.id, { messageId, attempts: 1 }, authorization?.access)
  if (current) await moveToDecidedFolder(ctx, batch, current, log)
  else await finishMessage(ctx, batch, { ...mail, logId, message }, { status: 'left', reason: 'gone' })
}

/** A transaction reads, decides and records; one more is needed where the language model is asked in between. */
async function decideAndRecord(
  ctx: Context,
  batch: SortingBatch,
  mail: NewMessage,
  message: Message,
): Promise<RecordedDecision | null> {
  const { modelQuestions } = mail
  const about = aboutMessage(batch, message)
  const record = (tx: Tx, sendLast: SendLast, decided: Decision): Promise<RecordedDecision | null> => {
    // Questions about other messages need not wait until this one is moved.
    modelQuestions.leave()
    const now = ctx.clock.now()
    const shown = isInPreviewMode(batch.mailbox, now) ? toPreviewDecision(decided, batch.candidates) : decided
    const later = delayOf(batch, shown, message, now)
    // A backfill was requested: its messages are filed at once, except for codes that the user has not read.
    const delay = mail.backfillId === null || later?.hasCode ? later : null
    const decision = delay ? toDelayedDecision(shown) : shown
    if (decision.folderId !== null) prefetchDeletedFolders(ctx, batch)
    return recordDecision(ctx, { tx, sendLast }, batch, { ...mail, message, decision, delay })
  }
  const first = await withRecording(ctx, batch, async (tx, sendLast) => {
    const decision = await decideFor(tx, batch, message, about)
    if (needsLanguageModel(ctx, about, decision)) {
      // Nothing was written.
      await sendLast(() => [commitWithoutWaiting(tx)])
      return { unsure: decision }
    }
    return { recorded: await record(tx, sendLast, decision) }
  })
  if (!first) return null
  if ('recorded' in first) return first.recorded
  const ask: ModelQuestions['ask'] = (question) => modelQuestions.ask(question)
  const decision = await askLanguageModel(ctx, { ...about, ask }, first.unsure)
  return withRecording(ctx, batch, (tx, sendLast) => record(tx, sendLast, decision))
}

interface AboutMessage {
  mailboxId: string
  mail: MessageToSort
  model: Model
  candidates: readonly Candidate[]
  threshold: number
}

function aboutMessage({ mailbox, model, candidates }: SortingBatch, message: Message): AboutMessage {
  const mail = toMailToSort(message)
  return {
    mailboxId: mailbox.id,
    mail,
    // Only this unlabelled message is observed, not the others in progress. The decision is then independent of
    // processing order.
    model: withObserved(model, mail),
    candidates: foldersToChooseFrom(mail, candidates),
    threshold: mailbox.confidence_threshold,
  }
}

async function decideFor(
  tx: Tx,
  { candidates, disabledFolders }: SortingBatch,
  message: Message,
  { mailboxId, mail, model, threshold }: AboutMessage,
): Promise<Decision> {
  const sender = senderOf(message)
  const [conditions, corrections, isKnown] = await responsesTo([
    conditionsOf(tx, mailboxId),
    findCorrections(tx, mailboxId, { sender, list: listOf(message) }),
    // Mailing lists and machines also send in the names of people whom the user knows.
    isAutomatic(message, []) ? notNeeded : isKnownPerson(tx, mailboxId, sender),
  ])
  const context = { conditions, corrections, isFromKnownSender: isKnown ?? false }
  return decide(mail, candidates, { model, threshold, disabledFolders, isRead: message.isRead, ...context })
}
