import type { BodyPart } from './imap-body.ts'
import type { ComposedAttachment } from './compose-message.ts'
import { decodeText } from './decode-content.ts'
import { decodedPart, type ImapMessage } from './imap-messages.ts'
import type { ImapSession } from './imap-session.ts'
import { mailServerFailure } from './mail-server-failure.ts'

export interface WholeMessage extends ImapMessage {
  /** Null where it only has a plain text. */
  wholeHtml: string | null
  wholeText: string
}

/**
 * A message of the open folder with the complete text. @returns null where it is not there
 * @throws VendorError `message_too_large` where its text is larger
 */
export async function readWholeMessage(
  session: ImapSession,
  uid: number,
  maxBytes: number,
): Promise<WholeMessage | null> {
  const [message] = await session.messages([uid], 'none')
  if (!message) return null
  const { html, plain } = message.body
  requireSize([html, plain], maxBytes)
  return {
    ...message,
    wholeHtml: html && (await textOf(session, uid, html)),
    wholeText: plain ? await textOf(session, uid, plain) : '',
  }
}

function requireSize(parts: (BodyPart | null)[], maxBytes: number): void {
  const size = parts.reduce((sum, part) => sum + (part?.node.size ?? 0), 0)
  if (size > maxBytes) throw mailServerFailure('imap', 'message_too_large')
}

async function contentOf(session: ImapSession, uid: number, part: BodyPart): Promise<Buffer> {
  return Buffer.concat(
    await Array.fromAsync(decodedPart(part, (start) => session.part({ uid, key: part.number, start }))),
  )
}

const textOf = async (session: ImapSession, uid: number, part: BodyPart): Promise<string> =>
  decodeText(await contentOf(session, uid, part), { encoding: '', charset: part.charset })

/**
 * The attachments of a message of the open folder, as they are.
 * @throws VendorError `message_too_large` where the message is larger
 */
export async function readAttachments(
  session: ImapSession,
  uid: number,
  { body }: ImapMessage,
  maxBytes: number,
): Promise<ComposedAttachment[]> {
  requireSize(body.parts, maxBytes)
  const read: ComposedAttachment[] = []
  for (const { id, name, contentType, contentId, isInline } of body.attachments) {
    const part = body.parts.find(({ number }) => number === id)
    if (part) read.push({ name, contentType, contentId, isInline, content: await contentOf(session, uid, part) })
  }
  return read
}
