import { createHash } from 'node:crypto'
import { chunksOf } from './chunks.ts'

const blockBytes = 4 * 1024 * 1024

/** Dropbox's own sum of a content: SHA-256 over the SHA-256 of each 4 MiB (dropbox.com/developers/reference/content-hash). Hex. */
export async function dropboxHash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const whole = createHash('sha256')
  for await (const block of chunksOf(content, blockBytes)) whole.update(createHash('sha256').update(block).digest())
  return whole.digest('hex')
}
