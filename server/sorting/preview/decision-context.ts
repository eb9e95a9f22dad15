import type { PreviewedMail } from '../../../contract/functions/preview-sorting.ts'
import { isUnsure } from '../../../contract/reasons.ts'
import type { RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isAutomatic } from '../../mail/messages/automatic-mail.ts'
import { isKnownPerson } from '../../mail/people/known-people-queries.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { conditionsOf } from '../decision/condition-queries.ts'
import type { Decision, DecisionContext } from '../decision/decision.ts'
import { findCorrections } from '../learning/correction-queries.ts'
import { listOf, senderOf } from '../messages/mail-to-sort.ts'

/** What the sorter knows about the sender or list of a message, as in `processNewMessage`. */
export async function knownAbout(
  tx: Tx,
  mailbox: MailboxRow,
  message: Message,
): Promise<Pick<DecisionContext, 'corrections' | 'isFromKnownSender' | 'threshold'>> {
  const about = { sender: senderOf(message), list: listOf(message) }
  return {
    corrections: await findCorrections(tx, mailbox.id, about),
    isFromKnownSender: !isAutomatic(message, []) && (await isKnownPerson(tx, mailbox.id, about.sender)),
    threshold: mailbox.confidence_threshold,
  }
}

export type KnownContext = Omit<DecisionContext, 'model'>

/** One transaction for all: one for each would be hundreds. */
export function contextsOf(
  ctx: Pick<RemoteContext, 'db'>,
  mailbox: MailboxRow,
  messages: readonly Message[],
): Promise<{ message: Message; context: KnownContext }[]> {
  return ctx.db.asService(async (tx) => {
    const conditions = await conditionsOf(tx, mailbox.id)
    const found: { message: Message; context: KnownContext }[] = []
    for (const message of messages)
      found.push({ message, context: { conditions, ...(await knownAbout(tx, mailbox, message)) } })
    return found
  })
}

export const placeOf = ({ folderId, reason }: Decision): PreviewedMail['before'] =>
  folderId ?? (isUnsure(reason) ? 'unsure' : 'inbox')
