import { graphTime } from '../kit/clock.ts'
import { createHash } from 'node:crypto'
import { findFolder } from './find-folder.ts'
import { attachmentKey, conversationId, immutableId, restId } from './ids.ts'
import type { Attachment, Folder, Mailbox, Message, MessageFields } from './model.ts'
import { recordMessageChange, mailboxOf, type Outlook } from './outlook.ts'
import { htmlToText } from './simulate-graph-text-body.ts'

export type NewAttachment = {
  name: string
  bytes: Uint8Array
  type?: Attachment['type'] | undefined
  contentType?: string | null | undefined
  isInline?: boolean | undefined
  contentId?: string | null | undefined
}

export type NewMessage = { [Field in keyof MessageFields]?: MessageFields[Field] | undefined } & {
  /** Id, well-known name, display name or path. Default: Inbox. */
  folder?: string | undefined
  attachments?: NewAttachment[] | undefined
  text?: string | undefined
  raw?: Uint8Array | null | undefined
  /** Internet message ids of the messages before it in the conversation. */
  references?: string[] | undefined
  visibleAfterMs?: number | undefined
}

/** Delivers a message: adds it to a folder and calls the listeners. */
export function deliver(outlook: Outlook, email: string, mail: NewMessage): Message {
  const mailbox = mailboxOf(outlook, email)
  const folder = findFolder(mailbox, mail.folder ?? 'inbox')
  if (!folder) throw new Error(`the mailbox ${email} has no folder ${mail.folder}`)
  return addMessage(outlook, mailbox, folder, mail)
}

export function addMessage(outlook: Outlook, mailbox: Mailbox, folder: Folder, mail: NewMessage): Message {
  const message = makeMessage(outlook, mailbox, folder, mail)
  mailbox.messages.set(message.immutableId, message)
  mailbox.byRestId.set(message.restId, message)
  mailbox.byInternetMessageId.set(message.internetMessageId, message)
  mailbox.newestFirst.add(message)
  folder.messages.add(message)
  if (!message.isRead) folder.unread++
  recordMessageChange(outlook, 'created', message, { folder, restId: message.restId, byMove: false })
  return message
}

/** Creates a message that is not in a folder yet. */
export function makeMessage(outlook: Outlook, mailbox: Mailbox, folder: Folder, mail: NewMessage): Message {
  const now = outlook.clock.now()
  const { folder: _folder, attachments, text, raw, references, visibleAfterMs, ...given } = mail
  const receivedDateTime = given.receivedDateTime ?? graphTime(now)
  const id = immutableId(mailbox)
  const body = given.body ?? { contentType: 'text', content: '' }
  const conversation = given.conversationId ?? conversationOf(mailbox, references ?? []) ?? conversationId(mailbox)
  return {
    subject: given.subject ?? null,
    body,
    from: given.from ?? null,
    sender: given.sender ?? given.from ?? null,
    toRecipients: given.toRecipients ?? [],
    ccRecipients: given.ccRecipients ?? [],
    bccRecipients: given.bccRecipients ?? [],
    replyTo: given.replyTo ?? [],
    receivedDateTime,
    sentDateTime: given.sentDateTime ?? receivedDateTime,
    createdDateTime: given.createdDateTime ?? graphTime(now),
    lastModifiedDateTime: given.lastModifiedDateTime ?? graphTime(now),
    internetMessageId: given.internetMessageId ?? internetMessageIdFrom(id, mailbox),
    conversationId: conversation,
    conversationIndex: given.conversationIndex ?? conversationIndex(conversation, now),
    importance: given.importance ?? 'normal',
    inferenceClassification: given.inferenceClassification ?? 'focused',
    categories: given.categories ?? [],
    flag: given.flag ?? { flagStatus: 'notFlagged' },
    isRead: given.isRead ?? false,
    isDraft: given.isDraft ?? false,
    isReadReceiptRequested: given.isReadReceiptRequested ?? false,
    isDeliveryReceiptRequested: given.isDeliveryReceiptRequested ?? false,
    internetMessageHeaders: given.internetMessageHeaders ?? [],
    extendedProperties: given.extendedProperties ?? [],
    odataType: given.odataType ?? null,
    rank: Date.parse(receivedDateTime),
    order: mailbox.counter++,
    immutableId: id,
    restId: restId(mailbox),
    mailbox,
    folder,
    changeNumber: 1,
    attachments: (attachments ?? []).map((attachment) => newAttachment(mailbox, attachment, graphTime(now))),
    text: text ?? (body.contentType === 'html' ? htmlToText(body.content) : body.content),
    raw: raw ?? null,
    references: references ?? [],
    visibleFrom: now + (visibleAfterMs ?? 0),
  }
}

export function newAttachment(mailbox: Mailbox, attachment: NewAttachment, at: string): Attachment {
  return {
    key: attachmentKey(mailbox),
    type: attachment.type ?? 'file',
    name: attachment.name,
    contentType: attachment.contentType ?? null,
    isInline: attachment.isInline ?? false,
    contentId: attachment.contentId ?? null,
    bytes: attachment.bytes,
    lastModifiedDateTime: at,
  }
}

function conversationOf(mailbox: Mailbox, references: string[]): string | undefined {
  for (const reference of references) {
    const known = mailbox.byInternetMessageId.get(reference)
    if (known) return known.conversationId
  }
  return undefined
}

/** 22 bytes in Outlook's format: a 1, five bytes of time, sixteen of the conversation. */
function conversationIndex(conversation: string, at: number): string {
  const header = Buffer.alloc(6)
  header[0] = 1
  header.writeUIntBE(Math.floor(at / 1000), 1, 5)
  return Buffer.concat([header, createHash('md5').update(conversation).digest()]).toString('base64')
}

function internetMessageIdFrom(id: string, mailbox: Mailbox): string {
  return `<${id.slice(-24).replace(/[^A-Za-z0-9]/g, '')}.${mailbox.counter}@sandbox.example>`
}
