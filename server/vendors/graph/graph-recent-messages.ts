import { graphBodyMaxBytes, graphRecentPageSize } from '../limits.ts'
import { MessageResponse, messagePreviewSelect } from './graph-message.ts'
import type { Message } from '../mailbox/message.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Pages of messages that are read until enough are found. */
const graphRecentMaxPages = 3

export interface RecentCalls {
  /**
   * The newest received messages in any of these folders, newest first. `text` is the preview text, and the names of
   * attachments are missing. Messages in other folders (sent, deleted, junk) are read too, so it may return fewer.
   */
  recentMessages(token: string, folderIds: ReadonlySet<string>, newest: number): Promise<Message[]>
}

export const recentCalls = (graph: GraphTransport): RecentCalls => ({
  async recentMessages(token, folderIds, newest) {
    const query = new URLSearchParams({
      $select: messagePreviewSelect,
      $top: String(graphRecentPageSize),
      $orderby: 'receivedDateTime desc',
    })
    const request = { token, path: `/me/messages?${query}`, maxBytes: graphBodyMaxBytes }
    const found = new Map<string, Message>()
    let pages = 0
    for await (const page of readGraphPages(graph, request, MessageResponse)) {
      for (const message of page)
        if (!message.isDraft && folderIds.has(message.parentFolderId) && found.size < newest)
          found.set(message.id, message)
      pages++
      if (found.size >= newest || pages >= graphRecentMaxPages) break
    }
    return [...found.values()]
  },
})
