import { composeText } from '../../../contract/compose-text.ts'
import { isMachineAddress } from '../../mail/messages/machine-address.ts'
import type { Address, Message } from '../../vendors/mailbox/message.ts'

/** Recipients that the note of a draft names. */
const namedReplyRecipients = 3

type Addressed = Pick<Message, 'replyTo' | 'from'>

/** Who gets the reply: Outlook addresses it to Reply-To where the message has one (RFC 5322, section 3.6.3). */
export const replyRecipients = ({ replyTo, from }: Addressed): Address[] =>
  replyTo.length > 0 ? replyTo : from ? [from] : []

/**
 * Whether anyone but a machine or the user gets the reply.
 * @param ownAddresses addresses of all the user's mailboxes, in lower case
 */
export const hasReader = (message: Addressed, ownAddresses: readonly string[]): boolean =>
  replyRecipients(message).some(
    ({ address }) => !isMachineAddress(address) && !ownAddresses.includes(address.toLowerCase()),
  )

/** The sender of a message chooses Reply-To freely, so the reply may go to anyone. */
export const repliesToOthers = (message: Addressed): boolean =>
  replyRecipients(message).some(({ address }) => address !== message.from?.address)

/** Names the recipients of a reply that does not go to the sender alone; null where it does. */
export function describeRecipients(message: Addressed): string | null {
  if (!repliesToOthers(message)) return null
  const all = replyRecipients(message).map(({ address }) => address)
  const number = all.length - namedReplyRecipients
  const address = message.from?.address ?? ''
  const values = { addresses: all.slice(0, namedReplyRecipients), number, address }
  if (all.includes(address))
    return number > 0
      ? composeText(
          'Addressed to {addresses} and {number} more, as the email asks, not only to its sender {address}.',
          values,
        )
      : composeText('Addressed to {addresses}, as the email asks, not only to its sender {address}.', values)
  return number > 0
    ? composeText('Addressed to {addresses} and {number} more, as the email asks, not to its sender {address}.', values)
    : composeText('Addressed to {addresses}, as the email asks, not to its sender {address}.', values)
}
