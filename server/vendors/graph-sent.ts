import { z } from 'zod'
import { addressesOf, Recipient } from './graph-message.ts'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

export interface SentCalls {
  /** To whom mail in Sent Items went, exact and lower case, each once: the newest mails, sent since a moment where one is given. */
  sentRecipients(token: string, wish: { since: Date | null; newest: number }): Promise<string[]>
}

const perPage = 100
const Sent = z.object({
  toRecipients: z.array(Recipient).nullish(),
  ccRecipients: z.array(Recipient).nullish(),
})

export const sentCalls = (graph: GraphTransport): SentCalls => ({
  async sentRecipients(token, { since, newest }) {
    const query = new URLSearchParams({ $select: 'toRecipients,ccRecipients', $top: String(Math.min(perPage, newest)) })
    if (since) query.set('$filter', `receivedDateTime ge ${since.toISOString()}`)
    query.set('$orderby', 'receivedDateTime desc')
    const path = `/me/mailFolders/sentitems/messages?${query}`
    const found = new Set<string>()
    let mails = 0
    for await (const page of pagesOf(graph, { token, path }, Sent)) {
      for (const { toRecipients, ccRecipients } of page)
        for (const address of [...addressesOf(toRecipients), ...addressesOf(ccRecipients)]) found.add(address)
      mails += page.length
      if (mails >= newest) break
    }
    return [...found]
  },
})
