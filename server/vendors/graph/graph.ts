import { graphBodyMaxBytes, messageMaxAttachmentNames } from '../limits.ts'
import { z } from 'zod'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { allSettledOrThrow } from '../http/all-settled-or-throw.ts'
import { VendorError } from '../http/vendor-error.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { attachmentNames, hasReport } from '../mailbox/message-fields.ts'
import type { MailboxCallOptions, MailboxLimiter } from '../mailbox/mailbox-limiter.ts'
import type { Message } from '../mailbox/message.ts'
import { attachmentCalls, attachmentSelect } from './graph-attachments.ts'
import { deltaCalls } from './graph-delta.ts'
import { effectCalls } from './graph-effects.ts'
import { orNotThere } from './graph-error.ts'
import { folderCalls } from './graph-folders.ts'
import { headersCalls } from './graph-headers.ts'
import { inboxCalls } from './graph-inbox.ts'
import { markCalls, MovedResponse } from './graph-marks.ts'
import { AttachmentPage, mayHaveAttachments, MessagePage, MessageResponse, messageSelect } from './graph-message.ts'
import { readGraphPages } from './graph-paging.ts'
import { readStateCalls } from './graph-read-state.ts'
import { recentCalls } from './graph-recent-messages.ts'
import { sentCalls } from './graph-sent-items.ts'
import { subscriptionCalls, type SubscriptionCalls } from './graph-subscriptions.ts'
import { createGraphTransport, type GraphTransport } from './graph-transport.ts'

/** Large pages with message bodies time out at Graph. */
const graphMessagePageSize = 25

/**
 * A mailbox through the Graph mail API, without retries. Every request asks for immutable ids, parses the response and
 * throws a VendorError for every refusal that is not a result.
 */
export interface OutlookMailbox extends MailboxClient {
  subscriptions: SubscriptionCalls
}

export interface GraphClient {
  /**
   * The client for one task on a mailbox: at most `mailboxConcurrency` requests are in flight for the mailbox on all
   * nodes, and after a transient failure the task's waiting requests are not sent.
   * @param mailboxId null where it is not connected yet: its requests have no limit
   */
  forMailbox(token: string, mailboxId: string | null, options?: MailboxCallOptions): OutlookMailbox
}

export const createGraph = (config: MicrosoftConfig, limiter: MailboxLimiter): GraphClient => ({
  forMailbox(token, mailboxId, options) {
    const guard = stopAfterTransientFailure()
    const withinLimit = <T>(work: () => Promise<T>): Promise<T> =>
      mailboxId === null ? work() : limiter.run(mailboxId, () => guard(work), options)
    return outlookMailbox(createGraphTransport(config.graphUrl, token, withinLimit))
  },
})

/** After a transient failure (429, 5xx, no response) the task's waiting requests fail with the same error. */
function stopAfterTransientFailure() {
  let failure: VendorError | null = null
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (failure) throw failure
    try {
      return await work()
    } catch (error) {
      if (error instanceof VendorError && error.transient) failure = error
      throw error
    }
  }
}

const Me = z.object({
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  displayName: z.string().nullish(),
})
const WithId = z.object({ id: z.string().min(1) })
const messageRequest = { prefer: ['outlook.body-content-type="html"'], maxBytes: graphBodyMaxBytes }

const messagePath = (id: string): string => `/me/messages/${encodeURIComponent(id)}`

const outlookMailbox = (graph: GraphTransport): OutlookMailbox => ({
  async owner() {
    const { mail, userPrincipalName, displayName } = await graph.read({ path: '/me' }, Me)
    return { address: mail || userPrincipalName || null, displayName: displayName ?? '' }
  },
  inboxId: async () => (await graph.read({ path: '/me/mailFolders/inbox?$select=id' }, WithId)).id,

  async find(id) {
    const path = `${messagePath(id)}?$select=${messageSelect}`
    const message = await orNotThere(graph.read({ path, ...messageRequest }, MessageResponse))
    return message === 'not-there' ? null : withAttachments(graph, message)
  },
  newest: (folderId, count) => orNotThere(newestMessages(graph, folderId, count)),
  // The path is documented; that Graph checks the folder is not.
  async move(id, { from, to }) {
    const path = `/me/mailFolders/${encodeURIComponent(from)}/messages/${encodeURIComponent(id)}/move`
    const request = { method: 'POST' as const, path, body: { destinationId: to }, maxBytes: graphBodyMaxBytes }
    return orNotThere(graph.read(request, MovedResponse))
  },

  isWatchedBy: async (watchId) => (await subscriptionCalls(graph).list()).some(({ id }) => id === watchId),

  ...folderCalls(graph),
  ...markCalls(graph),
  ...readStateCalls(graph),
  ...sentCalls(graph),
  ...deltaCalls(graph),
  ...recentCalls(graph),
  ...headersCalls(graph),
  inbox: inboxCalls(graph),
  attachments: attachmentCalls(graph),
  effect: effectCalls(graph),
  subscriptions: subscriptionCalls(graph),
})

async function newestMessages(graph: GraphTransport, folderId: string, count: number): Promise<Message[]> {
  const found = new Map<string, Message>()
  const size = Math.min(graphMessagePageSize, count)
  const path = `/me/mailFolders/${encodeURIComponent(folderId)}/messages?$select=${messageSelect}&$top=${size}`
  for await (const page of readGraphPages(graph, { path, ...messageRequest }, MessagePage)) {
    const messages = await allSettledOrThrow(page.map((message) => withAttachments(graph, message)))
    for (const message of messages) if (found.size < count) found.set(message.id, message)
    if (found.size >= count) break
  }
  return [...found.values()]
}

/** Reads the attachment names separately: `$expand` can return the whole contents. */
async function withAttachments(graph: GraphTransport, message: Message): Promise<Message> {
  if (!mayHaveAttachments(message)) return message
  const path = `${messagePath(message.id)}/attachments?${attachmentSelect}&$top=${messageMaxAttachmentNames}`
  const page = await orNotThere(graph.read({ path }, AttachmentPage))
  // The message was deleted or moved after it was read.
  if (page === 'not-there') return message
  return { ...message, attachmentNames: attachmentNames(page.value, message), isReport: hasReport(page.value) }
}
