import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ContentChangedError, verifyContent } from './verified-content.ts'

const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const contentOf = (bytes: Uint8Array) => ({ size: bytes.byteLength, sha256: hash(bytes) })

/** Opens a stream in pieces, some of which may be empty. */
const streamOf = (bytes: Uint8Array, pieceBytes: number) =>
  async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
      yield await Promise.resolve(bytes.subarray(at, at + pieceBytes))
      yield new Uint8Array()
    }
  }

/** Reads until the content is compared. @returns what an upload would have received */
async function receive(pieces: AsyncIterable<Uint8Array>): Promise<{ received: Buffer; error: unknown }> {
  const received: Uint8Array[] = []
  try {
    for await (const piece of pieces) received.push(piece)
  } catch (error) {
    return { received: Buffer.concat(received), error }
  }
  return { received: Buffer.concat(received), error: null }
}

const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 })
const pieceBytes = fc.integer({ min: 1, max: 20 })

test('returns the same content from any offset', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, pieceBytes, fc.nat(70), async (content, size, from) => {
      const { read, unverified } = verifyContent(streamOf(content, size), contentOf(content), null)
      expect(await receive(read(from))).toEqual({ received: Buffer.from(content.subarray(from)), error: null })
      expect(unverified()).toBeNull()
    }),
  )
})

test('returns fewer bytes than the content has where the bytes differ', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, bytes, pieceBytes, async (content, other, size) => {
      fc.pre(!hash(content).equals(hash(other)))
      const { read } = verifyContent(streamOf(other, size), contentOf(content), null)
      const { received, error } = await receive(read(0))
      expect(error).toBeInstanceOf(ContentChangedError)
      expect(received.byteLength).toBeLessThan(content.byteLength)
    }),
  )
})

test('returns nothing more where other bytes were returned before the stream ended', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, pieceBytes, pieceBytes, fc.nat(59), fc.boolean(), async (content, size, ...more) => {
      const [otherSize, at, isSameAttempt] = more
      fc.pre(content.byteLength > size)
      const other = content.with(at % content.byteLength, (content[at % content.byteLength] ?? 0) ^ 1)
      let open = streamOf(other, size)
      const first = verifyContent(() => open(), contentOf(content), null)
      const { value } = await first.read(0).next()
      fc.pre(value instanceof Uint8Array && at % content.byteLength < value.byteLength)
      open = streamOf(content, otherSize)
      const next = isSameAttempt ? first : verifyContent(open, contentOf(content), first.unverified())
      const { received, error } = await receive(next.read(1))
      expect(error).toBeInstanceOf(ContentChangedError)
      expect(received.byteLength).toBe(0)
    }),
  )
})

test('continues where the same bytes were returned before the stream ended', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, pieceBytes, pieceBytes, async (content, size, otherSize) => {
      fc.pre(content.byteLength > size)
      const first = verifyContent(streamOf(content, size), contentOf(content), null)
      await first.read(0).next()
      expect(first.unverified()).toMatchObject({ size })
      const next = verifyContent(streamOf(content, otherSize), contentOf(content), first.unverified())
      expect(await receive(next.read(1))).toEqual({ received: Buffer.from(content.subarray(1)), error: null })
    }),
  )
})
