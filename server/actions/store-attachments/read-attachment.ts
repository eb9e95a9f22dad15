import { createHash } from 'node:crypto'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { VendorError } from '../../vendors/http/vendor-error.ts'
import type { Content } from './verified-content.ts'

/** A claim is extended after this many bytes, which a slow line transfers well within the claim. */
const extendClaimEveryBytes = 4 * 1024 * 1024

interface AttachmentKey {
  mailboxId: string
  messageId: string
  attachmentId: string
}

/** The message, or this attachment of it, does not exist any more. */
export class AttachmentGoneError extends VendorError {
  constructor() {
    super('mailbox', 404, 'attachment_gone')
    this.name = 'AttachmentGoneError'
  }
}

/**
 * Streams an attachment's bytes, with constant memory, always from the beginning.
 * @throws AttachmentGoneError, MailboxAccessError or VendorError
 * @param extendClaim extends this worker's claim during the transfer; throws if the run may not continue
 */
export async function* readAttachment(
  ctx: RemoteContext,
  { mailboxId, messageId, attachmentId }: AttachmentKey,
  extendClaim: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const pieces = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.attachments.read({ messageId, attachmentId }))
  if (pieces === 'not-there') throw new AttachmentGoneError()
  let sinceExtension = 0
  for await (const piece of pieces) {
    sinceExtension += piece.byteLength
    if (sinceExtension >= extendClaimEveryBytes) {
      sinceExtension = 0
      await extendClaim()
    }
    yield piece
  }
}

/** @returns null if the content is larger than `most` bytes; the rest is not read */
export async function hashContent(content: AsyncIterable<Uint8Array>, most: number): Promise<Content | null> {
  const sum = createHash('sha256')
  let size = 0
  for await (const piece of content) {
    size += piece.byteLength
    if (size > most) return null
    sum.update(piece)
  }
  return { size, sha256: sum.digest() }
}
