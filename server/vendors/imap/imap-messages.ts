import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { cleanLine, cleanText } from '../../../contract/clean-text.ts'
import { messageExcerptMaxLength, messageTextMaxLength } from '../limits.ts'
import { findContentIds } from '../mailbox/content-ids.ts'
import { htmlBodyToText } from '../mailbox/html-body-to-text.ts'
import {
  addressesOf,
  addressOf,
  attachmentNames,
  hasReport,
  lineOrNull,
  messageNameMaxLength,
  pickHeaders,
  selectedHeaders,
} from '../mailbox/message-fields.ts'
import type { Message } from '../mailbox/message.ts'
import { createContentDecoder, decodeText } from './decode-content.ts'
import { readStructure, type BodyPart, type MessageBody } from './imap-body.ts'
import type { ImapConnection } from './imap-connection.ts'
import { identityOf, type ImapIdentity } from './imap-identities.ts'
import { uidSet } from './imap-search.ts'

/** What is read of the text of one message. */
const textMaxBytes = 256 * 1024
/** An HTML text begins with styles. */
const excerptMaxBytes = 8 * 1024
/** Of an attachment or of a whole message: one FETCH. */
const pieceBytes = 1024 * 1024

/** A message of the open folder; the caller knows its id and its folder. */
export interface ImapMessage {
  /** Without the server's own id where that needs a command of its own. */
  identity: ImapIdentity
  body: MessageBody
  bcc: string[]
  content: Omit<Message, 'id' | 'parentFolderId' | 'version'>
}

const query = {
  uid: true,
  flags: true,
  internalDate: true,
  size: true,
  envelope: true,
  bodyStructure: true,
  threadId: true,
  headers: [...selectedHeaders],
}

/**
 * Messages of the open folder in the order of their UIDs. Only the parts with the text are read, and the beginning of
 * long ones. Missing messages are left out, and those that the user has marked as deleted.
 */
export const readMessages = (
  connection: ImapConnection,
  uids: readonly number[],
  text: 'whole' | 'excerpt' | 'none',
): Promise<ImapMessage[]> =>
  connection.call(async (client) => {
    if (uids.length === 0) return []
    const set = uidSet(uids)
    const fetched = (await client.fetchAll(set, query, { uid: true })).filter(
      // A message that another client has just deleted is returned without content, and one whose parts are nested
      // too deeply to be parsed without its structure.
      ({ uid, flags, bodyStructure, size = 0 }) =>
        uids.includes(uid) && !flags?.has('\\Deleted') && (bodyStructure !== undefined || size > 0),
    )
    const bodies = new Map(fetched.map(({ uid, bodyStructure }) => [uid, readStructure(bodyStructure)]))
    const texts = text === 'none' ? new Map<number, string>() : await readTexts(client, bodies, text)
    return fetched
      .toSorted((a, b) => a.uid - b.uid)
      .map((message) => {
        const body = bodies.get(message.uid) ?? readStructure(undefined)
        return toMessage(message, {
          body,
          text: texts.get(message.uid) ?? '',
          kind: text,
        })
      })
  })

const shownPart = ({ html, plain }: MessageBody, text: 'whole' | 'excerpt' | 'none'): BodyPart | null =>
  text === 'whole' ? (html ?? plain) : (plain ?? html)

/** One FETCH for all messages whose text is in the part of the same number. */
async function readTexts(
  client: ImapFlow,
  bodies: ReadonlyMap<number, MessageBody>,
  kind: 'whole' | 'excerpt',
): Promise<Map<number, string>> {
  const byNumber = Map.groupBy(
    [...bodies].flatMap(([uid, body]) => {
      const part = shownPart(body, kind)
      return part ? [{ uid, part }] : []
    }),
    ({ part }) => part.number,
  )
  const texts = new Map<number, string>()
  for (const [key, messages] of byNumber) {
    const parts = new Map(messages.map(({ uid, part }) => [uid, part]))
    const bodyParts = [{ key, maxLength: kind === 'whole' ? textMaxBytes : excerptMaxBytes }]
    // One after the other: together they may be larger than what a call may receive.
    for await (const { uid, bodyParts: read } of client.fetch(
      uidSet([...parts.keys()]),
      { uid: true, bodyParts },
      { uid: true },
    )) {
      const part = parts.get(uid)
      if (part) texts.set(uid, decodeText(read?.get(key) ?? Buffer.alloc(0), part))
    }
  }
  return texts
}

interface ReadParts {
  body: MessageBody
  text: string
  kind: 'whole' | 'excerpt' | 'none'
}

function toMessage(fetched: FetchMessageObject, { body, text, kind }: ReadParts): ImapMessage {
  const { envelope, flags = new Set<string>() } = fetched
  const identity = identityOf(fetched, null)
  const headers = pickHeaders(parseHeaders(fetched.headers))
  const shown = shownPart(body, kind)
  const isHtml = shown !== null && shown === body.html
  const contentIds = isHtml ? findContentIds(text) : []
  const visible = htmlBodyToText({ content: text, contentType: isHtml ? 'html' : 'text' })
    .replaceAll('\r\n', '\n')
    .trim()
  const messageId = lineOrNull(envelope?.messageId)
  const content: ImapMessage['content'] = {
    internetMessageId: messageId,
    conversationId: lineOrNull(fetched.threadId) ?? threadOf(headers, messageId),
    subject: lineOrNull(envelope?.subject),
    from: addressOf(envelope?.from?.[0]) ?? addressOf(envelope?.sender?.[0]),
    // Servers repeat the sender where the message has no such header.
    replyTo: headers['reply-to'] === undefined ? [] : addressesOf(envelope?.replyTo),
    to: addressesOf(envelope?.to).map(({ address }) => address),
    cc: addressesOf(envelope?.cc).map(({ address }) => address),
    receivedAt: identity.receivedAt,
    headers,
    text: cleanText(visible, kind === 'whole' ? messageTextMaxLength : messageExcerptMaxLength),
    hasAttachments: body.attachments.some(({ isInline }) => !isInline),
    attachmentNames: kind === 'whole' ? attachmentNames(body.attachments, { contentIds }) : [],
    isReport: hasReport(body.attachments),
    contentIds,
    isDraft: flags.has('\\Draft'),
    isRead: flags.has('\\Seen'),
    changedAt: identity.receivedAt,
    isMeeting: body.isMeeting,
    categories: keywordsAmong(flags).map((keyword) => cleanLine(keyword, messageNameMaxLength)),
    webLink: null,
  }
  return { identity, body, bcc: addressesOf(envelope?.bcc).map(({ address }) => address), content }
}

/** Flags that are no system flags (`\Seen`) and none of programs (`$Forwarded`). */
export const keywordsAmong = (flags: ReadonlySet<string>): string[] => [...flags].filter((flag) => !/^[\\$]/.test(flag))

/** The first message of the conversation, which its answers name. */
const threadOf = (headers: Record<string, string>, messageId: string | null): string | null =>
  /<[^<>\s]+>/.exec(headers['references'] ?? '')?.[0] ??
  /<[^<>\s]+>/.exec(headers['in-reply-to'] ?? '')?.[0] ??
  messageId

/** Header fields with their folded lines (RFC 5322, section 2.2.3). */
function parseHeaders(lines: Buffer | undefined): { name: string; value: string }[] {
  const unfolded = (lines?.toString() ?? '').replace(/\r?\n(?=[\t ])/g, '')
  return unfolded.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
  })
}

/**
 * A piece of the content of a part of a message, with its transfer encoding. @returns null at its end, and where the
 * message is not in the open folder any more
 */
export const readPart = (
  connection: ImapConnection,
  { uid, key, start }: { uid: number; key: string; start: number },
): Promise<Buffer | null> =>
  connection.call(async (client) => {
    const bodyParts = [{ key, start, maxLength: pieceBytes }]
    const message = await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true })
    const piece = message ? message.bodyParts?.get(key) : undefined
    return piece && piece.length > 0 ? piece : null
  })

/** The decoded content of a part, piece by piece. `read` makes one call for each. */
export async function* decodedPart(
  { encoding }: Pick<BodyPart, 'encoding'>,
  read: (start: number) => Promise<Buffer | null>,
): AsyncGenerator<Uint8Array> {
  const decoder = createContentDecoder(encoding)
  for (let start = 0; ; ) {
    const piece = await read(start)
    if (piece === null) break
    start += piece.length
    yield decoder.push(piece)
    if (piece.length < pieceBytes) break
  }
  const rest = decoder.end()
  if (rest.length > 0) yield rest
}

/** The whole message as it is stored. @returns null where it is larger, or not there */
export async function readSource(connection: ImapConnection, uid: number, maxBytes: number): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for (let size = 0; size <= maxBytes; ) {
    const start = size
    const piece = await connection.call(async (client) => {
      const source = { start, maxLength: pieceBytes }
      const message = await client.fetchOne(String(uid), { uid: true, source }, { uid: true })
      return message ? (message.source ?? null) : null
    })
    if (piece === null) return null
    pieces.push(piece)
    size += piece.length
    if (piece.length < pieceBytes) return size <= maxBytes ? Buffer.concat(pieces) : null
  }
  return null
}
