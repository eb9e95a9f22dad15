import { graphBodyMaxBytes, graphRecentPageSize } from '../limits.ts'
import { z } from 'zod'
import { later } from '../../clock.ts'
import { cleanLine, cleanText } from '../../../contract/clean-text.ts'
import { listDeletedFolderIds } from './graph-folders.ts'
import {
  addressOf,
  messageLineMaxLength,
  messagePreviewSelect,
  MessageResponse,
  Recipient,
  text,
} from './graph-message.ts'
import type { InboxPage, InboxPageOf, Message, MessagePreview } from '../mailbox/message.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

const graphInboxPageSize = 100
const graphPreviewPageSize = 250
/** Graph's maximum for `bodyPreview`. */
const graphBodyPreviewMaxLength = 255

export interface InboxCalls {
  /** Ids of the folders directly in Deleted Items. */
  deletedFolderIds(token: string): Promise<string[]>
  /** Counts the messages of the inbox without its subfolders. */
  inboxCount(token: string, since: Date | null): Promise<number>
  /** Reads one page of the inbox, newest first: the page of a link, or the first page of a time range. */
  inboxPage(token: string, from: { link: string } | TimeRange): Promise<InboxPage>
  /** As `inboxPage`, with senders and headers. `text` is the preview text, and the names of attachments are missing. */
  inboxMessages(token: string, from: { link: string } | TimeRange): Promise<InboxPageOf<Message>>
  /** Lists the newest messages of the inbox without their bodies: hundreds fit in a few small responses. */
  inboxPreviews(token: string, newest: number): Promise<MessagePreview[]>
}

/** Null means unbounded. */
interface TimeRange {
  since: Date | null
  /** Inclusive of its whole second: Graph returns whole seconds, Exchange stores fractions. */
  until: Date | null
}

const Page = z.object({
  value: z.array(z.object({ id: z.string().min(1), receivedDateTime: z.coerce.date().nullish().catch(null) })),
  '@odata.nextLink': z.string().optional(),
})
const MessagePage = z.object({ value: z.array(MessageResponse), '@odata.nextLink': z.string().optional() })
const Preview = z
  .object({
    id: z.string().min(1),
    subject: text,
    from: Recipient,
    sender: Recipient,
    bodyPreview: text,
    receivedDateTime: z.coerce.date().nullish().catch(null),
  })
  .transform(
    ({ id, subject, from, sender, bodyPreview, receivedDateTime }): MessagePreview => ({
      id,
      from: addressOf(from) ?? addressOf(sender),
      subject: cleanLine(subject ?? '', messageLineMaxLength),
      text: cleanText(bodyPreview ?? '', graphBodyPreviewMaxLength),
      receivedAt: receivedDateTime ?? new Date(0),
    }),
  )
const Counted = z.object({ '@odata.count': z.int().min(0) })

export const inboxCalls = (graph: GraphTransport): InboxCalls => ({
  deletedFolderIds: (token) => listDeletedFolderIds(graph, token),
  async inboxCount(token, since) {
    const query = new URLSearchParams({ $select: 'id', $top: '1', $count: 'true', ...filterOf({ since, until: null }) })
    const counted = await graph.read({ token, path: `/me/mailFolders/inbox/messages?${query}` }, Counted)
    return counted['@odata.count']
  },
  async inboxPage(token, from) {
    const select = { $select: 'id,receivedDateTime', $top: String(graphInboxPageSize) }
    const page = await graph.read({ token, path: 'link' in from ? from.link : firstPage(from, select) }, Page)
    return {
      messages: page.value.map(({ id, receivedDateTime }) => ({ id, receivedAt: receivedDateTime ?? null })),
      nextLink: page['@odata.nextLink'] ?? null,
    }
  },
  async inboxMessages(token, from) {
    const select = { $select: messagePreviewSelect, $top: String(graphRecentPageSize) }
    const path = 'link' in from ? from.link : firstPage(from, select)
    const page = await graph.read({ token, path, maxBytes: graphBodyMaxBytes }, MessagePage)
    return { messages: page.value, nextLink: page['@odata.nextLink'] ?? null }
  },
  async inboxPreviews(token, newest) {
    const query = new URLSearchParams({
      $select: 'id,subject,from,sender,bodyPreview,receivedDateTime',
      $top: String(Math.min(graphPreviewPageSize, newest)),
      $orderby: 'receivedDateTime desc',
    })
    const found = new Map<string, MessagePreview>()
    for await (const page of readGraphPages(
      graph,
      { token, path: `/me/mailFolders/inbox/messages?${query}` },
      Preview,
    )) {
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
    ...(until ? [`receivedDateTime lt ${later(until, 1000).toISOString()}`] : []),
  ]
  return bounds.length === 0 ? {} : { $filter: bounds.join(' and ') }
}
