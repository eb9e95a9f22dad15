import { createHash } from 'node:crypto'
import { z } from 'zod'
import { VendorError } from '../../vendors/http/vendor-error.ts'

/** Size and hash of an attachment, as it was read first. */
export interface Content {
  size: number
  sha256: Buffer
}

/** The first bytes of a content: their number and hex SHA-256. */
export const Beginning = z.strictObject({ size: z.int().min(0), sha256: z.string() })
type Beginning = z.infer<typeof Beginning>

/** The mailbox returned other bytes than before, so one of the responses was not the attachment. */
export class ContentChangedError extends VendorError {
  constructor() {
    super('mailbox', 0, 'content_changed')
    this.name = 'ContentChangedError'
  }
}

/**
 * Reads a content again and compares it with the first read. The last piece is returned only after the comparison, so
 * that an upload of other bytes cannot be completed.
 * @param open a stream from the first byte
 * @param uploaded what a session may have received before an earlier stream ended; each stream is compared with what
 * the one before returned before it returns anything
 */
export function verifyContent(
  open: () => AsyncIterable<Uint8Array>,
  { size, sha256 }: Content,
  uploaded: Beginning | null,
) {
  let returned = uploaded
  async function* read(from: number): AsyncGenerator<Uint8Array> {
    const before = returned
    const sum = createHash('sha256')
    let held: Uint8Array[] = []
    let length = 0
    for await (const piece of open()) {
      if (piece.byteLength === 0) continue
      if (length + piece.byteLength > size) throw new ContentChangedError()
      const missing = (before?.size ?? 0) - length
      if (missing > 0 && missing <= piece.byteLength)
        requireEqual(sum.copy().update(piece.subarray(0, missing)).digest('hex'), before?.sha256)
      if (missing <= 0 && held.length > 0) {
        returned = { size: length, sha256: sum.copy().digest('hex') }
        yield* held
        held = []
      }
      const begin = Math.max(0, from - length)
      sum.update(piece)
      length += piece.byteLength
      if (begin < piece.byteLength) held.push(piece.subarray(begin))
    }
    requireEqual(sum.digest('hex'), sha256.toString('hex'))
    returned = null
    yield* held
  }
  /** What was returned of a content that is not compared to its end; null if that is nothing. */
  return { read, unverified: () => returned }
}

function requireEqual(actual: string, expected: string | undefined): void {
  if (actual !== expected) throw new ContentChangedError()
}
