import { z } from 'zod'
import type { GraphTransport } from './graph-request.ts'

export interface MessageDelta {
  messages: { id: string; receivedAt: Date | null }[]
  /** Moved out of the folder or deleted: which of the two is not told. */
  removed: string[]
  nextLink: string | null
  deltaLink: string | null
}

export interface DeltaCalls {
  /**
   * One page of a folder's changes: by a stored link, or for mail received since a moment. Where a round begins, what is there already comes
   * as if it had just been put there.
   * @param from.folderId Outlook's id; the inbox where left out
   */
  messageDelta(token: string, from: { link: string } | { since: Date; folderId?: string }): Promise<MessageDelta>
}

const perPage = 200
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
    const path = 'link' in from ? from.link : firstRound(from)
    const page = await graph.read({ token, path, prefer: [`odata.maxpagesize=${perPage}`] }, DeltaPage)
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

function firstRound({ since, folderId = 'inbox' }: { since: Date; folderId?: string }): string {
  const filter = encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)
  return `/me/mailFolders/${encodeURIComponent(folderId)}/messages/delta?$select=id,receivedDateTime&$filter=${filter}`
}
