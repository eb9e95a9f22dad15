import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitIntoChunks, readAll } from './chunks.ts'

async function* streamOf(parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(part)
}

test('keeps all bytes in order; each chunk but the last has the size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 25 }),
      async (parts, size) => {
        const chunks: Uint8Array[] = []
        for await (const chunk of splitIntoChunks(streamOf(parts), size)) chunks.push(chunk)
        expect(Buffer.concat(chunks)).toEqual(Buffer.concat(parts))
        expect(chunks.slice(0, -1).every(({ byteLength }) => byteLength === size)).toBe(true)
        expect(chunks.every(({ byteLength }) => byteLength > 0 && byteLength <= size)).toBe(true)
      },
    ),
  )
})

test('reads a whole stream', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), async (parts) => {
      expect(await readAll(streamOf(parts))).toEqual(Buffer.concat(parts))
    }),
  )
})
