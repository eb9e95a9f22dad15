import type { Context } from 'hono'
import { badRequest } from './errors.ts'

/** The bytes of a request as they come. @throws DriveError where the caller went away in the middle */
export async function* bytesOf(c: Context): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of c.req.raw.body ?? []) yield chunk
  } catch {
    throw badRequest('The body ended early.')
  }
}

/** The whole body, or null where it is longer than `most`. It is read to its end in any case. */
export async function bodyUpTo(c: Context, most: number): Promise<Buffer | null> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytesOf(c)) {
    size += chunk.byteLength
    if (size > most) chunks = []
    else chunks.push(chunk)
  }
  return size > most ? null : Buffer.concat(chunks)
}

/** Reads what nobody asked for: a caller that is still sending would take an early answer for a broken connection. */
export async function drain(c: Context): Promise<void> {
  const { body } = c.req.raw
  if (!body || body.locked || c.req.raw.bodyUsed) return
  for await (const chunk of body) void chunk
}
