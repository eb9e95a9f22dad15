import { newAttachment } from '../deliver-message.ts'
import { readMime } from '../mime.ts'
import { recordMessageChange } from '../outlook.ts'
import { touch } from '../messages.ts'
import { makeMessage } from '../deliver-message.ts'
import type { Attachment, Message } from '../model.ts'
import { bodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, graphBase, READ, type Route, WRITE } from './graph-call.ts'
import { GraphError } from './errors.ts'
import { attachmentOf, messageOf } from './find-by-id.ts'
import { attachmentFrom } from './new-message.ts'
import { collection, nextLink, pageSize, skipOf, usersContext } from './paging.ts'
import { refuseWhenFull } from './quota.ts'
import { renderAttachment, renderMessage } from './render-message.ts'
import { AttachmentBody } from './schemas.ts'
import { pick, readSelect } from './select.ts'

const TYPE = 'microsoft.graph.attachment'
const PROPERTIES: ReadonlySet<string> = new Set([
  'id',
  'name',
  'contentType',
  'size',
  'isInline',
  'lastModifiedDateTime',
  // Properties of file attachments need their type name; the real service does not accept the plain names.
  'microsoft.graph.fileAttachment/contentId',
  'microsoft.graph.fileAttachment/contentLocation',
  'microsoft.graph.fileAttachment/contentBytes',
])

function readChoice(call: GraphCall): Set<string> | null {
  const chosen = readSelect(call.request.query, TYPE, PROPERTIES)
  return chosen && new Set([...chosen].map((name) => name.slice(name.lastIndexOf('/') + 1)))
}

const ownMessage = (call: GraphCall) => messageOf(call, call.params.message ?? '')

function list(call: GraphCall): GraphAnswer {
  const message = ownMessage(call)
  const chosen = readChoice(call)
  const top = call.request.query.has('$top') ? pageSize(call) : 100
  const skip = skipOf(call)
  const page = message.attachments.slice(skip, skip + top)
  const withBytes = chosen === null || chosen.has('contentBytes')
  const value = page.map((attachment) => pick(renderAttachment(message, attachment, call.prefer, withBytes), chosen))
  const next = skip + top < message.attachments.length ? nextLink(call, skip + top) : null
  return { status: 200, body: collection(call, usersContext(call, 'messages/attachments'), value, next) }
}

async function get(call: GraphCall): Promise<GraphAnswer> {
  const message = ownMessage(call)
  const attachment = attachmentOf(message, call.params.attachment ?? '')
  const chosen = readChoice(call)
  const item = pick(
    renderAttachment(message, attachment, call.prefer, chosen === null || chosen.has('contentBytes')),
    chosen,
  )
  const wantsItem = /^microsoft\.graph\.itemattachment\/item/i.test(call.request.query.get('$expand') ?? '')
  if (wantsItem && attachment.type === 'item') item.item = await attachedItem(call, message, attachment)
  return {
    status: 200,
    body: {
      '@odata.context': `${graphBase(call.request)}/$metadata#${usersContext(call, 'messages/attachments/$entity')}`,
      ...item,
    },
  }
}

async function attachedItem(call: GraphCall, message: Message, attachment: Attachment) {
  const inner = makeMessage(call.sandbox.outlook, call.mailbox, message.folder, await readMime(attachment.bytes))
  const { '@odata.etag': _etag, parentFolderId: _folder, ...item } = renderMessage(inner, call.prefer, null)
  return { '@odata.type': '#microsoft.graph.message', ...item }
}

/** The bytes of a file or the MIME of an item. A reference has neither. */
function getValue(call: GraphCall): GraphAnswer {
  const attachment = attachmentOf(ownMessage(call), call.params.attachment ?? '')
  if (attachment.type === 'reference') {
    throw new GraphError(405, 'ErrorInvalidOperation', 'Reference attachments have no content of their own.')
  }
  const type = attachment.type === 'item' ? 'message/rfc822' : (attachment.contentType ?? 'application/octet-stream')
  return { status: 200, headers: { 'Content-Type': type }, bytes: attachment.bytes }
}

function add(call: GraphCall): GraphAnswer {
  const message = ownMessage(call)
  const made = attachmentFrom(call, bodyOf(call, AttachmentBody, TYPE))
  refuseWhenFull(call)
  const attachment = newAttachment(call.mailbox, made, call.sandbox.clock.iso())
  attach(call, message, attachment)
  return { status: 201, body: renderAttachment(message, attachment, call.prefer, true) }
}

export function attach({ sandbox }: Pick<GraphCall, 'sandbox'>, message: Message, attachment: Attachment): void {
  message.attachments = [...message.attachments, attachment]
  changed({ sandbox }, message)
}

function changed({ sandbox }: Pick<GraphCall, 'sandbox'>, message: Message): void {
  touch(sandbox.outlook, message)
  recordMessageChange(sandbox.outlook, 'updated', message, {
    folder: message.folder,
    restId: message.restId,
    byMove: false,
  })
}

function remove(call: GraphCall): GraphAnswer {
  const message = ownMessage(call)
  const attachment = attachmentOf(message, call.params.attachment ?? '')
  message.attachments = message.attachments.filter((other) => other !== attachment)
  changed(call, message)
  return { status: 204 }
}

const read = { scopes: READ, mail: true }
const write = { scopes: WRITE, mail: true }
const ALL = 'me/messages/:message/attachments'

export const attachmentRoutes: readonly Route[] = [
  { method: 'GET', pattern: ALL, ...read, run: list },
  { method: 'POST', pattern: ALL, ...write, run: add },
  { method: 'GET', pattern: `${ALL}/:attachment`, ...read, run: get },
  { method: 'DELETE', pattern: `${ALL}/:attachment`, ...write, run: remove },
  { method: 'GET', pattern: `${ALL}/:attachment/$value`, ...read, run: getValue },
]
