import type { Context } from 'hono'
import { badRequest } from './errors.ts'

/** Streams the bytes of a request. @throws DriveError where the client disconnects */
export async function* bytesOf(c: Context): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of c.req.raw.body ?? []) yield chunk
  } catch {
    throw badRequest('The body ended early.')
  }
}

/** The whole body, or null where it is larger than `maxBytes`. It is read to its end in both cases. */
export async function bodyUpTo(c: Context, maxBytes: number): Promise<Buffer | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(c)) {
    size += chunk.byteLength
    if (size > maxBytes) chunks = []
    else chunks.push(chunk)
  }
  return size > maxBytes ? null : Buffer.concat(chunks)
}

/** Reads an unused body: a client that is still sending takes an early response for a broken connection. */
export async function drain(c: Context): Promise<void> {
  const { body } = c.req.raw
  if (!body || body.locked || c.req.raw.bodyUsed) return
  for await (const chunk of body) void chunk
}
