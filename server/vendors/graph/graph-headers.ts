import { graphBodyMaxBytes } from '../limits.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { orNotThere } from './graph-error.ts'
import { MessagePage } from './graph-message.ts'
import type { GraphTransport } from './graph-transport.ts'

/** The headers of a message have up to 20 kB. */
const graphHeadersPageSize = 250
const headersSelect = 'id,from,sender,receivedDateTime,parentFolderId,internetMessageHeaders,isDraft,isRead'

export const headersCalls = (graph: GraphTransport): Pick<MailboxClient, 'headers'> => ({
  async headers(folderId, from) {
    const path = typeof from === 'string' ? from : firstPage(folderId, from.since)
    const page = await orNotThere(graph.read({ path, maxBytes: graphBodyMaxBytes }, MessagePage))
    return page === 'not-there' ? page : { messages: page.value, next: page['@odata.nextLink'] ?? null }
  },
})

function firstPage(folderId: string, since: Date): string {
  const query = new URLSearchParams({
    $select: headersSelect,
    $top: String(graphHeadersPageSize),
    $filter: `receivedDateTime ge ${since.toISOString()}`,
    $orderby: 'receivedDateTime asc',
  })
  return `/me/mailFolders/${encodeURIComponent(folderId)}/messages?${query}`
}
