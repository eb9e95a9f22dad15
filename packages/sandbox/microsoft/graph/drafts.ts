import { addMessage, makeMessage, type NewMessage } from '../deliver-message.ts'
import type { Folder, Message, Recipient } from '../model.ts'
import { type ReplyKind, replyFields } from '../send/reply-fields.ts'
import { sendMessage, isTooFast, sendDraft } from '../send/send-message.ts'
import { bodyOf, optionalBodyOf } from './request-body.ts'
import { type GraphAnswer, type GraphCall, type Route, SEND, WRITE } from './graph-call.ts'
import { badRequest, GraphError } from './errors.ts'
import { updateMessage } from '../messages.ts'
import { folderOf, messageOf } from './find-by-id.ts'
import { answerMessage } from './messages.ts'
import { fieldsFrom } from './new-message.ts'
import { refuseWhenFull } from './quota.ts'
import { ForwardBody, MessageBody, ReplyBody, SendMailBody } from './schemas.ts'
import { tooMany } from './throttle.ts'

const ownRecipient = ({ mailbox: { account } }: GraphCall): Recipient => ({
  emailAddress: { name: account.displayName, address: account.email },
})

const folderNamed = (call: GraphCall, name: string) => folderOf(call, name)

function create(call: GraphCall, folder: Folder): GraphAnswer {
  const fields = fieldsFrom(call, bodyOf(call, MessageBody, 'microsoft.graph.message'))
  refuseWhenFull(call)
  const from = fields.from ?? ownRecipient(call)
  const draft = { ...fields, from, isDraft: true, isRead: fields.isRead ?? true }
  return answerMessage(call, 201, addMessage(call.sandbox.outlook, call.mailbox, folder, draft))
}

type ReplyRequest = {
  comment?: string | undefined
  message?: MessageBody | undefined
  toRecipients?: Recipient[] | undefined
}

function replyBodyOf(call: GraphCall, kind: ReplyKind): ReplyRequest {
  const request: ReplyRequest =
    kind === 'forward'
      ? optionalBodyOf<ForwardBody>(call, ForwardBody, 'microsoft.graph.createForward', {})
      : optionalBodyOf<ReplyRequest>(call, ReplyBody, 'microsoft.graph.createReply', {})
  if (request.comment !== undefined && request.message?.body !== undefined) {
    throw badRequest('Specify either the comment parameter or the body property of the message parameter, not both.')
  }
  if (request.toRecipients && request.message?.toRecipients) {
    throw badRequest(
      'Specify either the toRecipients parameter or the toRecipients property of the message parameter, not both.',
    )
  }
  return request
}

/** The reply or forward of a message, with the fields of the request. */
function answerTo(
  call: GraphCall,
  original: Message,
  kind: ReplyKind,
  request: ReplyRequest,
  comment: string,
): NewMessage {
  const given = request.message ? fieldsFrom(call, request.message) : {}
  const made = replyFields(call.mailbox, original, kind, comment)
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const attachments = [...(made.attachments ?? []), ...(given.attachments ?? [])]
  const toRecipients = request.toRecipients ?? given.toRecipients ?? made.toRecipients
  if (request.toRecipients) fieldsFrom(call, MessageBody.parse({ toRecipients: request.toRecipients }))
  return { ...made, ...named, attachments, toRecipients }
}

/**
 * Two known defects of the real service: the comment is not added to the draft, and the original becomes read, as by
 * any change of it (`draftMarksOriginalRead`).
 */
function createAnswer(call: GraphCall, kind: ReplyKind): GraphAnswer {
  const original = messageOf(call, call.params.message ?? '')
  const fields = answerTo(call, original, kind, replyBodyOf(call, kind), '')
  refuseWhenFull(call)
  const { outlook, config } = call.sandbox
  const draft = addMessage(outlook, call.mailbox, folderNamed(call, 'drafts'), fields)
  if (config.draftMarksOriginalRead && !original.isRead) updateMessage(outlook, original, { isRead: true })
  return answerMessage(call, 201, draft)
}

function sendAnswer(call: GraphCall, kind: ReplyKind): GraphAnswer {
  const original = messageOf(call, call.params.message ?? '')
  const request = replyBodyOf(call, kind)
  if (kind === 'forward' && !request.toRecipients?.length && !request.message?.toRecipients?.length) {
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed: toRecipients is missing.')
  }
  refuseSending(call)
  const fields = answerTo(call, original, kind, request, request.comment ?? '')
  if (!fields.toRecipients?.length)
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed.')
  sendNew(call, fields, true)
  return { status: 202 }
}

/** Sends a message, with a copy in Sent Items unless `save` is false. */
function sendNew(call: GraphCall, fields: NewMessage, save: boolean): void {
  const { sandbox, mailbox } = call
  const drafts = folderNamed(call, 'drafts')
  const mail = { ...fields, isDraft: true, isRead: true, from: fields.from ?? ownRecipient(call) }
  if (save) sendDraft(sandbox, addMessage(sandbox.outlook, mailbox, drafts, mail))
  else sendMessage(sandbox, makeMessage(sandbox.outlook, mailbox, drafts, mail))
}

function refuseSending(call: GraphCall): void {
  refuseWhenFull(call)
  if (call.sandbox.config.sendRateLimit === '429' && isTooFast(call.sandbox, call.mailbox)) {
    throw tooMany('ApplicationThrottled', 'The sender has exceeded the message rate limit.', call.sandbox, 60)
  }
}

function send(call: GraphCall): GraphAnswer {
  const draft = messageOf(call, call.params.message ?? '')
  if (!draft.isDraft) {
    const status = call.sandbox.config.sendNonDraftStatus
    throw new GraphError(
      status,
      status === 403 ? 'ErrorAccessDenied' : 'ErrorInvalidOperation',
      'The message is not a draft and cannot be sent.',
    )
  }
  if (draft.toRecipients.length + draft.ccRecipients.length + draft.bccRecipients.length === 0) {
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed.')
  }
  refuseSending(call)
  sendDraft(call.sandbox, draft)
  return { status: 202 }
}

function sendMail(call: GraphCall): GraphAnswer {
  const { message, saveToSentItems } = bodyOf(call, SendMailBody, 'microsoft.graph.sendMail')
  const fields = fieldsFrom(call, message)
  if (!fields.toRecipients?.length && !fields.ccRecipients?.length && !fields.bccRecipients?.length) {
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed.')
  }
  refuseSending(call)
  sendNew(call, fields, saveToSentItems ?? true)
  return { status: 202 }
}

const write = { scopes: WRITE, mail: true }
const sending = { scopes: SEND, mail: true }
const MESSAGE = 'me/messages/:message'

export const draftRoutes: readonly Route[] = [
  { method: 'POST', pattern: 'me/messages', ...write, run: (call) => create(call, folderNamed(call, 'drafts')) },
  {
    method: 'POST',
    pattern: 'me/mailFolders/:folder/messages',
    ...write,
    run: (call) => create(call, folderOf(call, call.params.folder ?? '')),
  },
  { method: 'POST', pattern: `${MESSAGE}/createReply`, ...write, run: (call) => createAnswer(call, 'reply') },
  { method: 'POST', pattern: `${MESSAGE}/createReplyAll`, ...write, run: (call) => createAnswer(call, 'replyAll') },
  { method: 'POST', pattern: `${MESSAGE}/createForward`, ...write, run: (call) => createAnswer(call, 'forward') },
  { method: 'POST', pattern: `${MESSAGE}/reply`, ...sending, run: (call) => sendAnswer(call, 'reply') },
  { method: 'POST', pattern: `${MESSAGE}/replyAll`, ...sending, run: (call) => sendAnswer(call, 'replyAll') },
  { method: 'POST', pattern: `${MESSAGE}/forward`, ...sending, run: (call) => sendAnswer(call, 'forward') },
  { method: 'POST', pattern: `${MESSAGE}/send`, ...sending, run: send },
  { method: 'POST', pattern: 'me/sendMail', ...sending, run: sendMail },
]
