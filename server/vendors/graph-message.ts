import {
  messageMaxAttachmentNames,
  messageMaxRecipients,
  messageTextMaxLength,
  messageNameMaxLength,
} from '../limits.ts'
import { z } from 'zod'
import { cleanLine, cleanText } from '../../contract/clean-text.ts'
import { findContentIds } from './content-ids.ts'
import { isInText, isSignatureLogo } from './embedded-pictures.ts'
import { AttachmentResponse, type GraphAttachment } from './graph-attachments.ts'
import { htmlBodyToText } from './html-body-to-text.ts'

export interface GraphAddress {
  address: string
  name: string
}

/** A message as sorting reads it. Its text is untrusted: bounded in length and free of invisible characters. */
export interface GraphMessage {
  id: string
  internetMessageId: string | null
  conversationId: string | null
  subject: string | null
  from: GraphAddress | null
  /** Where the sender wants replies; empty: at `from`. */
  replyTo: GraphAddress[]
  to: string[]
  cc: string[]
  receivedAt: Date
  parentFolderId: string
  /** The headers in `selectedHeaders`, by lower-case name. */
  headers: Record<string, string>
  text: string
  /** Outlook's own flag: it does not count attachments that are shown within the text. */
  hasAttachments: boolean
  /** Without pictures that belong to the text or to a signature. */
  attachmentNames: string[]
  /** The content ids that the text refers to by `cid:`. */
  contentIds: string[]
  isDraft: boolean
  isRead: boolean
  /** The last change of the message; reading it may be one. */
  changedAt: Date
  /** An invitation, or the answer to one: Outlook answers it by the calendar. */
  isMeeting: boolean
  categories: string[]
  /** Another one after each change of the message, also after a move. Null where Graph returns none. */
  changeKey: string | null
  /** Opens the message in Outlook on the web; null where Graph returns no https address. */
  webLink: string | null
}

/** Maximum length of a line (RFC 5322, 2.1.1). */
export const messageLineMaxLength = 998
/** Maximum length of an address: 64 characters, `@`, 255 characters (RFC 5321, 4.5.3.1). */
const addressMaxLength = 320

/** Headers that identify mailing lists, automatic messages, threads and loops. */
const selectedHeaders: ReadonlySet<string> = new Set([
  'auto-submitted',
  'content-type',
  'feedback-id',
  'in-reply-to',
  'list-help',
  'list-id',
  'list-owner',
  'list-post',
  'list-unsubscribe',
  'precedence',
  'references',
  'reply-to',
  'return-path',
  'sender',
  'x-auto-reply',
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-failed-recipients',
  'x-mailer',
  'x-mailroom-id',
])

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
export const messagePreviewSelect = messageSelect.replace(',body,', ',bodyPreview,')

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
    (message): GraphMessage => ({
      id: message.id,
      internetMessageId: lineOrNull(message.internetMessageId),
      conversationId: lineOrNull(message.conversationId),
      subject: lineOrNull(message.subject),
      from: addressOf(message.from) ?? addressOf(message.sender),
      replyTo: (message.replyTo ?? [])
        .slice(0, messageMaxRecipients)
        .flatMap((one) => addressOf(one) ?? [])
        .filter(({ address }) => address !== ''),
      to: addressesOf(message.toRecipients),
      cc: addressesOf(message.ccRecipients),
      receivedAt: message.receivedDateTime ?? new Date(0),
      parentFolderId: message.parentFolderId,
      headers: pickHeaders(message.internetMessageHeaders ?? []),
      text: cleanText(message.body ? htmlBodyToText(message.body) : (message.bodyPreview ?? ''), messageTextMaxLength),
      hasAttachments: message.hasAttachments ?? false,
      attachmentNames: [],
      contentIds: findContentIds(message.body?.content ?? ''),
      isDraft: message.isDraft ?? false,
      isRead: message.isRead ?? true,
      changedAt: message.lastModifiedDateTime ?? new Date(0),
      // https://learn.microsoft.com/graph/api/resources/eventmessage
      isMeeting: message['@odata.type']?.startsWith('#microsoft.graph.eventMessage') ?? false,
      categories: (message.categories ?? []).map((category) => cleanLine(category, messageNameMaxLength)),
      changeKey: message.changeKey ?? null,
      webLink: message.webLink && URL.canParse(message.webLink) ? message.webLink : null,
    }),
  )

export const AttachmentPage = z.object({ value: z.array(AttachmentResponse) })

/**
 * Whether the attachments have to be listed. Outlook's flag does not count those that Apple's programs show within the
 * text; other programs put such files beside the text, into `multipart/mixed`.
 */
export function mayHaveAttachments({ hasAttachments, headers }: GraphMessage): boolean {
  const type = headers['content-type'] ?? ''
  const isFromApple = /\b(?:apple|iphone|ipad) mail\b/i.test(headers['x-mailer'] ?? '')
  return hasAttachments || /^multipart\/mixed\b/i.test(type) || (isFromApple && /^multipart\//i.test(type))
}

/** Names of the attachments without pictures that belong to the text or to a signature. */
export const attachmentNames = (
  attachments: readonly GraphAttachment[],
  { contentIds }: Pick<GraphMessage, 'contentIds'>,
): string[] =>
  attachments
    .filter((attachment) => !isInText(attachment, contentIds) && !isSignatureLogo(attachment))
    .slice(0, messageMaxAttachmentNames)
    .map(({ name }) => name.slice(0, messageNameMaxLength))

function lineOrNull(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : cleanLine(value, messageLineMaxLength)
}

export function addressOf(recipient: z.output<typeof Recipient>): GraphAddress | null {
  const address = cleanLine(recipient?.emailAddress?.address ?? '', addressMaxLength).toLowerCase()
  const name = cleanLine(recipient?.emailAddress?.name ?? '', messageNameMaxLength)
  return address === '' && name === '' ? null : { address, name }
}

export function addressesOf(recipients: z.output<typeof Recipient>[] | null | undefined): string[] {
  const addresses = (recipients ?? [])
    .slice(0, messageMaxRecipients)
    .map((recipient) => addressOf(recipient)?.address ?? '')
  return addresses.filter((address) => address !== '')
}

function pickHeaders(
  headers: { name?: string | null | undefined; value?: string | null | undefined }[],
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, value } of headers) {
    const key = (name ?? '').toLowerCase()
    if (selectedHeaders.has(key) && !(key in found))
      found[key] = cleanLine(lastReferences(key, value ?? ''), messageLineMaxLength)
  }
  return found
}

/** The newest ids of a long conversation are the last ones (RFC 5322, section 3.6.4). */
const lastReferences = (name: string, value: string): string =>
  name === 'references' && value.length > messageLineMaxLength
    ? value.slice(value.indexOf('<', value.length - messageLineMaxLength))
    : value
