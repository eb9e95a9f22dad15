import { setImmediate } from 'node:timers/promises'
import {
  createModel,
  decode,
  encode,
  INBOX,
  learn,
  MODEL_VERSION,
  observe,
} from '../../../packages/classifier/classifier.ts'
import type { Tx } from '../../db/database.ts'
import { trainingExamplesBeforeYield } from '../limits.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { foldersForClassifier } from '../folders/folder-queries.ts'
import { toMailToSort } from '../messages/mail-to-sort.ts'
import type { SortingBatch } from '../completion/sorting-batch.ts'
import { markModelStale, saveModel, storedModel, type StoredModel } from './model-queries.ts'
import {
  insertTrainingExamples,
  lastTrainingExample,
  lastTrainingExamples,
  markExampleAsCorrection,
  type StoredTrainingExample,
} from './training-example-queries.ts'
import { deleteMovesToLearn } from './unlearned-moves.ts'

interface CorrectionExample {
  message: Message
  /** Null: the inbox. Such mail counts against every folder: filed mail alone cannot teach "no folder". */
  folderId: string | null
  /** The user corrected this very message, so that the correction can be retracted. False for a bulk undo. */
  isCorrection: boolean
  /** As in `StoredTrainingExample`. */
  wasInFolder?: boolean
}

/**
 * Trains the stored model on where the user wants a message; a repeated correction is no second example. The
 * example is stored in the same transaction, so that the model can be trained again without examples that are
 * retracted.
 */
export async function trainOnCorrection(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'user_id'>,
  { message, ...example }: CorrectionExample,
): Promise<void> {
  await deleteMovesToLearn(tx, mailbox, [message.id])
  const stored = await storedModel(tx, mailbox.id, { lock: true })
  const last = await lastTrainingExample(tx, mailbox.id, message.id)
  if (isKnown(last, example.folderId)) {
    if (example.isCorrection) await markExampleAsCorrection(tx, mailbox.id, last)
    return
  }
  await learnExamples(tx, mailbox, stored, { messages: [message], ...example })
}

/**
 * Trains the stored model on many messages of the inbox that the user wants in one folder, with one write of the model.
 * @param folderId null: the inbox
 * @returns the number of the example that was added for a message; none where it was known to belong there
 */
export async function trainOnCorrections(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'user_id'>,
  { messages, folderId }: { messages: readonly Message[]; folderId: string | null },
): Promise<Map<string, number>> {
  const messageIds = messages.map(({ id }) => id)
  await deleteMovesToLearn(tx, mailbox, messageIds)
  const stored = await storedModel(tx, mailbox.id, { lock: true })
  const known = await lastTrainingExamples(tx, mailbox.id, messageIds)
  const added = messages.filter(({ id }) => !isKnown(known.get(id) ?? null, folderId))
  if (added.length === 0) return new Map()
  return learnExamples(tx, mailbox, stored, {
    messages: added,
    folderId,
    isCorrection: true,
    wasInFolder: false,
  })
}

const isKnown = (last: StoredTrainingExample | null, folderId: string | null): last is StoredTrainingExample =>
  last?.folderId === folderId && !last.isRetracted

async function learnExamples(
  tx: Tx,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
  stored: StoredModel | null,
  { messages, folderId, ...how }: Omit<CorrectionExample, 'message'> & { messages: readonly Message[] },
): Promise<Map<string, number>> {
  const examples = messages.map(({ id: messageId }) => ({ messageId, folderId }))
  const added = await insertTrainingExamples(tx, { id: mailboxId, userId }, examples, how)
  // Before the first run of the learning job there is no model. That run repeats this example on top of the baseline.
  const model = stored ? decode(stored.state) : createModel()
  if (!model) {
    // A model of another version is trained again soon, with this example.
    await markModelStale(tx, mailboxId)
    return added
  }
  const folders = await foldersForClassifier(tx, mailboxId)
  for (const [index, message] of messages.entries()) {
    const mail = toMailToSort(message)
    observe(model, mail)
    learn(model, mail, folderId ?? INBOX, folders)
    if ((index + 1) % trainingExamplesBeforeYield === 0) await setImmediate()
  }
  const { version, exampleCount, isStale } = stored ?? { version: MODEL_VERSION, exampleCount: 0, isStale: false }
  const state = Buffer.from(encode(model))
  const next = { mailboxId, userId, version, state, exampleCount: exampleCount + added.size, isStale }
  // Fails where a concurrent transaction has stored the first model.
  if (!(await saveModel(tx, next, stored))) await markModelStale(tx, mailboxId)
  return added
}

/**
 * Trains the stored model and the model of the current batch on a message that the user has returned to the
 * inbox.
 */
export async function trainOnReturnToInbox(tx: Tx, batch: SortingBatch, message: Message): Promise<void> {
  learn(batch.model, toMailToSort(message), INBOX, batch.candidates)
  await trainOnCorrection(tx, batch.mailbox, { message, folderId: null, isCorrection: true })
}
