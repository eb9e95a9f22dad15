import { addMessage, makeMessage, type NewMessage } from '../deliver.ts'
import type { Folder, Message, Recipient } from '../model.ts'
import { type AnswerKind, answerFields } from '../send/answer-fields.ts'
import { dispatch, isTooFast, sendDraft } from '../send/dispatch.ts'
import { bodyOf, optionalBodyOf } from './body.ts'
import { type GraphAnswer, type GraphCall, type Route, SEND, WRITE } from './call.ts'
import { badRequest, GraphError } from './errors.ts'
import { folderOf, messageOf } from './find.ts'
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
  return answerMessage(call, 201, addMessage(call.world.outlook, call.mailbox, folder, draft))
}

type Wish = { comment?: string | undefined; message?: MessageBody | undefined; toRecipients?: Recipient[] | undefined }

function wishOf(call: GraphCall, kind: AnswerKind): Wish {
  const wish: Wish =
    kind === 'forward'
      ? optionalBodyOf<ForwardBody>(call, ForwardBody, 'microsoft.graph.createForward', {})
      : optionalBodyOf<Wish>(call, ReplyBody, 'microsoft.graph.createReply', {})
  if (wish.comment !== undefined && wish.message?.body !== undefined) {
    throw badRequest('Specify either the comment parameter or the body property of the message parameter, not both.')
  }
  if (wish.toRecipients && wish.message?.toRecipients) {
    throw badRequest(
      'Specify either the toRecipients parameter or the toRecipients property of the message parameter, not both.',
    )
  }
  return wish
}

/** The answer to a message with what the client asks for laid over it. */
function answerTo(call: GraphCall, original: Message, kind: AnswerKind, wish: Wish, comment: string): NewMessage {
  const given = wish.message ? fieldsFrom(call, wish.message) : {}
  const made = answerFields(call.mailbox, original, kind, comment)
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const attachments = [...(made.attachments ?? []), ...(given.attachments ?? [])]
  const toRecipients = wish.toRecipients ?? given.toRecipients ?? made.toRecipients
  if (wish.toRecipients) fieldsFrom(call, MessageBody.parse({ toRecipients: wish.toRecipients }))
  return { ...made, ...named, attachments, toRecipients }
}

/** The comment does not become a part of the draft: a known fault of the real service, and so one of ours. */
function createAnswer(call: GraphCall, kind: AnswerKind): GraphAnswer {
  const original = messageOf(call, call.params.message ?? '')
  const fields = answerTo(call, original, kind, wishOf(call, kind), '')
  refuseWhenFull(call)
  const draft = addMessage(call.world.outlook, call.mailbox, folderNamed(call, 'drafts'), fields)
  return answerMessage(call, 201, draft)
}

function sendAnswer(call: GraphCall, kind: AnswerKind): GraphAnswer {
  const original = messageOf(call, call.params.message ?? '')
  const wish = wishOf(call, kind)
  if (kind === 'forward' && !wish.toRecipients?.length && !wish.message?.toRecipients?.length) {
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed: toRecipients is missing.')
  }
  refuseSending(call)
  const fields = answerTo(call, original, kind, wish, wish.comment ?? '')
  if (!fields.toRecipients?.length)
    throw new GraphError(400, 'ErrorInvalidRecipients', 'At least one recipient is needed.')
  sendNew(call, fields, true)
  return { status: 202 }
}

/** One copy in Sent Items, unless the sender does without. */
function sendNew(call: GraphCall, fields: NewMessage, save: boolean): void {
  const { world, mailbox } = call
  const drafts = folderNamed(call, 'drafts')
  const mail = { ...fields, isDraft: true, isRead: true, from: fields.from ?? ownRecipient(call) }
  if (save) sendDraft(world, addMessage(world.outlook, mailbox, drafts, mail))
  else dispatch(world, makeMessage(world.outlook, mailbox, drafts, mail))
}

function refuseSending(call: GraphCall): void {
  refuseWhenFull(call)
  if (call.world.config.sendRateLimit === '429' && isTooFast(call.world, call.mailbox)) {
    throw tooMany('ApplicationThrottled', 'The sender has exceeded the message rate limit.', call.world, 60)
  }
}

function send(call: GraphCall): GraphAnswer {
  const draft = messageOf(call, call.params.message ?? '')
  if (!draft.isDraft) {
    const status = call.world.config.sendNonDraftStatus
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
  sendDraft(call.world, draft)
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
