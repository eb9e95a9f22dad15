import { z } from 'zod'
import { later } from '../clock.ts'
import { foldersInBin } from './graph-folders.ts'
import type { GraphTransport } from './graph-request.ts'

export interface InboxPage {
  messages: { id: string; receivedAt: Date | null }[]
  nextLink: string | null
}

export interface InboxCalls {
  /** Those that people have deleted, by their ids; what is below them is not listed. */
  foldersInBin(token: string): Promise<string[]>
  /** How many messages lie in the inbox itself, without the folders below it. */
  inboxCount(token: string, since: Date | null): Promise<number>
  /** One page of the inbox, newest first: the one after another, or the first of what was received between two moments. */
  inboxPage(token: string, from: { link: string } | Between): Promise<InboxPage>
}

/** Null: no bound. */
interface Between {
  since: Date | null
  /** With all of its second: Graph tells whole seconds of what Exchange may keep in finer ones. */
  until: Date | null
}

const perPage = 100
const Page = z.object({
  value: z.array(z.object({ id: z.string().min(1), receivedDateTime: z.coerce.date().nullish().catch(null) })),
  '@odata.nextLink': z.string().optional(),
})
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
