import type { Tx } from '../../db/database.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { decode, encode, INBOX, learn } from '../classifier/model.ts'
import type { Candidate } from '../decision/decide.ts'
import { storedModel, storeModel } from './learning-queries.ts'
import { toMailToSort } from '../ledger/mail-to-sort.ts'
import type { Work } from '../ledger/work.ts'

interface Lesson {
  message: GraphMessage
  /** Null: the inbox. Mail that the user keeps there speaks against every folder: filed mail alone cannot teach "none of these". */
  folderId: string | null
  candidates: Candidate[]
}

/**
 * Teaches the stored model where the user wants a mail. Where the learning job stores its model in the same moment this lesson is left
 * out; the correction itself is remembered in any case.
 * @returns whether it was learned
 */
export async function teach(
  tx: Tx,
  mailbox: Pick<MailboxRow, 'id' | 'user_id'>,
  { message, folderId, candidates }: Lesson,
): Promise<boolean> {
  const stored = await storedModel(tx, mailbox.id)
  const model = stored && decode(stored.state)
  if (!model) return false
  learn(model, toMailToSort(message), folderId ?? INBOX, candidates)
  const next = { mailboxId: mailbox.id, userId: mailbox.user_id, state: Buffer.from(encode(model)) }
  const { version, learnedMails, isStale } = stored
  return storeModel(tx, { ...next, version, learnedMails, isStale }, stored)
}

/** The same for the inbox, and for the model that a run works with. */
export async function teachInbox(tx: Tx, work: Work, message: GraphMessage): Promise<void> {
  learn(work.model, toMailToSort(message), INBOX, work.candidates)
  await teach(tx, work.mailbox, { message, folderId: null, candidates: work.candidates })
}
