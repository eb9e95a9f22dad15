import { z } from 'zod'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import type { ReadState } from '../mailbox/message.ts'
import { isChanged, isNotFound, orNotThere, withResults } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

const ReadStateResponse = z
  .object({
    '@odata.etag': z.string().min(1),
    isRead: z.boolean().nullish(),
    lastModifiedDateTime: z.coerce.date().nullish().catch(null),
  })
  .transform(
    (message): ReadState => ({
      version: message['@odata.etag'],
      isRead: message.isRead ?? true,
      changedAt: message.lastModifiedDateTime ?? new Date(0),
    }),
  )

export const readStateCalls = (graph: GraphTransport): Pick<MailboxClient, 'readState' | 'markUnread'> => ({
  readState(id) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=isRead,lastModifiedDateTime`
    return orNotThere(graph.read({ path }, ReadStateResponse))
  },

  async markUnread({ id, version }) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=id`
    const marking = graph.call({ method: 'PATCH', path, body: { isRead: false }, ifMatch: version })
    return (await withResults(marking, ['changed', isChanged], ['not-there', isNotFound])) ?? 'marked'
  },
})
