import { createHash, type Hash } from 'node:crypto'

/** The content of a file: its hashes, and its bytes if it is small. */
export type Content = {
  size: number
  sha256: string
  /** SHA-256 of the SHA-256 hashes of all 4 MiB blocks: https://www.dropbox.com/developers/reference/content-hash */
  contentHash: string
  /** Null for a file larger than `MAX_KEPT_BYTES`, so that files of any size need little memory. */
  bytes: Uint8Array | null
}

const MAX_KEPT_BYTES = 8 * 2 ** 20
const BLOCK_BYTES = 4 * 2 ** 20

/** Hashes a stream of bytes, and buffers no more than `MAX_KEPT_BYTES` of it. */
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
    if (this.size > MAX_KEPT_BYTES) this.#parts = null
    this.#parts?.push(chunk)
  }

  /** A copy of the state so far. A call that breaks off discards its copy. */
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

  /** The content so far. More bytes can be added afterwards. */
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
