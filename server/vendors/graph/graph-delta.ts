import { z } from 'zod'
import type { GraphTransport } from './graph-transport.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { isDeltaLinkExpired, isNotFound, withResults } from './graph-error.ts'

const graphDeltaPageSize = 200

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

/** Removed messages are ignored: a moved message and a deleted one look the same. */
export const deltaCalls = (graph: GraphTransport): Pick<MailboxClient, 'changes'> => ({
  async changes(from) {
    const path = typeof from === 'string' ? from : firstRoundPath(from)
    const page = await withResults(
      graph.read({ path, prefer: [`odata.maxpagesize=${graphDeltaPageSize}`] }, DeltaPage),
      ['start-again', isDeltaLinkExpired],
      ['not-there', isNotFound],
    )
    if (typeof page === 'string') return page
    return {
      messages: page.value
        .filter((item) => item['@removed'] === undefined)
        .map(({ id, receivedDateTime }) => ({ id, receivedAt: receivedDateTime ?? null })),
      next: page['@odata.nextLink'] ?? null,
      resume: page['@odata.deltaLink'] ?? null,
    }
  },
})

function firstRoundPath({ since, folderId = 'inbox' }: { since: Date; folderId?: string }): string {
  const filter = encodeURIComponent(`receivedDateTime ge ${since.toISOString()}`)
  return `/me/mailFolders/${encodeURIComponent(folderId)}/messages/delta?$select=id,receivedDateTime&$filter=${filter}`
}
