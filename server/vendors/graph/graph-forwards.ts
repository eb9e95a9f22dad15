import {
  DraftResponse,
  expandEffectProperty,
  effectProperty,
  draftRequestOptions,
  effectRequestOptions,
  mailroomHeader,
  draftSelect,
} from './graph-drafts.ts'
import type { Draft } from '../mailbox/draft.ts'
import { isNotFound } from './graph-error.ts'
import type { GraphTransport } from './graph-transport.ts'

/** Suppresses automatic replies to a forward ([MS-OXCMAIL] X-Auto-Response-Suppress). */
const suppressAutoReplies = { name: 'x-auto-response-suppress', value: 'All' }

/**
 * Reads a draft by its immutable id, which it keeps when sent; null if it does not exist or its sent copy has not
 * appeared yet.
 */
export async function getDraft(graph: GraphTransport, token: string, id: string): Promise<Draft | null> {
  const path = `/me/messages/${encodeURIComponent(id)}?${draftSelect}&${expandEffectProperty}`
  try {
    return await graph.read({ token, path, ...draftRequestOptions.forward }, DraftResponse)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Creates a forward draft with the original message and its attachments, without recipients. Not idempotent. */
export function createForward(
  graph: GraphTransport,
  token: string,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<Draft> {
  const message = {
    internetMessageHeaders: [{ name: mailroomHeader, value: effectId }, suppressAutoReplies],
    singleValueExtendedProperties: effectProperty(effectId, false),
  }
  const path = `/me/messages/${encodeURIComponent(messageId)}/createForward`
  return graph.read({ token, method: 'POST', path, body: { message }, ...effectRequestOptions.forward }, DraftResponse)
}

/**
 * Replaces the body (null keeps it) and all recipients of a forward, in one request. Fails with 412 if the draft has
 * changed since it was read.
 */
export function writeForward(
  graph: GraphTransport,
  token: string,
  change: { draft: Pick<Draft, 'id' | 'etag'>; effectId: string; html: string | null; address: string },
): Promise<Draft> {
  const { draft, effectId, html, address } = change
  const body = {
    ...(html === null ? {} : { body: { contentType: 'html', content: html } }),
    toRecipients: [{ emailAddress: { address } }],
    ccRecipients: [],
    bccRecipients: [],
    singleValueExtendedProperties: effectProperty(effectId, true),
  }
  const path = `/me/messages/${encodeURIComponent(draft.id)}?${draftSelect}`
  return graph.read(
    { token, method: 'PATCH', path, body, ifMatch: draft.etag, ...draftRequestOptions.forward },
    DraftResponse,
  )
}

/**
 * Sends a draft. Graph only accepts it for delivery, and may deliver it even after an error such as 504: read the
 * draft before a retry.
 */
export async function sendDraft(graph: GraphTransport, token: string, id: string): Promise<void> {
  await graph.call({
    token,
    method: 'POST',
    path: `/me/messages/${encodeURIComponent(id)}/send`,
    ...effectRequestOptions.forward,
  })
}
