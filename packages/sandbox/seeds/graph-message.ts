import { Buffer } from 'node:buffer'
import { owner } from './mailbox-owner.ts'
import type { SeedFile, SeedMail } from './seed-mail.ts'

type Recipient = { emailAddress: { name: string; address: string } }

type GraphAttachment = {
  '@odata.type': '#microsoft.graph.fileAttachment' | '#microsoft.graph.itemAttachment'
  name: string
  contentType: string
  contentBytes: string
  isInline: boolean
  contentId?: string
}

/** A seed mail as a Graph message: the JSON body of the control API's mail delivery. */
export type GraphMail = {
  '@odata.type'?: string
  subject: string | null
  from: Recipient | null
  toRecipients: Recipient[]
  ccRecipients: Recipient[]
  replyTo: Recipient[]
  body: { contentType: 'text' | 'html'; content: string }
  importance: 'low' | 'normal' | 'high'
  internetMessageId: string
  internetMessageHeaders: { name: string; value: string }[]
  isRead: boolean
  conversationId?: string
  receivedDateTime?: string
  sentDateTime?: string
  attachments: GraphAttachment[]
}

type Arrival = {
  now: Date
  /** The receiving mailbox; it replaces the seeds' owner in the recipients. */
  email?: string
  /** Set for arriving mail, and different each time, so that no message id repeats. */
  serial?: string
}

const day = 24 * 60 * 60 * 1000

export function graphMail(mail: SeedMail, { now, email = owner.address, serial }: Arrival): GraphMail {
  const came = serial === undefined ? dateOf(mail, now) : now
  const me = { emailAddress: { name: email === owner.address ? owner.name : email, address: email } }
  const recipients = (mail.to ?? [owner.address]).map((to) => (to === owner.address ? me : recipient(to)))
  const { 'Reply-To': replyHeader, ...headers } = mail.headers ?? {}
  const replyTo = mail.replyTo ?? replyHeader
  return {
    ...(mail.kind === 'meeting-request' && { '@odata.type': '#microsoft.graph.eventMessageRequest' }),
    subject: mail.subject,
    from: mail.from === null ? null : recipient(mail.from),
    toRecipients: recipients,
    ccRecipients: (mail.cc ?? []).map(recipient),
    replyTo: replyTo === undefined ? [] : [recipient(replyTo)],
    body:
      mail.html === undefined
        ? { contentType: 'text', content: mail.text ?? '' }
        : { contentType: 'html', content: mail.html },
    importance: mail.importance ?? 'normal',
    internetMessageId: `<${mail.key}${serial === undefined ? '' : `.${serial}`}@${domainOf(mail)}>`,
    internetMessageHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
    isRead: serial === undefined && mail.days > 1,
    ...(mail.thread !== undefined && { conversationId: Buffer.from(`seed:${mail.thread}`).toString('base64url') }),
    ...(serial === undefined && { receivedDateTime: second(came), sentDateTime: second(came) }),
    attachments: (mail.files ?? []).map((file) => attachment(file, came)),
  }
}

function dateOf(mail: SeedMail, now: Date): Date {
  const [hours = 12, minutes = 0] = mail.time.split(':').map(Number)
  const midnight = Math.floor(now.getTime() / day) * day
  return new Date(midnight - mail.days * day + (hours * 60 + minutes) * 60_000)
}

/** Graph returns whole seconds. */
function second(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z')
}

function recipient(written: string): Recipient {
  const match = /^(.*) <([^<>]+)>$/.exec(written)
  const address = match?.[2] ?? written
  return { emailAddress: { name: match?.[1] ?? address, address } }
}

function domainOf(mail: SeedMail): string {
  return mail.from === null
    ? 'unknown.example'
    : (recipient(mail.from).emailAddress.address.split('@')[1] ?? 'unknown.example')
}

function attachment(file: SeedFile, came: Date): GraphAttachment {
  const content = typeof file.content === 'string' ? dated(file.content, came) : file.content
  return {
    '@odata.type':
      file.contentType === 'message/rfc822' ? '#microsoft.graph.itemAttachment' : '#microsoft.graph.fileAttachment',
    name: file.name,
    contentType: file.contentType,
    contentBytes: Buffer.from(content).toString('base64'),
    isInline: file.contentId !== undefined,
    ...(file.contentId !== undefined && { contentId: file.contentId }),
  }
}

function dated(text: string, came: Date): string {
  return text.replace(/\{days:(\d+)\}/g, (_, days: string) =>
    new Date(came.getTime() + Number(days) * day).toISOString().slice(0, 10).replaceAll('-', ''),
  )
}
