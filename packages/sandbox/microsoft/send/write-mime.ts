import type { Attachment, Body, Header, Recipient } from '../model.ts'

type MimeParts = {
  subject: string | null
  from: Recipient | null
  toRecipients: Recipient[]
  ccRecipients: Recipient[]
  sentDateTime: string
  internetMessageId: string
  internetMessageHeaders: Header[]
  body: Body
  attachments: Pick<Attachment, 'name' | 'contentType' | 'bytes' | 'isInline' | 'contentId'>[]
}

const BOUNDARY = 'sandbox_boundary_7d1f'

/** Generates the MIME of a message that has none: a draft, a sent copy, an attached item. */
export function writeMime(mail: MimeParts): Uint8Array {
  const head = [
    `From: ${mailboxesOf(mail.from ? [mail.from] : [])}`,
    `To: ${mailboxesOf(mail.toRecipients)}`,
    ...(mail.ccRecipients.length > 0 ? [`Cc: ${mailboxesOf(mail.ccRecipients)}`] : []),
    `Subject: ${encoded(mail.subject ?? '')}`,
    `Date: ${new Date(mail.sentDateTime).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${mail.internetMessageId}`,
    ...mail.internetMessageHeaders
      .filter(({ name }) => /^x-/i.test(name))
      .map(({ name, value }) => `${name}: ${encoded(value)}`),
    'MIME-Version: 1.0',
  ]
  const content = part(
    `text/${mail.body.contentType === 'html' ? 'html' : 'plain'}; charset=utf-8`,
    Buffer.from(mail.body.content),
  )
  if (mail.attachments.length === 0) return Buffer.from([...head, ...content].join('\r\n'))
  const parts = [content, ...mail.attachments.map(attachmentPart)].flatMap((lines) => [`--${BOUNDARY}`, ...lines])
  const type = `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`
  return Buffer.from([...head, type, '', ...parts, `--${BOUNDARY}--`, ''].join('\r\n'))
}

function part(contentType: string, bytes: Uint8Array, extra: string[] = []): string[] {
  const lines = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  return [`Content-Type: ${contentType}`, 'Content-Transfer-Encoding: base64', ...extra, '', lines, '']
}

function attachmentPart({ name, contentType, bytes, isInline, contentId }: MimeParts['attachments'][number]): string[] {
  const filename = `filename*=UTF-8''${encodeURIComponent(name)}`
  const disposition = `Content-Disposition: ${isInline ? 'inline' : 'attachment'}; ${filename}`
  return part(contentType ?? 'application/octet-stream', bytes, [
    disposition,
    ...(contentId ? [`Content-ID: <${contentId}>`] : []),
  ])
}

function mailboxesOf(recipients: Recipient[]): string {
  return recipients
    .map(({ emailAddress: { name, address } }) =>
      name && name !== address ? `${encoded(name)} <${address ?? ''}>` : (address ?? ''),
    )
    .join(', ')
}

/** Encodes a header by RFC 2047 if it is not ASCII. Line breaks are removed, against header injection. */
function encoded(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`
}
