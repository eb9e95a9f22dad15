import { Draft, expand, mark, ofDraft, ownHeader, select, type GraphDraft } from './graph-drafts.ts'
import { isGone } from './graph-error.ts'
import type { GraphTransport } from './graph-request.ts'

/** Others' machines see by it that nobody wrote this by hand, and do not answer ([MS-OXCMAIL] X-Auto-Response-Suppress). */
const answersToNobody = { name: 'x-auto-response-suppress', value: 'All' }

/** A draft by its immutable id, which it keeps when it is sent; null where there is none, or its sent copy has not appeared yet. */
export async function getDraft(graph: GraphTransport, token: string, id: string): Promise<GraphDraft | null> {
  const path = `/me/messages/${encodeURIComponent(id)}?${select}&${expand}`
  try {
    return await graph.read({ token, path, ...ofDraft.forward }, Draft)
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** A forward in Drafts, with the mail as it came and its attachments, and to nobody yet. Not to be repeated blindly. */
export function createForward(
  graph: GraphTransport,
  token: string,
  { messageId, effectId }: { messageId: string; effectId: string },
): Promise<GraphDraft> {
  const message = {
    internetMessageHeaders: [{ name: ownHeader, value: effectId }, answersToNobody],
    singleValueExtendedProperties: mark(effectId, false),
  }
  const path = `/me/messages/${encodeURIComponent(messageId)}/createForward`
  return graph.read({ token, method: 'POST', path, body: { message }, ...ofDraft.forward }, Draft)
}

/** Replaces the body (null leaves it as it is) and all recipients of a forward, in one step; refused with 412 where somebody has changed it since. @returns it as it is then */
export function writeForward(
  graph: GraphTransport,
  token: string,
  change: { draft: Pick<GraphDraft, 'id' | 'etag'>; effectId: string; html: string | null; address: string },
): Promise<GraphDraft> {
  const { draft, effectId, html, address } = change
  const body = {
    ...(html === null ? {} : { body: { contentType: 'html', content: html } }),
    toRecipients: [{ emailAddress: { address } }],
    ccRecipients: [],
    bccRecipients: [],
    singleValueExtendedProperties: mark(effectId, true),
  }
  const path = `/me/messages/${encodeURIComponent(draft.id)}?${select}`
  return graph.read({ token, method: 'PATCH', path, body, ifMatch: draft.etag, ...ofDraft.forward }, Draft)
}

/**
 * Sends a draft. Graph says only that it has taken it, and may deliver after an answer that says otherwise (504): not to be repeated
 * without a look at the draft.
 */
export async function sendDraft(graph: GraphTransport, token: string, id: string): Promise<void> {
  await graph.call({ token, method: 'POST', path: `/me/messages/${encodeURIComponent(id)}/send`, ...ofDraft.forward })
}
