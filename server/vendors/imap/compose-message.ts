import { createTransport } from 'nodemailer'

export interface ComposedMessage {
  from: string
  to: string[]
  subject: string
  messageId: string
  inReplyTo: string | null
  references: string[]
  headers: Record<string, string>
  html: string
  attachments: ComposedAttachment[]
}

export interface ComposedAttachment {
  name: string
  contentType: string
  contentId: string | null
  isInline: boolean
  content: Buffer
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The bytes of a message (RFC 5322). */
export async function composeMessage({ inReplyTo, attachments, ...message }: ComposedMessage): Promise<Buffer> {
  const { message: source } = await composer.sendMail({
    ...message,
    ...(inReplyTo !== null && { inReplyTo }),
    attachments: attachments.map(({ name, contentType, contentId, isInline, content }) => ({
      filename: name === '' ? false : name,
      contentType,
      content,
      contentDisposition: isInline ? 'inline' : 'attachment',
      ...(contentId !== null && { cid: contentId }),
    })),
  })
  if (!Buffer.isBuffer(source)) throw new Error('The message was not composed')
  return source
}
