import type { MicrosoftSandbox } from '../state.ts'
import { addMessage, type NewMessage } from '../deliver-message.ts'
import { findFolder } from '../find-folder.ts'
import { moveMessage } from '../messages.ts'
import type { Mailbox, Message, Recipient } from '../model.ts'
import { findMailbox } from '../outlook.ts'
import { writeMime } from './write-mime.ts'

/** Sends a message: to the outbox, and to the inbox of every recipient with a mailbox in the sandbox. */
export function sendMessage(sandbox: MicrosoftSandbox, mail: Message): void {
  const { toRecipients, ccRecipients, bccRecipients, body, text } = mail
  const all = [...toRecipients, ...ccRecipients, ...bccRecipients]
  sandbox.outbox.mails.push({
    to: all.map(addressOf).join(', '),
    from: mail.from ? addressOf(mail.from) : '',
    subject: mail.subject ?? '',
    text,
    html: body.contentType === 'html' ? body.content : '',
    via: 'graph',
    at: sandbox.clock.iso(),
  })
  recordSend(mail.mailbox, sandbox.clock.now())
  const late = sandbox.config.sendRateLimit === 'late' && isTooFast(sandbox, mail.mailbox)
  const arrive = () => {
    for (const address of new Set(all.map((person) => addressOf(person).toLowerCase()))) receive(sandbox, address, mail)
  }
  if (late) sandbox.clock.after(60_000, arrive)
  else arrive()
}

function receive(sandbox: MicrosoftSandbox, address: string, mail: Message): void {
  const mailbox = findMailbox(sandbox.outlook, address)
  const inbox = mailbox && findFolder(mailbox, 'inbox')
  if (!mailbox || !inbox) return
  addMessage(sandbox.outlook, mailbox, inbox, {
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

/** Sends a draft. It moves to Sent Items with its immutable id, `sentCopyDelayMs` later. */
export function sendDraft(sandbox: MicrosoftSandbox, draft: Message): void {
  const now = sandbox.clock.now()
  draft.isDraft = false
  draft.isRead = true
  draft.sentDateTime = sandbox.clock.iso(now)
  if (sandbox.config.sentMessageId === 'replaced') replaceMessageId(draft)
  const sentItems = draft.mailbox.wellKnown.get('sentitems')
  if (sentItems) moveMessage(sandbox.outlook, draft, sentItems)
  draft.visibleFrom = now + sandbox.config.sentCopyDelayMs
  sendMessage(sandbox, draft)
}

function replaceMessageId(draft: Message): void {
  const { byInternetMessageId } = draft.mailbox
  byInternetMessageId.delete(draft.internetMessageId)
  draft.internetMessageId = draft.internetMessageId.replace('<', '<sent.')
  byInternetMessageId.set(draft.internetMessageId, draft)
}

const MAX_SENDS_PER_MINUTE = 30

function recordSend(mailbox: Mailbox, now: number): void {
  mailbox.sends = [...mailbox.sends.filter((at) => at > now - 60_000), now]
}

export function isTooFast(sandbox: MicrosoftSandbox, mailbox: Mailbox): boolean {
  const since = sandbox.clock.now() - 60_000
  return mailbox.sends.filter((at) => at > since).length >= MAX_SENDS_PER_MINUTE
}

function addressOf({ emailAddress }: Recipient): string {
  return emailAddress.address ?? ''
}
