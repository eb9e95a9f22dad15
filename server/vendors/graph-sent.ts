import { z } from 'zod'
import { effectIdOf, expand, Properties } from './graph-drafts.ts'
import { addressesOf, Recipient } from './graph-message.ts'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

export interface SentMail {
  /** To, cc and bcc: exact and lower case. */
  to: string[]
  /** Of mail that we made: the effect that it came of. */
  effectId: string | null
}

export interface SentCalls {
  /** Mail in Sent Items, newest first, sent since a moment where one is given. */
  sentMails(token: string, wish: { since: Date | null; newest: number }): Promise<SentMail[]>
}

const perPage = 100
const Recipients = z.array(Recipient).nullish()
const Sent = z
  .object({
    toRecipients: Recipients,
    ccRecipients: Recipients,
    bccRecipients: Recipients,
    singleValueExtendedProperties: Properties,
  })
  .transform(
    ({ toRecipients, ccRecipients, bccRecipients, singleValueExtendedProperties }): SentMail => ({
      to: [toRecipients, ccRecipients, bccRecipients].flatMap(addressesOf),
      effectId: effectIdOf(singleValueExtendedProperties),
    }),
  )

export const sentCalls = (graph: GraphTransport): SentCalls => ({
  async sentMails(token, { since, newest }) {
    const query = new URLSearchParams({
      $select: 'toRecipients,ccRecipients,bccRecipients',
      $top: String(Math.min(perPage, newest)),
    })
    if (since) query.set('$filter', `receivedDateTime ge ${since.toISOString()}`)
    query.set('$orderby', 'receivedDateTime desc')
    const path = `/me/mailFolders/sentitems/messages?${query}&${expand}`
    const found: SentMail[] = []
    for await (const page of pagesOf(graph, { token, path }, Sent)) {
      found.push(...page)
      if (found.length >= newest) break
    }
    return found
  },
})
