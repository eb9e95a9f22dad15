import type { NewMessage } from '../deliver-message.ts'
import type { Mailbox, Message, Recipient } from '../model.ts'
import { escapeHtml, htmlToText, textToHtml } from '../simulate-graph-text-body.ts'

export type ReplyKind = 'reply' | 'replyAll' | 'forward'

/** The fields of a reply or forward: subject, recipients, quoted body, conversation. */
export function replyFields(mailbox: Mailbox, original: Message, kind: ReplyKind, comment: string): NewMessage {
  const own: Recipient = { emailAddress: { name: mailbox.account.displayName, address: mailbox.account.email } }
  const content = quoting(original, comment)
  const body = { contentType: 'html' as const, content }
  const forward = kind === 'forward'
  const back = original.replyTo.length > 0 ? original.replyTo : original.from ? [original.from] : []
  const isOwn = ({ emailAddress }: Recipient) =>
    emailAddress.address?.toLowerCase() === mailbox.account.email.toLowerCase()
  const others = (list: Recipient[]) => list.filter((person) => !isOwn(person))
  return {
    subject: prefixed(forward ? 'FW: ' : 'RE: ', original.subject ?? ''),
    from: own,
    sender: own,
    toRecipients: forward ? [] : kind === 'replyAll' ? [...back, ...others(original.toRecipients)] : back,
    ccRecipients: kind === 'replyAll' ? others(original.ccRecipients) : [],
    body,
    text: htmlToText(content),
    conversationId: original.conversationId,
    references: [original.internetMessageId],
    // A forward has all attachments, a reply only the inline images of the quoted body.
    attachments: original.attachments.filter((attachment) => forward || attachment.isInline),
    isDraft: true,
    isRead: true,
  }
}

function prefixed(prefix: string, subject: string): string {
  return subject.toLowerCase().startsWith(prefix.trim().toLowerCase()) ? subject : `${prefix}${subject}`
}

function quoting(original: Message, comment: string): string {
  const { body, from, sentDateTime, toRecipients, subject } = original
  const line = (name: string, value: string) => `<b>${name}:</b> ${escapeHtml(value)}<br>`
  const people = (list: Recipient[]) =>
    list.map(({ emailAddress: { name, address } }) => `${name ?? ''} <${address ?? ''}>`).join('; ')
  const head = [
    line('From', people(from ? [from] : [])),
    line('Sent', sentDateTime),
    line('To', people(toRecipients)),
    line('Subject', subject ?? ''),
  ].join('')
  const html = body.contentType === 'html' ? body.content : textToHtml(body.content)
  const commentHtml = comment ? `<div>${escapeHtml(comment)}</div>` : ''
  const block = `${commentHtml}<br><hr tabindex="-1"><div id="divRplyFwdMsg">${head}</div>`
  return /<body[^>]*>/i.test(html)
    ? html.replace(/<body[^>]*>/i, (tag) => `${tag}${block}`)
    : `<html><body>${block}${html}</body></html>`
}
