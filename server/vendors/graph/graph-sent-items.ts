import { z } from 'zod'
import { effectIdOf, expandEffectProperty, Properties } from './graph-drafts.ts'
import { recipientAddresses, Recipient } from './graph-message.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import type { SentMessage } from '../mailbox/message.ts'

const graphSentPageSize = 100

const Recipients = z.array(Recipient).nullish()
const SentMessageResponse = z
  .object({
    toRecipients: Recipients,
    ccRecipients: Recipients,
    bccRecipients: Recipients,
    singleValueExtendedProperties: Properties,
  })
  .transform(
    ({ toRecipients, ccRecipients, bccRecipients, singleValueExtendedProperties }): SentMessage => ({
      to: [toRecipients, ccRecipients, bccRecipients].flatMap(recipientAddresses),
      effectId: effectIdOf(singleValueExtendedProperties),
    }),
  )
const SentPage = pageOf(SentMessageResponse)

export const sentCalls = (graph: GraphTransport): Pick<MailboxClient, 'sent'> => ({
  async sent({ since, newest }) {
    const query = new URLSearchParams({
      $select: 'toRecipients,ccRecipients,bccRecipients',
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
