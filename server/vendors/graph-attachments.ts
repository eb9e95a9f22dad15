import {
  graphAttachmentsTimeoutMs,
  graphBodyMaxBytes,
  graphStreamIdleTimeoutMs,
  graphAttachmentIdMaxLength,
  attachmentNameMaxLength,
  contentTypeMaxLength,
  contentIdMaxLength,
  graphAttachmentPageSize,
} from '../limits.ts'
import { z } from 'zod'
import { cleanLine } from './clean-text.ts'
import { readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'

/** An attachment. The sender chose its name: it is one line without invisible characters, but not safe as a path. */
export interface GraphAttachment {
  id: string
  /** `item`: an attached message, contact or event; `reference`: a link to a file stored elsewhere, without content. */
  type: 'file' | 'item' | 'reference'
  name: string
  /** Lower case, without parameters; empty if Outlook reports none. */
  contentType: string
  /** Bytes as Outlook counts them, including metadata: slightly more than the content has. */
  size: number
  /** Shown within the text. */
  isInline: boolean
  /** `cid:` reference in the text; null if there is none. */
  contentId: string | null
}

export interface AttachmentCalls {
  /** In the order of the message. */
  listAttachments(token: string, messageId: string, max: number): Promise<GraphAttachment[]>
  /**
   * Streams the content of a file, or the MIME of an item; a reference has none (405). The stream counts as one of the
   * mailbox's concurrent requests until it is closed.
   */
  openAttachment(token: string, at: { messageId: string; attachmentId: string }): Promise<AsyncGenerator<Uint8Array>>
  /** The content ids that the text refers to, normalized by `normalizeContentId`. */
  referencedContentIds(token: string, messageId: string): Promise<string[]>
}

const text = z.string().nullish()
const Attachment = z
  .object({
    '@odata.type': text,
    id: z.string().min(1).max(graphAttachmentIdMaxLength),
    name: text,
    contentType: text,
    size: z.number().nullish(),
    isInline: z.boolean().nullish(),
    contentId: text,
  })
  .transform(
    (attachment): GraphAttachment => ({
      id: attachment.id,
      type: typeOf(attachment['@odata.type'] ?? ''),
      name: cleanLine(attachment.name ?? '', attachmentNameMaxLength),
      contentType:
        cleanLine(attachment.contentType ?? '', contentTypeMaxLength)
          .toLowerCase()
          .split(';')[0]
          ?.trim() ?? '',
      size: Math.max(0, attachment.size ?? 0),
      isInline: attachment.isInline ?? false,
      contentId: normalizeContentId(attachment.contentId ?? '') || null,
    }),
  )

function typeOf(odataType: string): GraphAttachment['type'] {
  if (odataType.endsWith('itemAttachment')) return 'item'
  return odataType.endsWith('referenceAttachment') ? 'reference' : 'file'
}

/** Without the content. Only file attachments have `contentId`; Graph accepts it only with the type prefix. */
const select = '$select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId'

const Body = z.object({ body: z.object({ content: text }).nullish() })

export const attachmentCalls = (graph: GraphTransport): AttachmentCalls => ({
  async listAttachments(token, messageId, max) {
    // Pages may overlap.
    const found = new Map<string, GraphAttachment>()
    const pageSize = Math.min(max, graphAttachmentPageSize)
    const path = `/me/messages/${encodeURIComponent(messageId)}/attachments?${select}&$top=${pageSize}`
    for await (const page of readGraphPages(graph, { token, path, timeoutMs: graphAttachmentsTimeoutMs }, Attachment)) {
      for (const attachment of page) found.set(attachment.id, attachment)
      if (found.size >= max) break
    }
    return [...found.values()].slice(0, max)
  },

  openAttachment(token, { messageId, attachmentId }) {
    const path = `/me/messages/${encodeURIComponent(messageId)}/attachments/${encodeURIComponent(attachmentId)}/$value`
    return graph.open({ token, path, timeoutMs: graphStreamIdleTimeoutMs })
  },

  async referencedContentIds(token, messageId) {
    const path = `/me/messages/${encodeURIComponent(messageId)}?$select=body`
    const prefer = ['outlook.body-content-type="html"']
    const { body } = await graph.read(
      { token, path, prefer, maxBytes: graphBodyMaxBytes, timeoutMs: graphAttachmentsTimeoutMs },
      Body,
    )
    const pointers = (body?.content ?? '').matchAll(/\bcid:([^"'<>\s)\\]{1,300})/gi)
    return [...new Set([...pointers].map(([, contentId]) => normalizeContentId(contentId ?? '')))]
  },
})

/** Normalizes a Content-ID or `cid:` URL for comparison (RFC 2392): lower case, no angle brackets, percent-decoded. */
function normalizeContentId(contentId: string): string {
  const bare = cleanLine(contentId, contentIdMaxLength).replace(/^<|>$/g, '').toLowerCase()
  try {
    return decodeURIComponent(bare)
  } catch {
    return bare
  }
}
