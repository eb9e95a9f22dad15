import { z } from 'zod'
import { hasStatus, orNotThere } from './graph-error.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Graph validates our webhook twice, up to ten seconds each, before it responds. */
const graphSubscriptionTimeoutMs = 30_000
const graphSubscriptionIdMaxLength = 128

interface GraphSubscription {
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
const SubscriptionPage = pageOf(Subscription)

/** `/me/messages` would also report our drafts and the user's sent messages. */
const resource = "/me/mailFolders('inbox')/messages"

interface SubscriptionRequest {
  notificationUrl: string
  clientState: string
  expiresAt: Date
}

/** Changes of the inbox that Graph reports to our webhook. */
export interface SubscriptionCalls {
  create(request: SubscriptionRequest): Promise<GraphSubscription>
  /** The same request reauthorizes it. */
  renew(id: string, expiresAt: Date): Promise<GraphSubscription | 'not-there'>
  /** Succeeds where it does not exist any more. */
  delete(id: string): Promise<void>
  list(): Promise<GraphSubscription[]>
}

export const subscriptionCalls = (graph: GraphTransport): SubscriptionCalls => ({
  create({ notificationUrl, clientState, expiresAt }) {
    const body = {
      changeType: 'created',
      notificationUrl,
      // Can only be set at creation.
      lifecycleNotificationUrl: notificationUrl,
      resource,
      expirationDateTime: expiresAt.toISOString(),
      clientState,
    }
    const request = { method: 'POST' as const, path: '/subscriptions', body, timeoutMs: graphSubscriptionTimeoutMs }
    return graph.read(request, Subscription)
  },
  renew(id, expiresAt) {
    const body = { expirationDateTime: expiresAt.toISOString() }
    return orNotThere(graph.read({ method: 'PATCH', path: subscriptionPath(id), body }, Subscription))
  },
  async delete(id) {
    await orNotThere(graph.call({ method: 'DELETE', path: subscriptionPath(id) }))
  },
  list: async () => (await Array.fromAsync(readGraphPages(graph, { path: '/subscriptions' }, SubscriptionPage))).flat(),
})

const subscriptionPath = (id: string): string => `/subscriptions/${encodeURIComponent(id)}`

/** Graph allows one subscription per app, mailbox, resource and change type, however the resource is spelled. */
export function isConflictingSubscription({ resource: existing, changeType }: GraphSubscription): boolean {
  return changeType === 'created' && /^\/?(me|users\/[^/]+)\/mailfolders\W+inbox\W+messages$/i.test(existing)
}

/** Of `create`: Graph has such a subscription already. */
export const isConflict = (error: unknown): boolean => hasStatus(error, 409)

/** Graph calls the webhook before it creates a subscription, and refuses the request without a proper response. */
export const isWebhookRefused = (error: unknown): boolean => hasStatus(error, 400)
