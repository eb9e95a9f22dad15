import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { graphTime } from '../kit/clock.ts'
import { deliver, type NewAttachment, type NewMessage } from './deliver-message.ts'
import { hasTooManyLines, isHeaderOverLimit, splitHeader } from './mime-limits.ts'
import type { Message, Recipient } from './model.ts'
import type { Outlook } from './outlook.ts'
import { withoutScripts } from './simulate-graph-text-body.ts'

/** `PidTagMessageClass`. */
const messageClassId = 'String 0x001A'

interface EventMessage {
  odataType: string
  messageClass: string
}

const request = { odataType: '#microsoft.graph.eventMessageRequest', messageClass: 'IPM.Schedule.Meeting.Request' }
const cancellation = { odataType: '#microsoft.graph.eventMessage', messageClass: 'IPM.Schedule.Meeting.Canceled' }
const responseAs = (kind: string): EventMessage => ({
  odataType: '#microsoft.graph.eventMessageResponse',
  messageClass: `IPM.Schedule.Meeting.Resp.${kind}`,
})
const responses = new Map([
  ['ACCEPTED', responseAs('Pos')],
  ['DECLINED', responseAs('Neg')],
])

/**
 * The message that Exchange makes of a calendar, by its method (RFC 5546); null where it stays a file. See
 * https://learn.microsoft.com/graph/api/resources/eventmessage and [MS-OXCICAL], 2.1.3.1.1.1.
 * @param method parameter of the content type; the calendar's own where it has none
 */
function eventMessageOf(calendar: string, method?: string): EventMessage | null {
  const unfolded = calendar.replace(/\r?\n[ \t]/g, '')
  switch ((method ?? /^METHOD:\s*(\w+)/im.exec(unfolded)?.[1])?.toUpperCase()) {
    case 'REQUEST':
      return request
    case 'CANCEL':
      return cancellation
    case 'REPLY':
    case 'COUNTER':
      return responses.get(/^ATTENDEE\b[^\n]*PARTSTAT=(\w+)/im.exec(unfolded)?.[1] ?? '') ?? responseAs('Tent')
    default:
      return null
  }
}

/** Delivers raw MIME. Any bytes become a message. */
export async function deliverMime(
  outlook: Outlook,
  email: string,
  raw: Uint8Array,
  extra: NewMessage = {},
): Promise<Message> {
  const fields = await readMime(raw)
  return deliver(outlook, email, { ...fields, ...extra, raw })
}

/**
 * Reads the fields, the text and the attachments of a message. What cannot be parsed, or would take too long, is its
 * text: the body alone, or the whole where it is the header.
 */
export async function readMime(raw: Uint8Array): Promise<NewMessage> {
  const bytes = normalized(raw)
  const { header, body } = splitHeader(bytes)
  if (isHeaderOverLimit(header)) return asText(raw)
  try {
    if (hasTooManyLines(body)) return { ...fieldsOf(await parse(header)), ...asText(body) }
    return fieldsOf(await parse(bytes))
  } catch {
    return asText(raw)
  }
}

const parse = (bytes: Uint8Array): Promise<Email> =>
  PostalMime.parse(withNamedTexts(bytes), { forceRfc822Attachments: true })

/** A text part with a file name is an attachment, also where it is `inline`; the parser would add it to the text. */
function withNamedTexts(bytes: Uint8Array): Uint8Array {
  const raw = Buffer.from(bytes).toString('latin1')
  const changed = raw.replaceAll(/^--[^\n]+\n(?:[^\r\n][^\n]*\n){1,50}/gm, (header) =>
    /^content-type:\s*text\//im.test(header)
      ? header.replace(/^(content-disposition:\s*)inline(?=\s*;\s*filename)/im, '$1attachment')
      : header,
  )
  return Buffer.from(changed, 'latin1')
}

function asText(bytes: Uint8Array): NewMessage {
  const content = Buffer.from(bytes).toString('latin1')
  return { body: { contentType: 'text', content }, text: content }
}

/** Accepts CR line ends of old Macs and a byte order mark, as mail servers do. */
function normalized(raw: Uint8Array): Uint8Array {
  const start = raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0
  const bytes = raw.subarray(start)
  if (bytes.includes(0x0a) || !bytes.includes(0x0d)) return bytes
  return bytes.map((byte) => (byte === 0x0d ? 0x0a : byte))
}

function fieldsOf(mail: Email): NewMessage {
  const html = mail.html?.replaceAll('\0', '')
  const text = mail.text?.replaceAll('\0', '')
  const sent = Date.parse(mail.date ?? '')
  const year = new Date(sent).getUTCFullYear()
  const meeting = mail.attachments.map(meetingOf).find((found) => found !== null)
  const attachments = mail.attachments.filter((part) => meetingOf(part) === null).map(attachmentOf)
  return {
    subject: mail.subject === undefined ? null : singleLine(mail.subject),
    from: recipientsOf(mail.from ? [mail.from] : [])[0] ?? null,
    sender: recipientsOf(mail.sender ? [mail.sender] : [])[0],
    toRecipients: recipientsOf(mail.to),
    ccRecipients: recipientsOf(mail.cc),
    bccRecipients: recipientsOf(mail.bcc),
    replyTo: recipientsOf(mail.replyTo),
    internetMessageId: mail.messageId?.trim() || undefined,
    sentDateTime: year >= 1970 && year <= 9999 ? graphTime(sent) : undefined,
    importance: importanceOf(mail),
    body: html ? { contentType: 'html', content: withoutScripts(html) } : { contentType: 'text', content: text ?? '' },
    text,
    internetMessageHeaders: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    references: `${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.split(/\s+/).filter(Boolean),
    odataType: meeting?.odataType ?? null,
    extendedProperties: meeting && [{ id: messageClassId, value: meeting.messageClass }],
    attachments,
  }
}

/** What Exchange makes of a calendar part; a calendar that is a file beside the text stays one. */
const meetingOf = ({ mimeType, method, disposition, content }: Attachment) =>
  mimeType === 'text/calendar' && disposition !== 'attachment'
    ? eventMessageOf(Buffer.from(bytesOf(content)).toString('latin1'), method)
    : null

function singleLine(text: string): string {
  return text.replaceAll('\0', '').replace(/\s*[\r\n]+\s*/g, ' ')
}

function recipientsOf(addresses: Address[] | undefined): Recipient[] {
  const flat = (addresses ?? []).flatMap((entry) => entry.group ?? [entry])
  return flat
    .filter((entry) => entry.address || entry.name)
    .map(({ name, address }) => ({ emailAddress: { name: name || address || null, address: address || null } }))
}

function importanceOf(mail: Email): 'low' | 'normal' | 'high' {
  const priority =
    mail.headers.find(({ key }) => key === 'importance' || key === 'x-priority')?.value.toLowerCase() ?? ''
  if (/^(?:high|1|2)/.test(priority)) return 'high'
  return /^(?:low|4|5)/.test(priority) ? 'low' : 'normal'
}

function attachmentOf(part: Attachment, place: number): NewAttachment {
  const isItem = part.mimeType === 'message/rfc822'
  return {
    type: isItem ? 'item' : 'file',
    name: singleLine(part.filename ?? '') || `${isItem ? 'message' : 'attachment'}-${place + 1}${isItem ? '.eml' : ''}`,
    contentType: isItem ? null : part.mimeType,
    isInline: part.disposition === 'inline' || part.related === true,
    contentId: part.contentId?.replace(/^<|>$/g, '') ?? null,
    bytes: bytesOf(part.content),
  }
}

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
