import { addMessage } from '../deliver-message.ts'
import { deleteMessage, moveMessage, type MessageChange, removeMessage, updateMessage } from '../messages.ts'
import type { Message } from '../model.ts'
import { etagOf } from '../outlook.ts'
import { htmlToText } from '../simulate-graph-text-body.ts'
import { bodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, graphBase, READ_BASIC, type Route, WRITE } from './graph-call.ts'
import { badRequest, GraphError } from './errors.ts'
import { destinationIn, destinationOf } from './move-destination.ts'
import { expandedProperties } from './extended-properties.ts'
import { folderOf, messageOf } from './find-by-id.ts'
import { listMessages } from './list-messages.ts'
import { refuseWhenFull } from './quota.ts'
import { usersContext } from './paging.ts'
import { MESSAGE_PROPERTIES, MESSAGE_TYPE, renderMessage } from './render-message.ts'
import { UpdateMessage } from './schemas.ts'
import { readSelect } from './select.ts'

export function answerMessage(call: GraphCall, status: number, message: Message): GraphAnswer {
  const chosen = readSelect(call.request.query, MESSAGE_TYPE, MESSAGE_PROPERTIES)
  const item = renderMessage(message, call.prefer, chosen)
  const expand = call.request.query.get('$expand')
  if (expand?.startsWith('attachments')) {
    item.attachments = renderMessage(message, call.prefer, new Set(['attachments'])).attachments
  }
  Object.assign(item, expandedProperties(message, expand))
  const context = `${graphBase(call.request)}/$metadata#${usersContext(call, 'messages/$entity')}`
  return { status, body: { '@odata.context': context, ...item } }
}

const own = (call: GraphCall) => {
  const message = messageOf(call, call.params.message ?? '')
  const { folder } = call.params
  if (folder !== undefined && folderOf(call, folder) !== message.folder) {
    throw new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.')
  }
  return message
}

function move(call: GraphCall): GraphAnswer {
  const target = destinationOf(call, destinationIn(call, 'move'))
  const message = own(call)
  if (message.folder === target && call.sandbox.config.moveToSameFolder === 400) {
    throw new GraphError(400, 'ErrorMoveCopyFailed', 'The item is in the destination folder already.')
  }
  if (message.folder !== target) moveMessage(call.sandbox.outlook, message, target)
  return answerMessage(call, 201, message)
}

function copy(call: GraphCall): GraphAnswer {
  const target = destinationOf(call, destinationIn(call, 'copy'))
  const message = own(call)
  refuseWhenFull(call)
  const { immutableId: _, restId: __, rank: ___, order: ____, mailbox, folder: _____, attachments, ...fields } = message
  const copies = attachments.map((attachment) => ({ ...attachment }))
  const made = addMessage(call.sandbox.outlook, mailbox, target, { ...fields, attachments: copies })
  return answerMessage(call, 201, made)
}

function update(call: GraphCall): GraphAnswer {
  const message = own(call)
  const match = call.request.headers.get('if-match')
  const change = bodyOf(call, UpdateMessage, MESSAGE_TYPE)
  if (match && match !== '*' && match !== etagOf(message)) {
    throw new GraphError(
      412,
      'ErrorIrresolvableConflict',
      'The send or update operation could not be performed because the change key passed in the request ' +
        'does not match the current change key for the item.',
    )
  }
  refuseOnReceived(message, change)
  updateMessage(call.sandbox.outlook, message, changeOf(message, change))
  return answerMessage(call, 200, message)
}

const ONLY_ON_DRAFTS = [
  'subject',
  'body',
  'toRecipients',
  'ccRecipients',
  'bccRecipients',
  'replyTo',
  'from',
  'sender',
  'internetMessageId',
] as const

function refuseOnReceived(message: Message, change: UpdateMessage): void {
  if (message.isDraft) return
  const name = ONLY_ON_DRAFTS.find((property) => change[property] !== undefined)
  if (!name) return
  throw new GraphError(
    400,
    'ErrorInvalidPropertySet',
    `Set action is invalid for property '${name}': the item is not a draft.`,
  )
}

function changeOf(message: Message, body: UpdateMessage): MessageChange {
  const { singleValueExtendedProperties, flag, isReadReceiptRequested, ...fields } = body
  const change: MessageChange = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (flag) change.flag = { ...flag }
  if (typeof isReadReceiptRequested === 'boolean') change.isReadReceiptRequested = isReadReceiptRequested
  if (singleValueExtendedProperties) {
    const kept = message.extendedProperties.filter(
      (property) => !singleValueExtendedProperties.some(({ id }) => id === property.id),
    )
    change.extendedProperties = [...kept, ...singleValueExtendedProperties]
  }
  if (body.body) change.text = body.body.contentType === 'html' ? htmlToText(body.body.content) : body.body.content
  return change
}

function remove(call: GraphCall): GraphAnswer {
  deleteMessage(call.sandbox.outlook, own(call))
  return { status: 204 }
}

function removePermanently(call: GraphCall): GraphAnswer {
  removeMessage(call.sandbox.outlook, own(call))
  return { status: 204 }
}

function refuseUnknownOptions(call: GraphCall): void {
  for (const name of call.request.query.keys()) {
    if (name === '$filter' || name === '$search')
      throw badRequest(`The query parameter '${name}' is not supported here.`)
  }
}

function get(call: GraphCall): GraphAnswer {
  refuseUnknownOptions(call)
  return answerMessage(call, 200, own(call))
}

const read = { scopes: READ_BASIC, mail: true }
const write = { scopes: WRITE, mail: true }
const MESSAGE = 'me/messages/:message'

export const messageRoutes: readonly Route[] = [
  { method: 'GET', pattern: 'me/messages', ...read, run: (call) => listMessages(call, null) },
  {
    method: 'GET',
    pattern: 'me/mailFolders/:folder/messages',
    ...read,
    run: (call) => listMessages(call, folderOf(call, call.params.folder ?? '')),
  },
  { method: 'GET', pattern: MESSAGE, ...read, run: get },
  { method: 'PATCH', pattern: MESSAGE, ...write, run: update },
  { method: 'DELETE', pattern: MESSAGE, ...write, run: remove },
  { method: 'POST', pattern: `${MESSAGE}/move`, ...write, run: move },
  { method: 'POST', pattern: `${MESSAGE}/copy`, ...write, run: copy },
  { method: 'POST', pattern: `${MESSAGE}/permanentDelete`, ...write, run: removePermanently },
]
