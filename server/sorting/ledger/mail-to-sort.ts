import { exactAddress } from '../../../contract/address.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import { listIdOf } from '../../../packages/classifier/features.ts'
import type { MailToSort } from '../../../packages/classifier/mail.ts'

/** The classifier reads a bounded piece: what decides stands at the beginning. */
const textLength = 4000

export function toMailToSort(message: GraphMessage): MailToSort {
  return {
    from: message.from?.address ?? '',
    fromName: message.from?.name ?? '',
    to: message.to,
    cc: message.cc,
    subject: message.subject ?? '',
    text: message.text.slice(0, textLength),
    headers: message.headers,
    attachmentNames: message.attachmentNames,
    receivedAt: message.receivedAt,
  }
}

/** The exact address, as corrections are kept: '' where the mail names none. */
export const senderOf = (message: GraphMessage): string => exactAddress(message.from?.address ?? '')

/** The exact list id, null where the mail came through no list. */
export const listOf = (message: GraphMessage): string | null => listIdOf(message.headers) || null

/** What a correction by the user is about: the list where the mail came through one, else the sender. */
export function correctionAbout(message: GraphMessage): { kind: 'sender' | 'list'; value: string } {
  const list = listOf(message)
  return list ? { kind: 'list', value: list } : { kind: 'sender', value: senderOf(message) }
}
