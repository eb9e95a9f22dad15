import { attachmentId } from '../ids.ts'
import type { Attachment, Message, Recipient } from '../model.ts'
import { changeKeyOf, etagOf } from '../outlook.ts'
import { previewOf, textToHtml, withoutQuote, withoutScripts } from '../simulate-graph-text-body.ts'
import type { Preferences } from './preferences.ts'

export const MESSAGE_TYPE = 'microsoft.graph.message'

/** The properties of a GET without `$select`. */
const DEFAULTS = [
  'createdDateTime',
  'lastModifiedDateTime',
  'changeKey',
  'categories',
  'receivedDateTime',
  'sentDateTime',
  'hasAttachments',
  'internetMessageId',
  'subject',
  'bodyPreview',
  'importance',
  'parentFolderId',
  'conversationId',
  'conversationIndex',
  'isDeliveryReceiptRequested',
  'isReadReceiptRequested',
  'isRead',
  'isDraft',
  'webLink',
  'inferenceClassification',
  'body',
  'sender',
  'from',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'replyTo',
  'flag',
] as const

export const MESSAGE_PROPERTIES: ReadonlySet<string> = new Set([
  'id',
  ...DEFAULTS,
  'internetMessageHeaders',
  'uniqueBody',
  'attachments',
  'singleValueExtendedProperties',
])

type View = Pick<Preferences, 'immutableIds' | 'bodyType' | 'allowUnsafeHtml'> & {
  /** Address of the sandbox, which stands in for Outlook on the web. */
  origin?: string
}

function idIn(view: View, message: Message): string {
  return view.immutableIds ? message.immutableId : message.restId
}

/** Renders only the selected properties, so that a list of subjects does not process bodies. */
export function renderMessage(
  message: Message,
  view: View,
  chosen: ReadonlySet<string> | null,
): Record<string, unknown> {
  const item: Record<string, unknown> = { '@odata.etag': etagOf(message) }
  if (message.odataType) item['@odata.type'] = message.odataType
  item.id = idIn(view, message)
  for (const name of chosen ?? DEFAULTS) if (name !== 'id') item[name] = messageProperty(message, view, name)
  return item
}

function webLinkOf({ restId }: Message, origin = 'https://outlook.office365.com'): string {
  const query = `ItemID=${encodeURIComponent(restId)}&exvsurl=1&viewmodel=ReadMessageItem`
  return `${origin}/owa/?${query}`
}

export function messageProperty(message: Message, view: View, name: string): unknown {
  switch (name) {
    case 'id':
      return idIn(view, message)
    case 'changeKey':
      return changeKeyOf(message)
    case 'hasAttachments':
      return hasAttachments(message)
    case 'bodyPreview':
      return previewOf(message.text)
    case 'parentFolderId':
      return message.folder.id
    case 'webLink':
      return webLinkOf(message, view.origin)
    case 'body':
      return bodyOf(message, view)
    case 'uniqueBody': {
      const content = withoutQuote(message.text)
      return view.bodyType === 'text'
        ? { contentType: 'text', content }
        : { contentType: 'html', content: textToHtml(content) }
    }
    case 'attachments':
      return message.attachments.map((attachment) => renderAttachment(message, attachment, view, true))
    case 'singleValueExtendedProperties':
      return message.extendedProperties
    case 'toRecipients':
    case 'ccRecipients':
    case 'bccRecipients':
    case 'replyTo':
      return message[name].map(renderRecipient)
    case 'from':
    case 'sender':
      return message[name] ? renderRecipient(message[name]) : null
    default:
      return Reflect.get(message, name)
  }
}

/** Inline images do not count. */
function hasAttachments(message: Message): boolean {
  return message.attachments.some((attachment) => !attachment.isInline)
}

/** HTML by default, without scripts unless `allowUnsafeHtml` is set. */
function bodyOf(message: Message, view: View) {
  if (view.bodyType === 'text') return { contentType: 'text', content: message.text }
  const { contentType, content } = message.body
  const html = contentType === 'html' ? content : textToHtml(content)
  return { contentType: 'html', content: view.allowUnsafeHtml ? html : withoutScripts(html) }
}

function renderRecipient({ emailAddress }: Recipient): Recipient {
  const { name, address } = emailAddress
  return { emailAddress: { name: name ?? address ?? null, address: address ?? null } }
}

export function renderAttachment(message: Message, attachment: Attachment, view: View, withBytes: boolean) {
  const { type, key, name, contentType, isInline, contentId, bytes, lastModifiedDateTime } = attachment
  const item: Record<string, unknown> = {
    '@odata.type': `#microsoft.graph.${type}Attachment`,
    '@odata.mediaContentType': contentType ?? 'application/octet-stream',
    id: attachmentId(idIn(view, message), key),
    lastModifiedDateTime,
    name,
    contentType,
    size: bytes.byteLength + 100,
    isInline,
  }
  if (type !== 'file') return item
  const content = withBytes ? { contentBytes: Buffer.from(bytes).toString('base64') } : {}
  return { ...item, contentId, contentLocation: null, ...content }
}
