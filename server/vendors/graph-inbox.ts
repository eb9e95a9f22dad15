import { z } from 'zod'
import { later } from '../clock.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { foldersInBin } from './graph-folders.ts'
import { addressOf, lineMax, Recipient, text, type GraphAddress } from './graph-message.ts'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

export interface InboxPage {
  messages: { id: string; receivedAt: Date | null }[]
  nextLink: string | null
}

/** What a list of mail shows of one. */
export interface MailBeginning {
  id: string
  from: GraphAddress | null
  subject: string
  /** The first 255 characters of the text, as Outlook makes them of it; what the author has hidden may be among them. */
  text: string
  receivedAt: Date
}

export interface InboxCalls {
  /** Those that people have deleted, by their ids; what is below them is not listed. */
  foldersInBin(token: string): Promise<string[]>
  /** How many messages lie in the inbox itself, without the folders below it. */
  inboxCount(token: string, since: Date | null): Promise<number>
  /** One page of the inbox, newest first: the one after another, or the first of what was received between two moments. */
  inboxPage(token: string, from: { link: string } | Between): Promise<InboxPage>
  /** The newest of the inbox, newest first, without their bodies: hundreds are a few small answers. */
  inboxBeginnings(token: string, newest: number): Promise<MailBeginning[]>
}

/** Null: no bound. */
interface Between {
  since: Date | null
  /** With all of its second: Graph tells whole seconds of what Exchange may keep in finer ones. */
  until: Date | null
}

const perPage = 100
const beginningsPerPage = 250
const Page = z.object({
  value: z.array(z.object({ id: z.string().min(1), receivedDateTime: z.coerce.date().nullish().catch(null) })),
  '@odata.nextLink': z.string().optional(),
})
const Beginning = z
  .object({
    id: z.string().min(1),
    subject: text,
    from: Recipient,
    sender: Recipient,
    bodyPreview: text,
    receivedDateTime: z.coerce.date().nullish().catch(null),
  })
  .transform(
    ({ id, subject, from, sender, bodyPreview, receivedDateTime }): MailBeginning => ({
      id,
      from: addressOf(from) ?? addressOf(sender),
      subject: cleanLine(subject ?? '', lineMax),
      text: cleanText(bodyPreview ?? '', 255),
      receivedAt: receivedDateTime ?? new Date(0),
    }),
  )
const Counted = z.object({ '@odata.count': z.int().min(0) })

export const inboxCalls = (graph: GraphTransport): InboxCalls => ({
  foldersInBin: (token) => foldersInBin(graph, token),
  async inboxCount(token, since) {
    const query = new URLSearchParams({ $select: 'id', $top: '1', $count: 'true', ...filterOf({ since, until: null }) })
    const counted = await graph.read({ token, path: `/me/mailFolders/inbox/messages?${query}` }, Counted)
    return counted['@odata.count']
  },
  async inboxPage(token, from) {
    const page = await graph.read({ token, path: 'link' in from ? from.link : firstPage(from) }, Page)
    return {
      messages: page.value.map(({ id, receivedDateTime }) => ({ id, receivedAt: receivedDateTime ?? null })),
      nextLink: page['@odata.nextLink'] ?? null,
    }
  },
  async inboxBeginnings(token, newest) {
    const query = new URLSearchParams({
      $select: 'id,subject,from,sender,bodyPreview,receivedDateTime',
      $top: String(Math.min(beginningsPerPage, newest)),
      $orderby: 'receivedDateTime desc',
    })
    const found = new Map<string, MailBeginning>()
    for await (const page of pagesOf(graph, { token, path: `/me/mailFolders/inbox/messages?${query}` }, Beginning)) {
      for (const mail of page) if (found.size < newest) found.set(mail.id, mail)
      if (found.size >= newest) break
    }
    return [...found.values()]
  },
})

function firstPage(between: Between): string {
  const newestFirst = { $orderby: 'receivedDateTime desc' }
  const query = { $select: 'id,receivedDateTime', $top: String(perPage), ...filterOf(between), ...newestFirst }
  return `/me/mailFolders/inbox/messages?${new URLSearchParams(query)}`
}

function filterOf({ since, until }: Between): Record<string, string> {
  const bounds = [
    ...(since ? [`receivedDateTime ge ${since.toISOString()}`] : []),
    ...(until ? [`receivedDateTime lt ${later(until, 1000).toISOString()}`] : []),
  ]
  return bounds.length === 0 ? {} : { $filter: bounds.join(' and ') }
}
