import { graphBodyMaxBytes, graphRecentPageSize } from '../limits.ts'
import { MessagePage, messageExcerptSelect } from './graph-message.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import type { Message } from '../mailbox/message.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Pages of messages that are read until enough are found. */
const graphRecentMaxPages = 3

export const recentCalls = (graph: GraphTransport): Pick<MailboxClient, 'recent'> => ({
  async recent(folderIds, count) {
    const query = new URLSearchParams({
      $select: messageExcerptSelect,
      $top: String(graphRecentPageSize),
      $orderby: 'receivedDateTime desc',
    })
    const request = { path: `/me/messages?${query}`, maxBytes: graphBodyMaxBytes }
    const found = new Map<string, Message>()
    let pages = 0
    for await (const page of readGraphPages(graph, request, MessagePage)) {
      for (const message of page)
        if (!message.isDraft && folderIds.has(message.parentFolderId) && found.size < count)
          found.set(message.id, message)
      pages++
      if (found.size >= count || pages >= graphRecentMaxPages) break
    }
    return [...found.values()]
  },
})
