import { z } from 'zod'
import { effectIdOf, expandEffectProperty, Properties } from './graph-drafts.ts'
import { recipientAddresses, Recipient, text } from './graph-message.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { lineOrNull } from '../mailbox/message-fields.ts'
import type { SentMessage } from '../mailbox/message.ts'

const graphSentPageSize = 100

const Recipients = z.array(Recipient).nullish()
const SentMessageResponse = z
  .object({
    id: z.string().min(1),
    '@odata.type': text,
    conversationId: text,
    subject: text,
    receivedDateTime: z.coerce.date(),
    toRecipients: Recipients,
    ccRecipients: Recipients,
    bccRecipients: Recipients,
    singleValueExtendedProperties: Properties,
  })
  .transform(
    (message): SentMessage => ({
      to: [message.toRecipients, message.ccRecipients, message.bccRecipients].flatMap(recipientAddresses),
      effectId: effectIdOf(message.singleValueExtendedProperties),
      id: message.id,
      conversationId: lineOrNull(message.conversationId),
      subject: lineOrNull(message.subject),
      sentAt: message.receivedDateTime,
      // https://learn.microsoft.com/graph/api/resources/eventmessage
      isMeeting: message['@odata.type']?.startsWith('#microsoft.graph.eventMessage') ?? false,
    }),
  )
const SentPage = pageOf(SentMessageResponse)

export const sentCalls = (graph: GraphTransport): Pick<MailboxClient, 'sent'> => ({
  async sent({ since, newest }) {
    const query = new URLSearchParams({
      $select: 'id,conversationId,subject,receivedDateTime,toRecipients,ccRecipients,bccRecipients',
      $top: String(Math.min(graphSentPageSize, newest)),
    })
    if (since) query.set('$filter', `receivedDateTime ge ${since.toISOString()}`)
    query.set('$orderby', 'receivedDateTime desc')
    const path = `/me/mailFolders/sentitems/messages?${query}&${expandEffectProperty}`
    const found: SentMessage[] = []
    for await (const page of readGraphPages(graph, { path }, SentPage)) {
      found.push(...page)
      if (found.length >= newest) break
    }
    return found
  },
})
