import { decodedPart } from '../../vendors/imap/imap-messages.ts'
import type { ImapSession } from '../../vendors/imap/imap-session.ts'
import type { Attachment } from '../../vendors/mailbox/attachment.ts'
import { locate } from './find-message.ts'
import type { ImapAccess } from './imap-access.ts'

export async function listAttachments(
  access: ImapAccess,
  session: ImapSession,
  messageId: string,
  max: number,
): Promise<Attachment[] | 'not-there'> {
  const found = await locate(access, session, messageId)
  const [message] = found ? await session.messages([found.row.uid], 'none') : []
  return message ? message.body.attachments.slice(0, max) : 'not-there'
}

/** The connection is free between the pieces, and the message may be moved meanwhile. */
export async function readAttachment(
  access: ImapAccess,
  { messageId, attachmentId }: { messageId: string; attachmentId: string },
): Promise<AsyncGenerator<Uint8Array> | 'not-there'> {
  const part = await access.run(async (session) => {
    const found = await locate(access, session, messageId)
    const [message] = found ? await session.messages([found.row.uid], 'none') : []
    return message?.body.parts.find(({ number }) => number === attachmentId)
  })
  if (!part) return 'not-there'
  return decodedPart(part, (start) =>
    access.run(async (session) => {
      const found = await locate(access, session, messageId)
      return found && session.part({ uid: found.row.uid, key: attachmentId, start })
    }),
  )
}
