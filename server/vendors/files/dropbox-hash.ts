import { createHash } from 'node:crypto'
import { splitIntoChunks } from './chunks.ts'

const blockBytes = 4 * 1024 * 1024

/**
 * Dropbox's content hash: SHA-256 over the SHA-256 of each 4 MiB block
 * (dropbox.com/developers/reference/content-hash). Hex.
 */
export async function dropboxHash(content: AsyncIterable<Uint8Array>): Promise<string> {
  const whole = createHash('sha256')
  for await (const block of splitIntoChunks(content, blockBytes))
    whole.update(createHash('sha256').update(block).digest())
  return whole.digest('hex')
}
