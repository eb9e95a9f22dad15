import { z } from 'zod'
import { graphTime } from '../../kit/clock.ts'
import type { NewMessage } from '../deliver-message.ts'

const Recipient = z
  .strictObject({
    emailAddress: z.strictObject({ name: z.string().nullish(), address: z.string().nullish() }),
  })
  .transform(({ emailAddress: { name, address } }) => ({
    emailAddress: { name: name ?? null, address: address ?? null },
  }))
const Time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'not a time')
  .transform((text) => graphTime(Date.parse(text)))
const Recipients = z.array(Recipient)

const Fields = z.strictObject({
  subject: z.string().nullable().default(null),
  body: z
    .strictObject({ contentType: z.string().default('text'), content: z.string().default('') })
    .transform(({ contentType, content }) => ({
      contentType: contentType.toLowerCase() === 'html' ? ('html' as const) : ('text' as const),
      content,
    }))
    .optional(),
  from: Recipient.nullish(),
  sender: Recipient.nullish(),
  toRecipients: Recipients.optional(),
  ccRecipients: Recipients.optional(),
  bccRecipients: Recipients.optional(),
  replyTo: Recipients.optional(),
  receivedDateTime: Time.optional(),
  sentDateTime: Time.optional(),
  internetMessageId: z.string().optional(),
  conversationId: z.string().optional(),
  importance: z.enum(['low', 'normal', 'high']).optional(),
  inferenceClassification: z.enum(['focused', 'other']).optional(),
  categories: z.array(z.string()).optional(),
  flag: z.looseObject({ flagStatus: z.enum(['notFlagged', 'complete', 'flagged']) }).optional(),
  isRead: z.boolean().optional(),
  isDraft: z.boolean().optional(),
  internetMessageHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
  '@odata.type': z.string().optional(),
  attachments: z
    .array(
      z.looseObject({
        '@odata.type': z
          .enum([
            '#microsoft.graph.fileAttachment',
            '#microsoft.graph.itemAttachment',
            '#microsoft.graph.referenceAttachment',
          ])
          .default('#microsoft.graph.fileAttachment'),
        name: z.string(),
        contentType: z.string().nullish(),
        contentBytes: z.string().default(''),
        contentId: z.string().nullish(),
        isInline: z.boolean().optional(),
      }),
    )
    .optional(),
})

/** Fields of a message as Graph renders it that the mailbox creates itself. They are ignored. */
const GENERATED_FIELDS = new Set([
  'id',
  'bodyPreview',
  'changeKey',
  'conversationIndex',
  'createdDateTime',
  'folder',
  'hasAttachments',
  'isDeliveryReceiptRequested',
  'isReadReceiptRequested',
  'lastModifiedDateTime',
  'parentFolderId',
  'singleValueExtendedProperties',
  'uniqueBody',
  'webLink',
  '@odata.context',
  '@odata.etag',
])

/** A message in the form of the control API: the fields of a Graph message, attachments with `contentBytes`. */
export const JsonMail = z.preprocess((value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !GENERATED_FIELDS.has(name)))
}, Fields)

export function mailFrom({
  attachments,
  from,
  '@odata.type': odataType,
  ...fields
}: z.infer<typeof Fields>): NewMessage {
  return {
    ...fields,
    internetMessageHeaders: headersWith(fields.internetMessageHeaders ?? [], (attachments ?? []).length > 0),
    from: from ?? null,
    sender: fields.sender ?? undefined,
    odataType: odataType && odataType !== '#microsoft.graph.message' ? odataType : null,
    attachments: attachments?.map((attachment) => ({
      name: attachment.name,
      type: typeOf(attachment['@odata.type']),
      contentType: attachment.contentType ?? null,
      contentId: attachment.contentId ?? null,
      isInline: attachment.isInline,
      bytes: Buffer.from(attachment.contentBytes, 'base64'),
    })),
  }
}

/** Received mail always has a type: files beside the text are in `multipart/mixed`. */
function headersWith(headers: { name: string; value: string }[], hasFiles: boolean) {
  if (!hasFiles || headers.some(({ name }) => name.toLowerCase() === 'content-type')) return headers
  return [...headers, { name: 'Content-Type', value: 'multipart/mixed; boundary="files"' }]
}

function typeOf(odataType: string): 'file' | 'item' | 'reference' {
  if (odataType.endsWith('itemAttachment')) return 'item'
  return odataType.endsWith('referenceAttachment') ? 'reference' : 'file'
}
