import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { pagesOf } from './graph-pages.ts'
import type { GraphTransport } from './graph-request.ts'

/** What hangs on a mail. Its name was written by a stranger: one line without invisible characters, and nothing more is promised of it. */
export interface GraphAttachment {
  id: string
  /** `item`: another mail, contact or event; `reference`: a link to a file that lies elsewhere, without content of its own. */
  type: 'file' | 'item' | 'reference'
  name: string
  /** Lower case, without parameters; empty where Outlook does not know. */
  contentType: string
  /** Bytes as Outlook counts them, with what it keeps beside the content: a little more than the content has. */
  size: number
  /** Meant to be shown within the text. */
  isInline: boolean
  /** By which the text can point to it; null where there is none. */
  contentId: string | null
}

export interface AttachmentCalls {
  /** In the order of the mail, at most `most`. */
  listAttachments(token: string, messageId: string, most: number): Promise<GraphAttachment[]>
  /**
   * The content of a file, or the MIME of an item, from its beginning, in pieces; a reference has none (405). It takes one of the
   * mailbox's places among the calls in flight while it is read.
   */
  openAttachment(token: string, at: { messageId: string; attachmentId: string }): Promise<AsyncGenerator<Uint8Array>>
  /** The content ids that the text of a mail points to, as `normalContentId` writes them. */
  contentIdsInText(token: string, messageId: string): Promise<string[]>
}

const text = z.string().nullish()
const Attachment = z
  .object({
    '@odata.type': text,
    id: z.string().min(1).max(2000),
    name: text,
    contentType: text,
    size: z.number().nullish(),
    isInline: z.boolean().nullish(),
    contentId: text,
  })
  .transform(
    (answer): GraphAttachment => ({
      id: answer.id,
      type: typeOf(answer['@odata.type'] ?? ''),
      name: cleanLine(answer.name ?? '', 1000),
      contentType:
        cleanLine(answer.contentType ?? '', 200)
          .toLowerCase()
          .split(';')[0]
          ?.trim() ?? '',
      size: Math.max(0, answer.size ?? 0),
      isInline: answer.isInline ?? false,
      contentId: normalContentId(answer.contentId ?? '') || null,
    }),
  )

function typeOf(odataType: string): GraphAttachment['type'] {
  if (odataType.endsWith('itemAttachment')) return 'item'
  return odataType.endsWith('referenceAttachment') ? 'reference' : 'file'
}

/** Without the bytes. `contentId` is of files alone, and Graph refuses it by its plain name. */
const select = '$select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId'
const listTimeoutMs = 30_000
/** How long Outlook may be silent in the middle of a content. */
const silenceMs = 60_000
const bodyMaxBytes = 48 * 1024 * 1024

const Body = z.object({ body: z.object({ content: text }).nullish() })

export const attachmentCalls = (graph: GraphTransport): AttachmentCalls => ({
  async listAttachments(token, messageId, most) {
    // A page may hold again what an earlier one held.
    const found = new Map<string, GraphAttachment>()
    const path = `/me/messages/${encodeURIComponent(messageId)}/attachments?${select}&$top=${Math.min(most, 100)}`
    for await (const page of pagesOf(graph, { token, path, timeoutMs: listTimeoutMs }, Attachment)) {
      for (const attachment of page) found.set(attachment.id, attachment)
      if (found.size >= most) break
    }
    return [...found.values()].slice(0, most)
  },

  openAttachment(token, { messageId, attachmentId }) {
    const path = `/me/messages/${encodeURIComponent(messageId)}/attachments/${encodeURIComponent(attachmentId)}/$value`
    return graph.open({ token, path, timeoutMs: silenceMs })
  },

  async contentIdsInText(token, messageId) {
    const path = `/me/messages/${encodeURIComponent(messageId)}?$select=body`
    const prefer = ['outlook.body-content-type="html"']
    const { body } = await graph.read({ token, path, prefer, maxBytes: bodyMaxBytes, timeoutMs: listTimeoutMs }, Body)
    const pointers = (body?.content ?? '').matchAll(/\bcid:([^"'<>\s)\\]{1,300})/gi)
    return [...new Set([...pointers].map(([, contentId]) => normalContentId(contentId ?? '')))]
  },
})

/** Lower case, without angle brackets and percent signs (RFC 2392), so that both sides of a pointer can be compared. */
export function normalContentId(contentId: string): string {
  const bare = cleanLine(contentId, 300).replace(/^<|>$/g, '').toLowerCase()
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}
