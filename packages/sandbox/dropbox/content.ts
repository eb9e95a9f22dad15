import { createHash, type Hash } from 'node:crypto'

/** What a file holds: its hashes always, its bytes only while it is small. */
export type Content = {
  size: number
  sha256: string
  /** Dropbox's own: SHA-256 over the SHA-256 of each block of 4 MiB (its reference, "Content hash"). */
  contentHash: string
  /** Null for a file above `MOST_KEPT_BYTES`: a sandbox must take files of any size in little memory. */
  bytes: Uint8Array | null
}

export const MOST_KEPT_BYTES = 8 * 2 ** 20
const BLOCK_BYTES = 4 * 2 ** 20

/** Takes bytes as they come and holds on to no more of them than will be kept. */
export class ContentReader {
  size = 0
  #sha256: Hash
  #blocks: Hash
  #block: Hash
  #blockBytes = 0
  #parts: Uint8Array[] | null = []

  constructor(hashes = { sha256: createHash('sha256'), blocks: createHash('sha256'), block: createHash('sha256') }) {
    this.#sha256 = hashes.sha256
    this.#blocks = hashes.blocks
    this.#block = hashes.block
  }

  add(chunk: Uint8Array): void {
    this.size += chunk.byteLength
    this.#sha256.update(chunk)
    let rest = chunk
    while (rest.byteLength > 0) {
      const part = rest.subarray(0, BLOCK_BYTES - this.#blockBytes)
      this.#block.update(part)
      this.#blockBytes += part.byteLength
      rest = rest.subarray(part.byteLength)
      if (this.#blockBytes === BLOCK_BYTES) this.#endBlock()
    }
    if (this.size > MOST_KEPT_BYTES) this.#parts = null
    this.#parts?.push(chunk)
  }

  /** The same so far: what is added to the copy is forgotten with it, as when a call breaks off. */
  copy(): ContentReader {
    const copy = new ContentReader({
      sha256: this.#sha256.copy(),
      blocks: this.#blocks.copy(),
      block: this.#block.copy(),
    })
    copy.size = this.size
    copy.#blockBytes = this.#blockBytes
    copy.#parts = this.#parts && [...this.#parts]
    return copy
  }

  /** What was read. The reader can go on. */
  content(): Content {
    const { size } = this
    const whole = this.copy()
    if (whole.#blockBytes > 0) whole.#endBlock()
    const bytes = this.#parts && Buffer.concat(this.#parts)
    return { size, sha256: whole.#sha256.digest('hex'), contentHash: whole.#blocks.digest('hex'), bytes }
  }

  #endBlock(): void {
    this.#blocks.update(this.#block.digest())
    this.#block = createHash('sha256')
    this.#blockBytes = 0
  }
}

export function contentOf(bytes: Uint8Array): Content {
  const reader = new ContentReader()
  reader.add(bytes)
  return reader.content()
}
