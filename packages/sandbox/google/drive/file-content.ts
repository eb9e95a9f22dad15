import { createHash } from 'node:crypto'

/** The content of a file. Of a large file only the checksums are stored: it cannot be downloaded. */
export type Content = { size: number; md5: string; sha256: string; bytes: Buffer | null }

/** The bytes of larger files are not stored. */
const MAX_KEPT_BYTES = 8 * 2 ** 20

/** Hashes a stream of bytes in bounded memory. */
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
      if (size > MAX_KEPT_BYTES) kept = []
      else kept.push(bytes)
    },
    end: () => ({
      size,
      md5: md5.digest('hex'),
      sha256: sha256.digest('hex'),
      bytes: size > MAX_KEPT_BYTES ? null : Buffer.concat(kept),
    }),
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const sink = createSink()
  sink.add(bytes)
  return sink.end()
}
