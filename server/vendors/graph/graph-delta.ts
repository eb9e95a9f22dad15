import { z } from 'zod'
import type { GraphTransport } from './graph-transport.ts'
import type { MessageDelta } from '../mailbox/message.ts'

const graphDeltaPageSize = 200

export interface DeltaCalls {
  /**
   * Reads one page of a folder's changes, from a stored link or for messages received since a time. The first round
   * reports existing messages as if they were new.
   * @param from.folderId defaults to the inbox
   */
  messageDelta(token: string, from: { link: string } | { since: Date; folderId?: string }): Promise<MessageDelta>
}

const DeltaPage = z.object({
  value: z.array(
    z.object({
      id: z.string().min(1),
      receivedDateTime: z.coerce.date().nullish().catch(null),
      '@removed': z.unknown().optional(),
    }),
  ),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
})

export const deltaCalls = (graph: GraphTransport): DeltaCalls => ({
  async messageDelta(token, from) {
    const path = 'link' in from ? from.link : firstRoundPath(from)
    const page = await graph.read({ token, path, prefer: [`odata.maxpagesize=${graphDeltaPageSize}`] }, DeltaPage)
    const isRemoved = (item: { '@removed'?: unknown }): boolean => item['@removed'] !== undefined
    return {
      messages: page.value
        .filter((item) => !isRemoved(item))
        .map(({ id, receivedDateTime }) => ({ id, receivedAt: receivedDateTime ?? null })),
      removed: page.value.filter(isRemoved).map(({ id }) => id),
      nextLink: page['@odata.nextLink'] ?? null,
      deltaLink: page['@odata.deltaLink'] ?? null,
    }
  },
})

function firstRoundPath({ since, folderId = 'inbox' }: { since: Date; folderId?: string }): string {
  const filter = encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)
  return `/me/mailFolders/${encodeURIComponent(folderId)}/messages/delta?$select=id,receivedDateTime&$filter=${filter}`
}
