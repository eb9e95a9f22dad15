import { createHash, type Hash } from 'node:crypto'
import { createQuickXor, type QuickXor } from './quick-xor.ts'

/** The content of a file. `bytes` is null for a file larger than `MAX_KEPT_BYTES`. */
export type Content = { size: number; sha256: string; quickXorHash: string; bytes: Uint8Array | null }

/** Of larger files only the hashes are stored, so that uploads of any size need little memory. */
const MAX_KEPT_BYTES = 8 * 2 ** 20

/** A file that is being uploaded. */
export type Intake = {
  write(chunk: Uint8Array): void
  /** An independent copy of the state so far. */
  fork(): Intake
  finish(): Content
}

type Parts = { size: number; kept: Uint8Array[]; sha: Hash; xor: QuickXor }

export function createIntake(from?: Parts): Intake {
  let size = from?.size ?? 0
  let kept = from ? [...from.kept] : []
  const sha = from ? from.sha.copy() : createHash('sha256')
  const xor = from ? from.xor.fork() : createQuickXor()
  return {
    write(chunk) {
      size += chunk.byteLength
      sha.update(chunk)
      xor.write(chunk)
      if (size > MAX_KEPT_BYTES) kept = []
      else kept.push(chunk.slice())
    },
    fork: () => createIntake({ size, kept, sha, xor }),
    finish: () => ({
      size,
      sha256: sha.copy().digest('hex'),
      quickXorHash: xor.digest(),
      bytes: size > MAX_KEPT_BYTES ? null : Buffer.concat(kept),
    }),
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const intake = createIntake()
  intake.write(bytes)
  return intake.finish()
}

/** Reads a body to its end; bytes beyond `maxBytes` are only counted. @returns its length */
export async function readInto(
  intake: Intake,
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<number> {
  let read = 0
  for await (const chunk of body ?? []) {
    read += chunk.byteLength
    if (read <= maxBytes) intake.write(chunk)
  }
  return read
}
