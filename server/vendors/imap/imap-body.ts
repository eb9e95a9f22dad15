import type { MessageStructureObject } from 'imapflow'
import { cleanLine } from '../../../contract/clean-text.ts'
import { attachmentNameMaxLength } from '../../limits.ts'
import type { Attachment } from '../mailbox/attachment.ts'
import { normalizeContentId } from '../mailbox/content-ids.ts'

/** Parts of one message that are looked at. */
const partsMax = 1000
const depthMax = 50

/** A part that has content of its own. */
export interface BodyPart {
  number: string
  /** Lower case. */
  type: string
  encoding: string
  charset: string | null
  node: MessageStructureObject
}

export interface MessageBody {
  /** What its reader sees, in the two forms of it that a message may have. */
  html: BodyPart | null
  plain: BodyPart | null
  attachments: Attachment[]
  /** All parts that have content of their own. */
  parts: BodyPart[]
  isMeeting: boolean
}

/** Methods of an invitation and of the answers to one (RFC 5546). */
const meetingMethods = /^(?:request|reply|cancel|counter|declinecounter|refresh|add)$/i

/** Reads the structure of a message; no part of it is needed for that. */
export function readStructure(root: MessageStructureObject | undefined): MessageBody {
  const leaves = root ? leavesOf(root) : []
  const body = root ? bodyOf(root) : { html: null, plain: null }
  const isBody = (part: BodyPart): boolean => part.number === body.html?.number || part.number === body.plain?.number
  return {
    ...body,
    attachments: leaves.filter((part) => !isBody(part) && !isPieceOfText(part)).map(attachmentOf),
    parts: leaves,
    isMeeting: leaves.some(
      ({ type, node }) => type === 'text/calendar' && meetingMethods.test(node.parameters?.['method'] ?? ''),
    ),
  }
}

const typeOf = ({ type }: MessageStructureObject): string => type.toLowerCase()
const isMultipart = (node: MessageStructureObject): boolean => typeOf(node).startsWith('multipart/')
const partsOf = (node: MessageStructureObject): MessageStructureObject[] => node.childNodes ?? []

function leavesOf(root: MessageStructureObject): BodyPart[] {
  const found: BodyPart[] = []
  const walk = (node: MessageStructureObject, depth: number): void => {
    if (found.length >= partsMax || depth > depthMax) return
    // An attached message is one part, whatever it contains.
    if (isMultipart(node)) for (const child of partsOf(node)) walk(child, depth + 1)
    else found.push(partOf(node))
  }
  walk(root, 0)
  return found
}

const partOf = (node: MessageStructureObject): BodyPart => ({
  // The only part of a message that has no others.
  number: node.part ?? '1',
  type: typeOf(node),
  encoding: (node.encoding ?? '').toLowerCase(),
  charset: node.parameters?.['charset'] ?? null,
  node,
})

type Body = Pick<MessageBody, 'html' | 'plain'>

function bodyOf(node: MessageStructureObject, depth = 0): Body {
  const none: Body = { html: null, plain: null }
  if (depth > depthMax) return none
  if (!isMultipart(node)) {
    if (isAttached(node)) return none
    if (typeOf(node) === 'text/html') return { html: partOf(node), plain: null }
    return typeOf(node) === 'text/plain' ? { html: null, plain: partOf(node) } : none
  }
  const bodies = partsOf(node).map((child) => bodyOf(child, depth + 1))
  if (typeOf(node) === 'multipart/alternative')
    return {
      html: bodies.findLast(({ html }) => html)?.html ?? null,
      plain: bodies.findLast(({ plain }) => plain)?.plain ?? null,
    }
  return bodies.find(({ html, plain }) => html ?? plain) ?? none
}

const fileNameOf = ({ dispositionParameters, parameters }: MessageStructureObject): string =>
  dispositionParameters?.['filename'] ?? parameters?.['name'] ?? ''

const isAttached = (node: MessageStructureObject): boolean =>
  node.disposition?.toLowerCase() === 'attachment' || fileNameOf(node) !== ''

/** Text between attachments, as Apple's programs write it, and the calendar form of an invitation. */
const isPieceOfText = ({ type, node }: BodyPart): boolean =>
  (type === 'text/plain' || type === 'text/html' || type === 'text/calendar') && !isAttached(node)

function attachmentOf({ number, type, encoding, node }: BodyPart): Attachment {
  const isItem = type === 'message/rfc822' || type === 'message/global'
  const name = fileNameOf(node) || (isItem ? (node.envelope?.subject ?? '') : '')
  const size = node.size ?? 0
  return {
    id: number,
    type: isItem ? 'item' : 'file',
    name: cleanLine(name, attachmentNameMaxLength),
    contentType: type,
    size: encoding === 'base64' ? Math.floor((size * 3) / 4) : size,
    isInline: node.disposition?.toLowerCase() === 'inline',
    contentId: normalizeContentId(node.id ?? '') || null,
  }
}
