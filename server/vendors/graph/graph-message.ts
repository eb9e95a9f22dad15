import { messageTextMaxLength } from '../limits.ts'
import { z } from 'zod'
import { cleanLine, cleanText } from '../../../contract/clean-text.ts'
import { findContentIds } from '../mailbox/content-ids.ts'
import { AttachmentResponse } from './graph-attachments.ts'
import { pageOf } from './graph-paging.ts'
import { htmlBodyToText } from '../mailbox/html-body-to-text.ts'
import { addressesOf, addressOf, lineOrNull, messageNameMaxLength, pickHeaders } from '../mailbox/message-fields.ts'
import type { Address, Message } from '../mailbox/message.ts'

export const messageSelect = [
  'id',
  'internetMessageId',
  'conversationId',
  'subject',
  'from',
  'sender',
  'replyTo',
  'toRecipients',
  'ccRecipients',
  'receivedDateTime',
  'parentFolderId',
  'internetMessageHeaders',
  'body',
  'hasAttachments',
  'isDraft',
  'isRead',
  'lastModifiedDateTime',
  'categories',
  'changeKey',
  'webLink',
].join(',')
/** With the first 255 characters of the text instead of the body; hidden text may be among them. */
export const messageExcerptSelect = messageSelect.replace(',body,', ',bodyPreview,')

/** Nullable although Graph documents no null: responses change over time. */
export const text = z.string().nullish()
export const Recipient = z.object({ emailAddress: z.object({ name: text, address: text }).nullish() }).nullish()

export const MessageResponse = z
  .object({
    id: z.string().min(1),
    '@odata.type': text,
    internetMessageId: text,
    conversationId: text,
    subject: text,
    from: Recipient,
    sender: Recipient,
    replyTo: z.array(Recipient).nullish(),
    toRecipients: z.array(Recipient).nullish(),
    ccRecipients: z.array(Recipient).nullish(),
    receivedDateTime: z.coerce.date().nullish().catch(null),
    parentFolderId: z.string(),
    internetMessageHeaders: z.array(z.object({ name: text, value: text })).nullish(),
    body: z.object({ content: text, contentType: text }).nullish(),
    bodyPreview: text,
    hasAttachments: z.boolean().nullish(),
    isDraft: z.boolean().nullish(),
    isRead: z.boolean().nullish(),
    lastModifiedDateTime: z.coerce.date().nullish().catch(null),
    categories: z.array(z.string()).nullish(),
    changeKey: text,
    webLink: text,
  })
  .transform(
    (message): Message => ({
      id: message.id,
      internetMessageId: lineOrNull(message.internetMessageId),
      conversationId: lineOrNull(message.conversationId),
      subject: lineOrNull(message.subject),
      from: senderOf(message),
      replyTo: recipientsOf(message.replyTo),
      to: recipientAddresses(message.toRecipients),
      cc: recipientAddresses(message.ccRecipients),
      receivedAt: message.receivedDateTime ?? new Date(0),
      parentFolderId: message.parentFolderId,
      headers: pickHeaders(message.internetMessageHeaders ?? []),
      text: cleanText(message.body ? htmlBodyToText(message.body) : (message.bodyPreview ?? ''), messageTextMaxLength),
      hasAttachments: message.hasAttachments ?? false,
      attachmentNames: [],
      isReport: false,
      contentIds: findContentIds(message.body?.content ?? ''),
      isDraft: message.isDraft ?? false,
      isRead: message.isRead ?? true,
      changedAt: message.lastModifiedDateTime ?? new Date(0),
      // https://learn.microsoft.com/graph/api/resources/eventmessage
      isMeeting: message['@odata.type']?.startsWith('#microsoft.graph.eventMessage') ?? false,
      categories: (message.categories ?? []).map((category) => cleanLine(category, messageNameMaxLength)),
      version: message.changeKey ?? null,
      webLink: message.webLink && URL.canParse(message.webLink) ? message.webLink : null,
    }),
  )

export const MessagePage = pageOf(MessageResponse)
export const AttachmentPage = z.object({ value: z.array(AttachmentResponse) })

/**
 * Whether the attachments have to be listed. Outlook's flag does not count those that are shown within the text: photos
 * that the text refers to, and files of Apple's programs. Other programs put files beside the text (`multipart/mixed`).
 */
export function mayHaveAttachments({ hasAttachments, headers, contentIds }: Message): boolean {
  const type = headers['content-type'] ?? ''
  const isFromApple = /\b(?:apple|iphone|ipad) mail\b/i.test(headers['x-mailer'] ?? '')
  return (
    hasAttachments ||
    contentIds.length > 0 ||
    /^multipart\/mixed\b/i.test(type) ||
    (isFromApple && /^multipart\//i.test(type))
  )
}

const emailAddress = (recipient: z.output<typeof Recipient>) => recipient?.emailAddress

export const senderOf = (message: { from?: z.output<typeof Recipient>; sender?: z.output<typeof Recipient> }) =>
  addressOf(emailAddress(message.from)) ?? addressOf(emailAddress(message.sender))

const recipientsOf = (recipients: z.output<typeof Recipient>[] | null | undefined): Address[] =>
  addressesOf(recipients?.map(emailAddress))

/** Lower case. */
export const recipientAddresses = (recipients: z.output<typeof Recipient>[] | null | undefined): string[] =>
  recipientsOf(recipients).map(({ address }) => address)
