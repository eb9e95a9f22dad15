import { namedReplyRecipients } from '../../limits.ts'
import type { GraphAddress, GraphMessage } from '../../vendors/graph-message.ts'

type Addressed = Pick<GraphMessage, 'replyTo' | 'from'>

/** Who gets the reply: Outlook addresses it to Reply-To where the message has one (RFC 5322, section 3.6.3). */
export const replyRecipients = ({ replyTo, from }: Addressed): GraphAddress[] =>
  replyTo.length > 0 ? replyTo : from ? [from] : []

/** The sender of a message chooses Reply-To freely, so the reply may go to anyone. */
export const repliesToOthers = (message: Addressed): boolean =>
  replyRecipients(message).some(({ address }) => address !== message.from?.address)

/** Names the recipients of a reply that does not go to the sender alone; null where it does. */
export function describeRecipients(message: Addressed): string | null {
  if (!repliesToOthers(message)) return null
  const addresses = replyRecipients(message).map(({ address }) => address)
  const named = addresses.slice(0, namedReplyRecipients).join(', ')
  const more = addresses.length - namedReplyRecipients
  const sender = message.from?.address ?? ''
  const difference = addresses.includes(sender) ? 'not only to its sender' : 'not to its sender'
  return `Addressed to ${named}${more > 0 ? ` and ${more} more` : ''}, as the mail asks, ${difference} ${sender}.`
}
