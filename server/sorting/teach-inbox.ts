import type { Tx } from '../db/database.ts'
import type { GraphMessage } from '../vendors/graph.ts'
import { decode, encode, INBOX, learn } from './classifier/model.ts'
import { storedModel, storeModel } from './learning-queries.ts'
import { toMailToSort } from './mail-to-sort.ts'
import type { Work } from './work.ts'

/**
 * Mail that the user keeps in the inbox speaks against every folder: filed mail alone cannot teach "none of these". Where the
 * learning job stores its model in the same moment this lesson is left out; the correction itself is remembered in any case.
 */
export async function teachInbox(tx: Tx, work: Work, message: GraphMessage): Promise<void> {
  const mail = toMailToSort(message)
  learn(work.model, mail, INBOX, work.candidates)
  const stored = await storedModel(tx, work.mailbox.id)
  const model = stored && decode(stored.state)
  if (!model) return
  learn(model, mail, INBOX, work.candidates)
  const { id: mailboxId, user_id: userId } = work.mailbox
  const { version, learnedMails } = stored
  await storeModel(tx, { mailboxId, userId, version, state: Buffer.from(encode(model)), learnedMails }, stored)
}
