import { exactAddress } from '../../../contract/address.ts'
import { listIdOf, type MessageToSort } from '../../../packages/classifier/classifier.ts'
import type { Message } from '../../vendors/mailbox/message.ts'

/** Characters of a message that the classifier reads. */
export const classifierTextMaxLength = 4000

/** A message in the classifier's form. The text is cut: the beginning decides. */
export function toMailToSort(message: Message): MessageToSort {
  return {
    from: message.from?.address ?? '',
    fromName: message.from?.name ?? '',
    to: message.to,
    cc: message.cc,
    subject: message.subject ?? '',
    text: message.text.slice(0, classifierTextMaxLength),
    headers: message.headers,
    attachmentNames: message.attachmentNames,
    receivedAt: message.receivedAt,
    isMeeting: message.isMeeting,
  }
}

/** The normalized address that corrections are stored with; '' where the message has no sender. */
export const senderOf = (message: Message): string => exactAddress(message.from?.address ?? '')

/** The exact list id; null where the message came through no list. */
export const listOf = (message: Message): string | null => listIdOf(message.headers) || null

/** What a correction of this message applies to: its mailing list if it has one, else its sender. */
export function correctionKeyOf(message: Message): { kind: 'sender' | 'list'; value: string } {
  const list = listOf(message)
  return list ? { kind: 'list', value: list } : { kind: 'sender', value: senderOf(message) }
}
