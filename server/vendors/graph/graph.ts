import { graphBodyMaxBytes, messageMaxAttachmentNames } from '../limits.ts'
import { z } from 'zod'
import type { MicrosoftConfig } from '../../service-settings.ts'
import { attachmentCalls, attachmentSelect, type AttachmentCalls } from './graph-attachments.ts'
import { deltaCalls, type DeltaCalls } from './graph-delta.ts'
import { draftCalls, type DraftCalls } from './graph-draft-calls.ts'
import { createFolder, listFolders, wellKnownFolders } from './graph-folders.ts'
import type { MailFolder, ParentFolder } from '../mailbox/mail-folder.ts'
import { allSettledOrThrow } from '../http/all-settled-or-throw.ts'
import { isNotFound } from './graph-error.ts'
import {
  AttachmentPage,
  attachmentNames,
  hasReport,
  mayHaveAttachments,
  MessageResponse,
  messageSelect,
} from './graph-message.ts'
import type { Message } from '../mailbox/message.ts'
import { readGraphPages } from './graph-paging.ts'
import { readStateCalls, type ReadStateCalls } from './graph-read-state.ts'
import { inboxCalls, type InboxCalls } from './graph-inbox.ts'
import { createGraphTransport, type GraphTransport } from './graph-transport.ts'
import { recentCalls, type RecentCalls } from './graph-recent-messages.ts'
import { sentCalls, type SentCalls } from './graph-sent-items.ts'
import * as subscriptions from './graph-subscriptions.ts'
import type { GraphSubscription, SubscriptionRequest } from './graph-subscriptions.ts'
import type { MailboxCallOptions, MailboxLimiter } from '../mailbox/mailbox-limiter.ts'
import { VendorError } from '../http/vendor-error.ts'

/** Large pages with message bodies time out at Graph. */
const graphMessagePageSize = 25

type CategoryChange = (categories: string[], parentFolderId: string) => string[] | null

/**
 * Client of the Graph mail API, without retries. Every request asks for immutable ids, parses the response and throws a
 * VendorError for everything else; `graph-error.ts` classifies its codes.
 */
export interface GraphClient
  extends DraftCalls,
    ReadStateCalls,
    AttachmentCalls,
    DeltaCalls,
    InboxCalls,
    RecentCalls,
    SentCalls {
  /**
   * The client for one task on a mailbox: at most `graphMailboxConcurrency` requests are in flight for the mailbox on
   * all nodes, and after a transient failure the task's waiting requests are not sent.
   */
  forMailbox(mailboxId: string, options?: MailboxCallOptions): GraphClient
  me(token: string): Promise<{ address: string | null; displayName: string }>
  /** The first mail request after sign-in: fails with `hasNoMailbox` if the account has no mailbox. */
  inboxId(token: string): Promise<string>
  listFolders(token: string): Promise<MailFolder[]>
  wellKnownFolders(token: string, names: readonly string[]): Promise<Record<string, string>>
  /** Below `parent`; null: directly below the root. */
  createFolder(token: string, folder: { displayName: string; parent: ParentFolder | null }): Promise<MailFolder>
  /** Its text is what the reader sees: `html-body-to-text.ts`. @returns null where it was deleted */
  findMessage(token: string, id: string): Promise<Message | null>
  /** The newest messages of a folder, newest first. */
  listMessages(token: string, folderId: string, options: { newest: number }): Promise<Message[]>
  /**
   * Addresses the message through the folder where it was last seen, so that a message the user has moved meanwhile is
   * not found instead of being moved again. The path is documented; that Graph checks the folder is not.
   */
  moveMessage(
    token: string,
    id: string,
    way: { from: string; to: string },
  ): Promise<{ id: string; parentFolderId: string }>
  /** Replaces the categories of a message by the result of `change`; null keeps them. */
  changeCategories(token: string, id: string, change: CategoryChange): Promise<void>
  createSubscription(token: string, request: SubscriptionRequest): Promise<GraphSubscription>
  renewSubscription(token: string, id: string, expiresAt: Date): Promise<GraphSubscription>
  deleteSubscription(token: string, id: string): Promise<void>
  listSubscriptions(token: string): Promise<GraphSubscription[]>
}

export function createGraph(config: MicrosoftConfig, limiter: MailboxLimiter): GraphClient {
  const clientOn = (transport: GraphTransport): GraphClient => ({
    ...createMailCalls(transport),
    forMailbox(mailboxId, options) {
      const guard = stopAfterTransientFailure()
      const withinLimit = <T>(work: () => Promise<T>): Promise<T> => limiter.run(mailboxId, () => guard(work), options)
      return clientOn(createGraphTransport(config.graphUrl, withinLimit))
    },
  })
  return clientOn(createGraphTransport(config.graphUrl, (work) => work()))
}

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
const Categorized = z.object({ parentFolderId: z.string(), categories: z.array(z.string()).nullish() })
const Moved = z.object({ id: z.string().min(1), parentFolderId: z.string() })
const htmlBody = 'outlook.body-content-type="html"'

const messagePath = (id: string): string => `/me/messages/${encodeURIComponent(id)}`

function messageReads(graph: GraphTransport): Pick<GraphClient, 'findMessage' | 'listMessages'> {
  /** Reads the attachment names separately: `$expand` can return the whole contents. */
  async function withAttachments(token: string, message: Message): Promise<Message> {
    if (!mayHaveAttachments(message)) return message
    const path = `${messagePath(message.id)}/attachments?${attachmentSelect}&$top=${messageMaxAttachmentNames}`
    try {
      const { value } = await graph.read({ token, path }, AttachmentPage)
      return { ...message, attachmentNames: attachmentNames(value, message), isReport: hasReport(value) }
    } catch (error) {
      // The message was deleted or moved after it was read.
      if (isNotFound(error)) return message
      throw error
    }
  }

  return {
    async findMessage(token, id) {
      const path = `${messagePath(id)}?$select=${messageSelect}`
      const request = { token, path, prefer: [htmlBody], maxBytes: graphBodyMaxBytes }
      try {
        return await withAttachments(token, await graph.read(request, MessageResponse))
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
    async listMessages(token, folderId, { newest }) {
      const found = new Map<string, Message>()
      const size = Math.min(graphMessagePageSize, newest)
      const path = `/me/mailFolders/${encodeURIComponent(folderId)}/messages?$select=${messageSelect}&$top=${size}`
      const request = { token, path, prefer: [htmlBody], maxBytes: graphBodyMaxBytes }
      for await (const page of readGraphPages(graph, request, MessageResponse)) {
        const messages = await allSettledOrThrow(page.map((message) => withAttachments(token, message)))
        for (const message of messages) if (found.size < newest) found.set(message.id, message)
        if (found.size >= newest) break
      }
      return [...found.values()]
    },
  }
}

function createMailCalls(graph: GraphTransport): Omit<GraphClient, 'forMailbox'> {
  return {
    async me(token) {
      const { mail, userPrincipalName, displayName } = await graph.read({ token, path: '/me' }, Me)
      return { address: mail || userPrincipalName || null, displayName: displayName ?? '' }
    },
    inboxId: async (token) => (await graph.read({ token, path: '/me/mailFolders/inbox?$select=id' }, WithId)).id,
    listFolders: (token) => listFolders(graph, token),
    wellKnownFolders: (token, names) => wellKnownFolders(graph, token, names),
    createFolder: (token, folder) => createFolder(graph, token, folder),

    ...messageReads(graph),
    moveMessage(token, id, { from, to }) {
      const path = `/me/mailFolders/${encodeURIComponent(from)}/messages/${encodeURIComponent(id)}/move`
      return graph.read(
        { token, method: 'POST', path, body: { destinationId: to }, maxBytes: graphBodyMaxBytes },
        Moved,
      )
    },

    async changeCategories(token, id, change) {
      const path = `${messagePath(id)}?$select=parentFolderId,categories`
      const { parentFolderId, categories } = await graph.read({ token, path }, Categorized)
      const next = change(categories ?? [], parentFolderId)
      if (next) await graph.read({ token, method: 'PATCH', path, body: { categories: next } }, Categorized)
    },

    ...draftCalls(graph),
    ...readStateCalls(graph),
    ...attachmentCalls(graph),
    ...sentCalls(graph),
    ...deltaCalls(graph),
    ...inboxCalls(graph),
    ...recentCalls(graph),

    createSubscription: (token, request) => subscriptions.createSubscription(graph, token, request),
    renewSubscription: (token, id, expiresAt) => subscriptions.renewSubscription(graph, token, id, expiresAt),
    deleteSubscription: (token, id) => subscriptions.deleteSubscription(graph, token, id),
    listSubscriptions: (token) => subscriptions.listSubscriptions(graph, token),
  }
}
