import { graphBodyMaxBytes, graphRecentPageSize, messageExcerptMaxLength } from '../limits.ts'
import { z } from 'zod'
import { addMs } from '../../clock.ts'
import { cleanLine, cleanText } from '../../../contract/clean-text.ts'
import { MessagePage, messageExcerptSelect, Recipient, senderOf, text } from './graph-message.ts'
import { messageLineMaxLength } from '../mailbox/message-fields.ts'
import type { MailboxClient, TimeRange } from '../mailbox/mailbox-client.ts'
import type { MarkedMessage, Marks, Message, MessageExcerpt } from '../mailbox/message.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

const graphInboxPageSize = 100
const graphExcerptPageSize = 250
/** The most that Graph allows. */
const graphMarksPageSize = 1000

const Page = pageOf(
  z
    .object({
      id: z.string().min(1),
      receivedDateTime: z.coerce.date().nullish().catch(null),
      isRead: z.boolean().nullish(),
      categories: z.array(z.string()).nullish(),
    })
    .transform(
      ({ id, receivedDateTime, isRead, categories }): MarkedMessage => ({
        id,
        receivedAt: receivedDateTime ?? null,
        isRead: isRead ?? true,
        categories: categories ?? [],
      }),
    ),
)
const Excerpt = z
  .object({
    id: z.string().min(1),
    subject: text,
    from: Recipient,
    sender: Recipient,
    bodyPreview: text,
    receivedDateTime: z.coerce.date().nullish().catch(null),
  })
  .transform(
    ({ id, subject, from, sender, bodyPreview, receivedDateTime }): MessageExcerpt => ({
      id,
      from: senderOf({ from, sender }),
      subject: cleanLine(subject ?? '', messageLineMaxLength),
      text: cleanText(bodyPreview ?? '', messageExcerptMaxLength),
      receivedAt: receivedDateTime ?? new Date(0),
    }),
  )
const ExcerptPage = pageOf(Excerpt)
const Counted = z.object({ '@odata.count': z.int().min(0) })

export const inboxCalls = (graph: GraphTransport): MailboxClient['inbox'] => ({
  async count(since) {
    const query = new URLSearchParams({ $select: 'id', $top: '1', $count: 'true', ...filterOf({ since, until: null }) })
    const counted = await graph.read({ path: `/me/mailFolders/inbox/messages?${query}` }, Counted)
    return counted['@odata.count']
  },
  async page(from) {
    const select = { $select: 'id,receivedDateTime,isRead,categories', $top: String(graphInboxPageSize) }
    const page = await graph.read({ path: typeof from === 'string' ? from : firstPage(from, select) }, Page)
    return { messages: page.value, next: page['@odata.nextLink'] ?? null }
  },
  async messages(from) {
    const select = { $select: messageExcerptSelect, $top: String(graphRecentPageSize) }
    const path = typeof from === 'string' ? from : firstPage(from, select)
    const page = await graph.read({ path, maxBytes: graphBodyMaxBytes }, MessagePage)
    return { messages: page.value, next: page['@odata.nextLink'] ?? null }
  },
  async marksOf(messages) {
    const times = messages.map(({ receivedAt }) => receivedAt.getTime())
    const range = { since: new Date(Math.min(...times)), until: new Date(Math.max(...times)) }
    const path = firstPage(range, { $select: 'id,isRead,categories', $top: String(graphMarksPageSize) })
    const wanted = new Set(messages.map(({ id }) => id))
    const found = new Map<string, Marks>()
    for await (const page of readGraphPages(graph, { path }, Page))
      for (const { id, isRead, categories } of page) if (wanted.has(id)) found.set(id, { isRead, categories })
    return found
  },
  async excerpts(newest) {
    const query = new URLSearchParams({
      $select: 'id,subject,from,sender,bodyPreview,receivedDateTime',
      $top: String(Math.min(graphExcerptPageSize, newest)),
      $orderby: 'receivedDateTime desc',
    })
    const found = new Map<string, MessageExcerpt>()
    for await (const page of readGraphPages(graph, { path: `/me/mailFolders/inbox/messages?${query}` }, ExcerptPage)) {
      for (const message of page) if (found.size < newest) found.set(message.id, message)
      if (found.size >= newest) break
    }
    return [...found.values()]
  },
  async from(address, newest) {
    const quoted = address.replaceAll("'", "''")
    const query = new URLSearchParams({
      $select: messageExcerptSelect,
      $top: String(Math.min(graphRecentPageSize, newest)),
      // What is ordered by has to be filtered by first.
      $filter: `receivedDateTime ge 1900-01-01T00:00:00Z and from/emailAddress/address eq '${quoted}'`,
      $orderby: 'receivedDateTime desc',
    })
    const request = { path: `/me/mailFolders/inbox/messages?${query}`, maxBytes: graphBodyMaxBytes }
    const found = new Map<string, Message>()
    for await (const page of readGraphPages(graph, request, MessagePage)) {
      for (const message of page) if (found.size < newest) found.set(message.id, message)
      if (found.size >= newest) break
    }
    return [...found.values()]
  },
})

function firstPage(range: TimeRange, select: Record<string, string>): string {
  const query = { ...select, ...filterOf(range), $orderby: 'receivedDateTime desc' }
  return `/me/mailFolders/inbox/messages?${new URLSearchParams(query)}`
}

function filterOf({ since, until }: TimeRange): Record<string, string> {
  const bounds = [
    ...(since ? [`receivedDateTime ge ${since.toISOString()}`] : []),
    ...(until ? [`receivedDateTime lt ${addMs(until, 1000).toISOString()}`] : []),
  ]
  return bounds.length === 0 ? {} : { $filter: bounds.join(' and ') }
}
