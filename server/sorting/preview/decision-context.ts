import type { PreviewedMail } from '../../../contract/functions/preview-sorting.ts'
import { isUnsure } from '../../../contract/reasons.ts'
import type { Tx } from '../../db/database.ts'
import { isAutomatic } from '../../mail/automatic-mail.ts'
import { isKnownPerson } from '../../mail/known-people-queries.ts'
import type { MailboxRow } from '../../mail/queries.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { Decision, DecisionContext } from '../decision/decide.ts'
import { findCorrections } from '../learning/correction-queries.ts'
import { listOf, senderOf } from '../processing/mail-to-sort.ts'

/** What the sorter knows about the sender or list of a message, as in `processNewMessage`. */
export async function knownAbout(
  tx: Tx,
  mailbox: MailboxRow,
  message: GraphMessage,
): Promise<Pick<DecisionContext, 'corrections' | 'isFromKnownSender' | 'threshold'>> {
  const about = { sender: senderOf(message), list: listOf(message) }
  return {
    corrections: await findCorrections(tx, mailbox.id, about),
    isFromKnownSender: !isAutomatic(message, []) && (await isKnownPerson(tx, mailbox.id, about.sender)),
    threshold: mailbox.confidence_threshold,
  }
}

export const placeOf = ({ folderId, reason }: Decision): PreviewedMail['before'] =>
  folderId ?? (isUnsure(reason) ? 'unsure' : 'inbox')
