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
import type { MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { foldersForClassifier } from '../processing/folder-queries.ts'
import { toMailToSort } from '../processing/mail-to-sort.ts'
import type { MailboxSession } from '../processing/mailbox-session.ts'
import { markModelStale, saveModel, storedModel } from './model-queries.ts'
import { insertTrainingExamples, lastTrainingExample, markExampleAsCorrection } from './training-example-queries.ts'

interface CorrectionExample {
  message: GraphMessage
  /** Null: the inbox. Such mail counts against every folder: filed mail alone cannot teach "no folder". */
  folderId: string | null
  /** The user corrected this very message, so that the correction can be retracted. False for a bulk undo. */
  isCorrection: boolean
}

/**
 * Trains the stored model on where the user wants a message; a repeated correction is no second example. The
 * example is stored in the same transaction, so that the model can be trained again without examples that are
 * retracted.
 */
export async function trainOnCorrection(
  tx: Tx,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
  { message, folderId, isCorrection }: CorrectionExample,
): Promise<void> {
  const stored = await storedModel(tx, mailboxId, { lock: true })
  const last = await lastTrainingExample(tx, mailboxId, message.id)
  if (last?.folderId === folderId && !last.isRetracted) {
    if (isCorrection) await markExampleAsCorrection(tx, mailboxId, last)
    return
  }
  await insertTrainingExamples(tx, { id: mailboxId, userId }, [{ messageId: message.id, folderId }], { isCorrection })
  // Before the first run of the learning job there is no model. That run repeats this example on top of the baseline.
  const model = stored ? decode(stored.state) : createModel()
  // A model of another version is trained again soon, with this example.
  if (!model) return markModelStale(tx, mailboxId)
  const mail = toMailToSort(message)
  observe(model, mail)
  learn(model, mail, folderId ?? INBOX, await foldersForClassifier(tx, mailboxId))
  const { version, exampleCount, isStale } = stored ?? { version: MODEL_VERSION, exampleCount: 0, isStale: false }
  const state = Buffer.from(encode(model))
  const next = { mailboxId, userId, version, state, exampleCount: exampleCount + 1, isStale }
  // Fails where a concurrent transaction has stored the first model.
  if (!(await saveModel(tx, next, stored))) await markModelStale(tx, mailboxId)
}

/**
 * Trains the stored model and the model of the current session on a message that the user has returned to the
 * inbox.
 */
export async function trainOnReturnToInbox(tx: Tx, session: MailboxSession, message: GraphMessage): Promise<void> {
  learn(session.model, toMailToSort(message), INBOX, session.candidates)
  await trainOnCorrection(tx, session.mailbox, { message, folderId: null, isCorrection: true })
}
