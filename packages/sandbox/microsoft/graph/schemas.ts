import { z } from 'zod'

/** Strict schemas of request bodies. */
const Recipient = z
  .strictObject({
    emailAddress: z.strictObject({ address: z.string().min(3), name: z.string().nullish() }),
  })
  .transform(({ emailAddress: { address, name } }) => ({ emailAddress: { address, name: name ?? null } }))
const Recipients = z.array(Recipient)
const Body = z
  .strictObject({ contentType: z.enum(['text', 'html', 'Text', 'HTML']).optional(), content: z.string() })
  .transform(({ contentType, content }) => ({
    contentType: contentType?.toLowerCase() === 'html' ? ('html' as const) : ('text' as const),
    content,
  }))
const Importance = z
  .enum(['low', 'normal', 'high', 'Low', 'Normal', 'High'])
  .transform((word) =>
    /^l/i.test(word) ? ('low' as const) : /^h/i.test(word) ? ('high' as const) : ('normal' as const),
  )
const DateTimeTimeZone = z.strictObject({ dateTime: z.string(), timeZone: z.string().nullish() }).nullish()
const Flag = z.strictObject({
  flagStatus: z.enum(['notFlagged', 'complete', 'flagged']),
  startDateTime: DateTimeTimeZone,
  dueDateTime: DateTimeTimeZone,
  completedDateTime: DateTimeTimeZone,
})

const messageFields = {
  subject: z.string().nullable().optional(),
  body: Body.optional(),
  toRecipients: Recipients.optional(),
  ccRecipients: Recipients.optional(),
  bccRecipients: Recipients.optional(),
  replyTo: Recipients.optional(),
  from: Recipient.optional(),
  sender: Recipient.optional(),
  importance: Importance.optional(),
  categories: z.array(z.string().min(1)).optional(),
  flag: Flag.optional(),
  isRead: z.boolean().optional(),
  isReadReceiptRequested: z.boolean().nullable().optional(),
  isDeliveryReceiptRequested: z.boolean().nullable().optional(),
  inferenceClassification: z.enum(['focused', 'other']).optional(),
  internetMessageId: z.string().optional(),
  singleValueExtendedProperties: z.array(z.strictObject({ id: z.string(), value: z.string().nullable() })).optional(),
}

export const AttachmentBody = z
  .strictObject({
    '@odata.type': z.enum([
      '#microsoft.graph.fileAttachment',
      '#microsoft.graph.itemAttachment',
      '#microsoft.graph.referenceAttachment',
    ]),
    name: z.string().min(1),
    contentType: z.string().nullish(),
    contentBytes: z.base64().optional(),
    contentId: z.string().nullish(),
    isInline: z.boolean().optional(),
    item: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(
    (body) => !body['@odata.type'].endsWith('fileAttachment') || body.contentBytes !== undefined,
    'contentBytes is required',
  )
  .refine((body) => !body['@odata.type'].endsWith('itemAttachment') || body.item !== undefined, 'item is required')
export type AttachmentBody = z.infer<typeof AttachmentBody>

export const UpdateMessage = z
  .strictObject(messageFields)
  .refine((body) => Object.keys(body).length > 0, 'at least one property is required')
export type UpdateMessage = z.infer<typeof UpdateMessage>

export const MessageBody = z.strictObject({
  ...messageFields,
  attachments: z.array(AttachmentBody).optional(),
  internetMessageHeaders: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
})
export type MessageBody = z.infer<typeof MessageBody>

export const FolderBody = z.strictObject({
  displayName: z.string(),
  isHidden: z.boolean().optional(),
  '@odata.type': z.string().optional(),
})
export const UpdateFolder = z.strictObject({ displayName: z.string() })

export const Destination = z.strictObject({
  destinationId: z.string().min(1).optional(),
  DestinationId: z.string().min(1).optional(),
})

export const ReplyBody = z.strictObject({ comment: z.string().optional(), message: MessageBody.optional() })
export const ForwardBody = z.strictObject({
  comment: z.string().optional(),
  message: MessageBody.optional(),
  toRecipients: Recipients.optional(),
})
export type ForwardBody = z.infer<typeof ForwardBody>
export const SendMailBody = z.strictObject({ message: MessageBody, saveToSentItems: z.boolean().optional() })

export const UploadSessionBody = z.strictObject({
  AttachmentItem: z.strictObject({
    attachmentType: z.enum(['file']),
    name: z.string().min(1),
    size: z.number().int().min(1).max(157_286_400),
    contentType: z.string().optional(),
    isInline: z.boolean().optional(),
    contentId: z.string().optional(),
  }),
})

export const SubscriptionBody = z.strictObject({
  changeType: z.string(),
  notificationUrl: z.string(),
  lifecycleNotificationUrl: z.string().optional(),
  resource: z.string().min(1),
  expirationDateTime: z.string().optional(),
  clientState: z.string().optional(),
  latestSupportedTlsVersion: z.enum(['v1_0', 'v1_1', 'v1_2', 'v1_3']).optional(),
  includeResourceData: z.boolean().optional(),
  encryptionCertificate: z.string().optional(),
  encryptionCertificateId: z.string().max(128).optional(),
})
export type SubscriptionBody = z.infer<typeof SubscriptionBody>

export const UpdateSubscription = z
  .strictObject({
    expirationDateTime: z.string().optional(),
    notificationUrl: z.string().optional(),
    encryptionCertificate: z.string().optional(),
    encryptionCertificateId: z.string().optional(),
  })
  .refine(
    (body) => body.expirationDateTime !== undefined || body.notificationUrl !== undefined,
    'expirationDateTime is required',
  )

const IdType = z.enum(['entryId', 'ewsId', 'immutableEntryId', 'restId', 'restImmutableEntryId'])
export const TranslateIds = z.strictObject({
  inputIds: z.array(z.string()).min(1),
  targetIdType: IdType,
  sourceIdType: IdType,
})

export const BatchBody = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional(),
        dependsOn: z.array(z.string()).optional(),
      }),
    )
    .min(1),
})
export type BatchPart = z.infer<typeof BatchBody>['requests'][number]
