import type { Context } from '../../context.ts'
import { asksQuestion } from '../../mail/messages/asks-question.ts'
import { isAutomatic } from '../../mail/messages/automatic-mail.ts'
import { saveConversations } from '../../mail/people/follow-up-queries.ts'
import { isKnownPerson } from '../../mail/people/known-people-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { withLease } from '../lease/lease.ts'
import { senderOf } from '../messages/mail-to-sort.ts'
import type { SortingBatch } from './sorting-batch.ts'

/**
 * What an email means for follow-up: it answers its conversation, and asks the user if a known person has a question.
 * Absence notices and copies to oneself answer nothing.
 */
export async function recordConversation(
  ctx: Pick<Context, 'db'>,
  { mailbox, lease }: SortingBatch,
  message: Message,
): Promise<void> {
  const { conversationId, id: messageId, from, subject, receivedAt: at, isMeeting } = message
  if (!conversationId || isAutomatic(message, [mailbox.email_address.toLowerCase()])) return
  const address = senderOf(message)
  const mayAsk = !isMeeting && asksQuestion(message.text)
  await withLease(ctx, lease, async (tx) => {
    const isOpen = mayAsk && (await isKnownPerson(tx, mailbox.id, address))
    const open = { state: 'question' as const, messageId, address, name: from?.name ?? null, subject }
    await saveConversations(tx, mailbox.id, [{ conversationId, at, open: isOpen ? open : null }])
  })
}
