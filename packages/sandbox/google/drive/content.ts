import { createHash } from 'node:crypto'

/** Bytes of a file. Of a large one only the sums are kept: `bytes` is null then, and it cannot be downloaded. */
export type Content = { size: number; md5: string; sha256: string; bytes: Buffer | null }

/** Above this size a file's bytes are not kept. */
export const MOST_KEPT_BYTES = 8 * 2 ** 20

/** Takes bytes as they come, in flat memory. */
export type Sink = { size: () => number; add(bytes: Uint8Array): void; end(): Content }

export function createSink(): Sink {
  const md5 = createHash('md5')
  const sha256 = createHash('sha256')
  let size = 0
  let kept: Uint8Array[] = []
  return {
    size: () => size,
    add(bytes) {
      size += bytes.byteLength
      md5.update(bytes)
      sha256.update(bytes)
      if (size > MOST_KEPT_BYTES) kept = []
      else kept.push(bytes)
    },
    end: () => ({
      size,
      md5: md5.digest('hex'),
      sha256: sha256.digest('hex'),
      bytes: size > MOST_KEPT_BYTES ? null : Buffer.concat(kept),
    }),
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const sink = createSink()
  sink.add(bytes)
  return sink.end()
}
