import { findOwnAddresses } from '../../actions/runner/own-address-queries.ts'
import type { Context } from '../../context.ts'
import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { asksQuestion } from '../../mail/messages/asks-question.ts'
import { isNoAnswer, isOfList } from '../../mail/messages/automatic-mail.ts'
import { saveConversations, settleBySubject } from '../../mail/people/follow-up-queries.ts'
import { isKnownPerson } from '../../mail/people/known-people-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { senderOf } from '../messages/mail-to-sort.ts'

/**
 * What an email means for follow-up: it answers its conversation, and asks the user if a known person has a question.
 * Absence notices and copies to oneself answer nothing.
 */
export async function recordConversation(
  ctx: Pick<Context, 'db'>,
  { id: mailboxId, user_id: userId }: Pick<MailboxRow, 'id' | 'user_id'>,
  message: Message,
): Promise<void> {
  const { conversationId, id: messageId, from, subject, receivedAt: at, isMeeting } = message
  const address = senderOf(message)
  // A question to a list is one to everybody.
  const mayAsk = !isMeeting && !isOfList(message) && asksQuestion(message.text)
  await ctx.db.asService(async (tx) => {
    if (isNoAnswer(message, await findOwnAddresses(tx, userId))) return
    await settleBySubject(tx, userId, { state: 'sent', addresses: [address], subject, at })
    if (!conversationId) return
    const isOpen = mayAsk && (await isKnownPerson(tx, mailboxId, address))
    const open = { state: 'question' as const, messageId, address, name: from?.name ?? null, subject }
    await saveConversations(tx, mailboxId, [{ conversationId, at, open: isOpen ? open : null }])
  })
}
