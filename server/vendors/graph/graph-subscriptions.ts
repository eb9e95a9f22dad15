import { z } from 'zod'
import { VendorError } from '../http/vendor-error.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Graph validates our webhook twice, up to ten seconds each, before it responds. */
const graphSubscriptionTimeoutMs = 30_000
const graphSubscriptionIdMaxLength = 128

export interface GraphSubscription {
  id: string
  expiresAt: Date
  resource: string
  changeType: string
}

const Subscription = z
  .object({
    id: z.string().min(1).max(graphSubscriptionIdMaxLength),
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

/** `/me/messages` would also report our drafts and the user's sent messages. */
const resource = "/me/mailFolders('inbox')/messages"

export interface SubscriptionRequest {
  notificationUrl: string
  clientState: string
  expiresAt: Date
}

export function createSubscription(
  graph: GraphTransport,
  token: string,
  request: SubscriptionRequest,
): Promise<GraphSubscription> {
  const body = {
    changeType: 'created',
    notificationUrl: request.notificationUrl,
    // Can only be set at creation.
    lifecycleNotificationUrl: request.notificationUrl,
    resource,
    expirationDateTime: request.expiresAt.toISOString(),
    clientState: request.clientState,
  }
  return graph.read(
    { token, method: 'POST', path: '/subscriptions', body, timeoutMs: graphSubscriptionTimeoutMs },
    Subscription,
  )
}

/** Renews a subscription; the same request reauthorizes it. */
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
  for await (const page of readGraphPages(graph, { token, path: '/subscriptions' }, Subscription)) found.push(...page)
  return found
}

/** Graph allows one subscription per app, mailbox, resource and change type, however the resource is spelled. */
export function isConflictingSubscription({ resource: existing, changeType }: GraphSubscription): boolean {
  return changeType === 'created' && /^\/?(me|users\/[^/]+)\/mailfolders\W+inbox\W+messages$/i.test(existing)
}

/** Graph calls the webhook before it creates a subscription, and refuses the request without a proper response. */
export const isWebhookRefused = (error: unknown): boolean => error instanceof VendorError && error.status === 400
