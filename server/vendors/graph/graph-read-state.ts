import { z } from 'zod'
import type { GraphTransport } from './graph-transport.ts'

/** Whether a message has been read, and which version of it says so. */
interface GraphReadState {
  etag: string
  isRead: boolean
  /** The last change of the message; reading it may be one. */
  changedAt: Date
}

export interface ReadStateCalls {
  getReadState(token: string, id: string): Promise<GraphReadState>
  /** Fails with 412 if the message has changed since its read state was read. */
  markUnread(token: string, message: { id: string; etag: string }): Promise<void>
}

const ReadState = z
  .object({
    '@odata.etag': z.string().min(1),
    isRead: z.boolean().nullish(),
    lastModifiedDateTime: z.coerce.date().nullish().catch(null),
  })
  .transform(
    (message): GraphReadState => ({
      etag: message['@odata.etag'],
      isRead: message.isRead ?? true,
      changedAt: message.lastModifiedDateTime ?? new Date(0),
    }),
  )

export const readStateCalls = (graph: GraphTransport): ReadStateCalls => ({
  getReadState(token, id) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=isRead,lastModifiedDateTime`
    return graph.read({ token, path }, ReadState)
  },

  async markUnread(token, { id, etag }) {
    const path = `/me/messages/${encodeURIComponent(id)}?$select=id`
    await graph.call({ token, method: 'PATCH', path, body: { isRead: false }, ifMatch: etag })
  },
})
