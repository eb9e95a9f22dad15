import { attachmentNameMaxLength } from '../../limits.ts'
import { z } from 'zod'
import { cleanLine } from '../../../contract/clean-text.ts'
import { normalizeContentId } from '../mailbox/content-ids.ts'
import { pageOf, readGraphPages } from './graph-paging.ts'
import type { GraphTransport } from './graph-transport.ts'
import type { Attachment } from '../mailbox/attachment.ts'
import type { MailboxClient } from '../mailbox/mailbox-client.ts'
import { orNotThere } from './graph-error.ts'

const graphAttachmentsTimeoutMs = 30_000
/** How long Graph may send nothing while it streams an attachment. */
const graphStreamIdleTimeoutMs = 60_000
/** Attachments as Graph lists them. */
const graphAttachmentPageSize = 100
const graphAttachmentIdMaxLength = 2000
const contentTypeMaxLength = 200

const text = z.string().nullish()
export const AttachmentResponse = z
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
    (attachment): Attachment => ({
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
const AttachmentsPage = pageOf(AttachmentResponse)

function typeOf(odataType: string): Attachment['type'] {
  if (odataType.endsWith('itemAttachment')) return 'item'
  return odataType.endsWith('referenceAttachment') ? 'reference' : 'file'
}

/** Without the content. Only file attachments have `contentId`; Graph accepts it only with the type prefix. */
export const attachmentSelect = '$select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId'

export const attachmentCalls = (graph: GraphTransport): MailboxClient['attachments'] => ({
  list: (messageId, max) => orNotThere(listAttachments(graph, messageId, max)),

  read({ messageId, attachmentId }) {
    const path = `/me/messages/${encodeURIComponent(messageId)}/attachments/${encodeURIComponent(attachmentId)}/$value`
    return orNotThere(graph.open({ path, timeoutMs: graphStreamIdleTimeoutMs }))
  },
})

async function listAttachments(graph: GraphTransport, messageId: string, max: number): Promise<Attachment[]> {
  // Pages may overlap.
  const found = new Map<string, Attachment>()
  const pageSize = Math.min(max, graphAttachmentPageSize)
  const path = `/me/messages/${encodeURIComponent(messageId)}/attachments?${attachmentSelect}&$top=${pageSize}`
  for await (const page of readGraphPages(graph, { path, timeoutMs: graphAttachmentsTimeoutMs }, AttachmentsPage)) {
    for (const attachment of page) found.set(attachment.id, attachment)
    if (found.size >= max) break
  }
  return [...found.values()].slice(0, max)
}
