import type { Tx } from '../../db/database.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { createModel, decode, encode, INBOX, learn, MODEL_VERSION, notice } from '../../../packages/classifier/model.ts'
import { describedFolders } from '../ledger/folder-queries.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'
import type { Work } from '../ledger/work.ts'
import { makeStale, storedModel, storeModel } from './learning-queries.ts'
import { addLessons, lastLesson, noteTaught, type Lesson } from './lesson-queries.ts'

interface Word {
  message: GraphMessage
  /** Null: the inbox. Mail that the user keeps there speaks against every folder: filed mail alone cannot teach "none of these". */
  folderId: Lesson['folderId']
  /** Said of this very mail, not of many at once: it can be taken back. */
  isTaught: boolean
}

/**
 * Teaches the stored model where the user wants a mail, once: said again it is no second lesson. The lesson is written down in the same
 * transaction, so that the model can be learned anew from all but those that are taken back.
 */
export async function teach(
  tx: Tx,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
  { message, folderId, isTaught }: Word,
): Promise<void> {
  const stored = await storedModel(tx, mailboxId, { hold: true })
  const last = await lastLesson(tx, mailboxId, message.id)
  if (last?.folderId === folderId && !last.isForgotten) {
    if (isTaught) await noteTaught(tx, mailboxId, last)
    return
  }
  await addLessons(tx, { id: mailboxId, userId }, [{ messageId: message.id, folderId }], { isTaught })
  // Before the mailbox was first learned; then this lesson is learned again, on top of what the inbox is like (background.ts).
  const model = stored ? decode(stored.state) : createModel()
  // Of another version it is learned anew soon, and this lesson with it.
  if (!model) return makeStale(tx, mailboxId)
  const mail = toMailToSort(message)
  notice(model, mail)
  learn(model, mail, folderId ?? INBOX, await describedFolders(tx, mailboxId))
  const { version, learnedMails, isStale } = stored ?? { version: MODEL_VERSION, learnedMails: 0, isStale: false }
  const state = Buffer.from(encode(model))
  const next = { mailboxId, userId, version, state, learnedMails: learnedMails + 1, isStale }
  // Somebody else has stored the first model in this very moment.
  if (!(await storeModel(tx, next, stored))) await makeStale(tx, mailboxId)
}

/** The same for the inbox, and for the model that a run works with. */
export async function teachInbox(tx: Tx, work: Work, message: GraphMessage): Promise<void> {
  learn(work.model, toMailToSort(message), INBOX, work.candidates)
  await teach(tx, work.mailbox, { message, folderId: null, isTaught: true })
}
