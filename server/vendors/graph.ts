import { z } from 'zod'
import type { MicrosoftConfig } from '../service-settings.ts'
import { attachmentCalls, type AttachmentCalls } from './graph-attachments.ts'
import { deltaCalls, type DeltaCalls } from './graph-delta.ts'
import { draftCalls, type DraftCalls } from './graph-draft-calls.ts'
import { createFolder, listFolders, wellKnownFolders, type GraphFolder } from './graph-folders.ts'
import { allOf } from './all-of.ts'
import { isGone } from './graph-error.ts'
import {
  AttachmentPage,
  attachmentsMax,
  MessageAnswer,
  messageSelect,
  namesOf,
  type GraphMessage,
} from './graph-message.ts'
import { pagesOf } from './graph-pages.ts'
import { inboxCalls, type InboxCalls } from './graph-inbox.ts'
import { createTransport, type GraphTransport } from './graph-request.ts'
import { sentCalls, type SentCalls } from './graph-sent.ts'
import * as subscriptions from './graph-subscriptions.ts'
import type { GraphSubscription, SubscriptionWish } from './graph-subscriptions.ts'
import type { Turns } from './turns.ts'
import { VendorError } from './vendor-error.ts'

export type { GraphAttachment } from './graph-attachments.ts'
export type { MessageDelta } from './graph-delta.ts'
export type { InboxPage, MailBeginning } from './graph-inbox.ts'
export type { GraphDraft } from './graph-drafts.ts'
export type { GraphFolder } from './graph-folders.ts'
export type { GraphAddress, GraphMessage } from './graph-message.ts'
export type { GraphSubscription, SubscriptionWish } from './graph-subscriptions.ts'

export type CategoryChange = (categories: string[], parentFolderId: string) => string[] | null

/**
 * Graph mail, thin: no retries, no decisions. Every call asks for immutable ids and text bodies, parses what comes back, and throws a
 * VendorError for the rest (`graph-error.ts` says what its codes mean).
 */
export interface GraphClient extends DraftCalls, AttachmentCalls, DeltaCalls, InboxCalls, SentCalls {
  /**
   * The same client for one piece of work on a mailbox: at most 4 calls are in flight for the mailbox in this process (Graph refuses a
   * fifth), and when one meets trouble that will pass, the rest of the piece is not called any more.
   */
  forMailbox(mailboxId: string): GraphClient
  me(token: string): Promise<{ address: string | null; displayName: string }>
  /** The first mail call after a sign-in: it finds out whether there is a mailbox at all. */
  inboxId(token: string): Promise<string>
  listFolders(token: string): Promise<GraphFolder[]>
  wellKnownFolders(token: string, names: readonly string[]): Promise<Record<string, string>>
  /** Directly below the root. */
  createFolder(token: string, displayName: string): Promise<GraphFolder>
  /** With the text that its reader sees: Outlook's own conversion to text would keep what an author has hidden in the HTML (checklist A14). */
  getMessage(token: string, id: string): Promise<GraphMessage>
  /** The newest messages of a folder, newest first; their text as that of one. */
  listMessages(token: string, folderId: string, options: { newest: number }): Promise<GraphMessage[]>
  /**
   * Addressed through the folder where it was seen last (a documented path of message: move), so that what the user has moved in the meantime
   * is not found there, rather than moved on. That Graph holds to the folder is what its kind of address means; it is promised nowhere.
   */
  moveMessage(
    token: string,
    id: string,
    way: { from: string; to: string },
  ): Promise<{ id: string; parentFolderId: string }>
  /** Replaces a message's categories by what `change` makes of them, as they are written; null leaves them alone. */
  changeCategories(token: string, id: string, change: CategoryChange): Promise<void>
  createSubscription(token: string, wish: SubscriptionWish): Promise<GraphSubscription>
  renewSubscription(token: string, id: string, expiresAt: Date): Promise<GraphSubscription>
  deleteSubscription(token: string, id: string): Promise<void>
  listSubscriptions(token: string): Promise<GraphSubscription[]>
}

const callsAtOnce = 4

export function createGraph(config: MicrosoftConfig, turns: Turns): GraphClient {
  const clientOn = (transport: GraphTransport): GraphClient => ({
    ...callsOn(transport),
    forMailbox(mailboxId) {
      const stop = stopAtTrouble()
      const turn = <T>(work: () => Promise<T>): Promise<T> =>
        turns.take(`graph/${mailboxId}`, callsAtOnce, () => stop(work))
      return clientOn(createTransport(config.graphUrl, turn))
    },
  })
  return clientOn(createTransport(config.graphUrl, (work) => work()))
}

/** Once Graph has asked us to wait, or is down, the calls of the same piece of work that still wait for their turn are not made. */
function stopAtTrouble() {
  let trouble: VendorError | null = null
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (trouble) throw trouble
    try {
      return await work()
    } catch (error) {
      if (error instanceof VendorError && error.transient) trouble = error
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
/** Pages with bodies are kept small: large ones time out at Graph. */
const messagesPerPage = 25
const bodiesMaxBytes = 48 * 1024 * 1024

function callsOn(graph: GraphTransport): Omit<GraphClient, 'forMailbox'> {
  const messagePath = (id: string): string => `/me/messages/${encodeURIComponent(id)}`

  /** Asked for apart, and only where there are any: expanding them can bring their whole contents along. */
  async function withAttachments(token: string, message: GraphMessage): Promise<GraphMessage> {
    if (!message.hasAttachments) return message
    const path = `${messagePath(message.id)}/attachments?$select=name,isInline&$top=${attachmentsMax}`
    try {
      return { ...message, attachmentNames: namesOf((await graph.read({ token, path }, AttachmentPage)).value) }
    } catch (error) {
      // Gone between the two calls: what was read is still a whole mail.
      if (isGone(error)) return message
      throw error
    }
  }

  async function readMessage(token: string, id: string): Promise<GraphMessage> {
    const path = `${messagePath(id)}?$select=${messageSelect}`
    const request = { token, path, prefer: [htmlBody], maxBytes: bodiesMaxBytes }
    return withAttachments(token, await graph.read(request, MessageAnswer))
  }

  return {
    async me(token) {
      const { mail, userPrincipalName, displayName } = await graph.read({ token, path: '/me' }, Me)
      return { address: mail || userPrincipalName || null, displayName: displayName ?? '' }
    },
    inboxId: async (token) => (await graph.read({ token, path: '/me/mailFolders/inbox?$select=id' }, WithId)).id,
    listFolders: (token) => listFolders(graph, token),
    wellKnownFolders: (token, names) => wellKnownFolders(graph, token, names),
    createFolder: (token, displayName) => createFolder(graph, token, displayName),

    getMessage: readMessage,
    async listMessages(token, folderId, { newest }) {
      const found = new Map<string, GraphMessage>()
      const size = Math.min(messagesPerPage, newest)
      const path = `/me/mailFolders/${encodeURIComponent(folderId)}/messages?$select=${messageSelect}&$top=${size}`
      const request = { token, path, prefer: [htmlBody], maxBytes: bodiesMaxBytes }
      for await (const page of pagesOf(graph, request, MessageAnswer)) {
        const messages = await allOf(page.map((message) => withAttachments(token, message)))
        for (const message of messages) if (found.size < newest) found.set(message.id, message)
        if (found.size >= newest) break
      }
      return [...found.values()]
    },
    moveMessage(token, id, { from, to }) {
      const path = `/me/mailFolders/${encodeURIComponent(from)}/messages/${encodeURIComponent(id)}/move`
      return graph.read({ token, method: 'POST', path, body: { destinationId: to }, maxBytes: bodiesMaxBytes }, Moved)
    },

    async changeCategories(token, id, change) {
      const path = `${messagePath(id)}?$select=parentFolderId,categories`
      const { parentFolderId, categories } = await graph.read({ token, path }, Categorized)
      const next = change(categories ?? [], parentFolderId)
      if (next) await graph.read({ token, method: 'PATCH', path, body: { categories: next } }, Categorized)
    },

    ...draftCalls(graph),
    ...attachmentCalls(graph),
    ...sentCalls(graph),
    ...deltaCalls(graph),
    ...inboxCalls(graph),

    createSubscription: (token, wish) => subscriptions.createSubscription(graph, token, wish),
    renewSubscription: (token, id, expiresAt) => subscriptions.renewSubscription(graph, token, id, expiresAt),
    deleteSubscription: (token, id) => subscriptions.deleteSubscription(graph, token, id),
    listSubscriptions: (token) => subscriptions.listSubscriptions(graph, token),
  }
}
