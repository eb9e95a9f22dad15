import type { World } from '../../kit/world.ts'
import { addMessage, type NewMessage } from '../deliver.ts'
import { findFolder } from '../find-folder.ts'
import { moveMessage } from '../messages.ts'
import type { Mailbox, Message, Recipient } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import { writeMime } from './write-mime.ts'

/** A mail goes out: into the outbox of the sandbox, and into the inbox of every recipient that has one here. */
export function dispatch(world: World, mail: Message): void {
  const { toRecipients, ccRecipients, bccRecipients, body, text } = mail
  const all = [...toRecipients, ...ccRecipients, ...bccRecipients]
  world.outbox.mails.push({
    to: all.map(addressOf).join(', '),
    from: mail.from ? addressOf(mail.from) : '',
    subject: mail.subject ?? '',
    text,
    html: body.contentType === 'html' ? body.content : '',
    via: 'graph',
    at: world.clock.iso(),
  })
  noteSend(mail.mailbox, world.clock.now())
  const late = world.config.sendRateLimit === 'late' && isTooFast(world, mail.mailbox)
  const arrive = () => {
    for (const address of new Set(all.map((person) => addressOf(person).toLowerCase()))) receive(world, address, mail)
  }
  if (late) world.clock.after(60_000, arrive)
  else arrive()
}

function receive(world: World, address: string, mail: Message): void {
  const mailbox = findMailbox(world.outlook, address)
  const inbox = mailbox && findFolder(mailbox, 'inbox')
  if (!mailbox || !inbox) return
  addMessage(world.outlook, mailbox, inbox, {
    ...copyOf(mail),
    bccRecipients: [],
    references: mail.references,
    conversationId: mailbox === mail.mailbox ? mail.conversationId : undefined,
    raw: writeMime(mail),
  })
}

function copyOf(mail: Message): NewMessage {
  const { subject, body, text, from, sender, toRecipients, ccRecipients, replyTo, importance } = mail
  const { internetMessageId, internetMessageHeaders, sentDateTime, attachments } = mail
  const people = { from, sender, toRecipients, ccRecipients, replyTo }
  return {
    subject,
    body,
    text,
    ...people,
    importance,
    internetMessageId,
    internetMessageHeaders,
    sentDateTime,
    attachments,
  }
}

/** A draft that is sent turns up in Sent Items, with its immutable id, at times a few seconds late. */
export function sendDraft(world: World, draft: Message): void {
  const now = world.clock.now()
  draft.isDraft = false
  draft.isRead = true
  draft.sentDateTime = world.clock.iso(now)
  const sentItems = draft.mailbox.wellKnown.get('sentitems')
  if (sentItems) moveMessage(world.outlook, draft, sentItems)
  draft.visibleFrom = now + world.config.sentCopyDelayMs
  dispatch(world, draft)
}

const SENDS_A_MINUTE = 30

function noteSend(mailbox: Mailbox, now: number): void {
  mailbox.sends = [...mailbox.sends.filter((at) => at > now - 60_000), now]
}

export function isTooFast(world: World, mailbox: Mailbox): boolean {
  const since = world.clock.now() - 60_000
  return mailbox.sends.filter((at) => at > since).length >= SENDS_A_MINUTE
}

function addressOf({ emailAddress }: Recipient): string {
  return emailAddress.address ?? ''
}
