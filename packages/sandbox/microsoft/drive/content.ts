import { createHash, type Hash } from 'node:crypto'
import { createQuickXor, type QuickXor } from './quick-xor.ts'

/** What is known of a stored file. The bytes are null where there were too many to keep. */
export type Content = { size: number; sha256: string; quickXorHash: string; bytes: Uint8Array | null }

/** Larger files are hashed and forgotten, so that uploads of any size take no memory. */
export const MOST_KEPT_BYTES = 8 * 2 ** 20

/** A file on its way in. */
export type Intake = {
  write(chunk: Uint8Array): void
  /** A second one that goes on from here and leaves this one as it is. */
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
      if (size > MOST_KEPT_BYTES) kept = []
      else kept.push(chunk.slice())
    },
    fork: () => createIntake({ size, kept, sha, xor }),
    finish: () => ({
      size,
      sha256: sha.copy().digest('hex'),
      quickXorHash: xor.digest(),
      bytes: size > MOST_KEPT_BYTES ? null : Buffer.concat(kept),
    }),
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const intake = createIntake()
  intake.write(bytes)
  return intake.finish()
}

/** Reads a body to its end; what goes beyond `most` bytes is counted only. @returns its length */
export async function readInto(intake: Intake, body: ReadableStream<Uint8Array> | null, most: number): Promise<number> {
  let read = 0
  for await (const chunk of body ?? []) {
    read += chunk.byteLength
    if (read <= most) intake.write(chunk)
  }
  return read
}
