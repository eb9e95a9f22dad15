import { z } from 'zod'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

export interface GraphSubscription {
  id: string
  expiresAt: Date
  resource: string
  changeType: string
}

const Subscription = z
  .object({
    id: z.string().min(1).max(128),
    expirationDateTime: z.coerce.date(),
    resource: z.string().nullish(),
    changeType: z.string().nullish(),
  })
  .transform(
    ({ id, expirationDateTime, resource, changeType }): GraphSubscription => ({
      id,
      expiresAt: expirationDateTime,
      resource: resource ?? '',
      changeType: changeType ?? '',
    }),
  )

/** `/me/messages` would also tell of drafts that we write and mail that the person sends. */
const resource = "/me/mailFolders('inbox')/messages"

/** Graph calls our webhook twice, up to ten seconds each, before it answers. */
const handshakeTimeoutMs = 30_000

export interface SubscriptionWish {
  notificationUrl: string
  clientState: string
  expiresAt: Date
}

export function createSubscription(
  graph: GraphTransport,
  token: string,
  wish: SubscriptionWish,
): Promise<GraphSubscription> {
  const body = {
    changeType: 'created',
    notificationUrl: wish.notificationUrl,
    // Cannot be added later.
    lifecycleNotificationUrl: wish.notificationUrl,
    resource,
    expirationDateTime: wish.expiresAt.toISOString(),
    clientState: wish.clientState,
  }
  return graph.read(
    { token, method: 'POST', path: '/subscriptions', body, timeoutMs: handshakeTimeoutMs },
    Subscription,
  )
}

/** Renews, and reauthorizes by the same call. */
export function renewSubscription(
  graph: GraphTransport,
  token: string,
  id: string,
  expiresAt: Date,
): Promise<GraphSubscription> {
  const body = { expirationDateTime: expiresAt.toISOString() }
  return graph.read({ token, method: 'PATCH', path: `/subscriptions/${encodeURIComponent(id)}`, body }, Subscription)
}

export function deleteSubscription(graph: GraphTransport, token: string, id: string): Promise<void> {
  return graph.call({ token, method: 'DELETE', path: `/subscriptions/${encodeURIComponent(id)}` })
}

export async function listSubscriptions(graph: GraphTransport, token: string): Promise<GraphSubscription[]> {
  const found: GraphSubscription[] = []
  for await (const page of pagesOf(graph, { token, path: '/subscriptions' }, Subscription)) found.push(...page)
  return found
}

/** Whether it stands in the way of ours: Graph allows one of a kind for each app and mailbox, however the resource is spelled. */
export function isOfOurKind({ resource: theirs, changeType }: GraphSubscription): boolean {
  return changeType === 'created' && /^\/?(me|users\/[^/]+)\/mailfolders\W+inbox\W+messages$/i.test(theirs)
}
