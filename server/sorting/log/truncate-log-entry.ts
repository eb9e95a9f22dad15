import type { MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { listOf } from '../messages/mail-to-sort.ts'
import type { ProcessingLogEntry } from './processing-log-queries.ts'

/** Characters of a message that the processing log stores. */
const storedSubjectMaxLength = 500
const storedMessageIdMaxLength = 500
export const storedAddressMaxLength = 320
const storedSenderNameMaxLength = 200
const storedListIdMaxLength = 320

/** A message that is about to be written into the processing log. */
export interface LoggedMessage {
  messageId: string
  /** Null where the message no longer exists in the mailbox. */
  message: Message | null
  /** The backfill that the message belongs to, if any. */
  backfillId?: string | null
}

/** The fields that the processing log stores. Subject and sender are cut: the sender chooses their length. */
export function truncatedLogEntry(
  mailbox: MailboxRow,
  { messageId, message, backfillId = null }: LoggedMessage,
): ProcessingLogEntry {
  return {
    userId: mailbox.user_id,
    mailboxId: mailbox.id,
    messageId,
    internetMessageId: message?.internetMessageId?.slice(0, storedMessageIdMaxLength) ?? null,
    conversationId: message?.conversationId ?? null,
    subject: message?.subject?.slice(0, storedSubjectMaxLength) ?? null,
    fromAddress: message?.from?.address.slice(0, storedAddressMaxLength) ?? null,
    fromName: message?.from?.name.slice(0, storedSenderNameMaxLength) ?? null,
    listId: message && (listOf(message)?.slice(0, storedListIdMaxLength) ?? null),
    receivedAt: message?.receivedAt ?? null,
    backfillId,
  }
}
