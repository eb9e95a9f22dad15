import { createHash } from 'node:crypto'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'

export interface ContentAt {
  mailboxId: string
  messageId: string
  attachmentId: string
}

/** So much is read between two looks at whether this worker still may go on; at a slow line that is well within a claim. */
const holdEveryBytes = 4 * 1024 * 1024

/**
 * The bytes of an attachment from an offset on, in flat memory. Outlook always begins at the beginning: what comes before is read and let go.
 * @param hold keeps the mail for this worker while it takes its time; throws where it may not go on
 */
export async function* attachmentContent(
  ctx: RemoteContext,
  { mailboxId, messageId, attachmentId }: ContentAt,
  { from, hold }: { from: number; hold: () => Promise<void> },
): AsyncGenerator<Uint8Array> {
  const pieces = await withMailbox(ctx, mailboxId, (graph, token) =>
    graph.openAttachment(token, { messageId, attachmentId }),
  )
  let read = 0
  let sinceHold = 0
  for await (const piece of pieces) {
    const begin = Math.max(0, from - read)
    read += piece.byteLength
    sinceHold += piece.byteLength
    if (sinceHold >= holdEveryBytes) {
      sinceHold = 0
      await hold()
    }
    if (begin < piece.byteLength) yield begin === 0 ? piece : piece.subarray(begin)
  }
}

/** @returns null where it is larger than `most` bytes: nobody reads on then */
export async function measure(
  content: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ size: number; sha256: Buffer } | null> {
  const sum = createHash('sha256')
  let size = 0
  for await (const piece of content) {
    size += piece.byteLength
    if (size > most) return null
    sum.update(piece)
  }
  return { size, sha256: sum.digest() }
}
