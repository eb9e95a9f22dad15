import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuickXor } from './quick-xor.ts'

function hashOf(...chunks: Uint8Array[]): string {
  const hash = createQuickXor()
  for (const chunk of chunks) hash.write(chunk)
  return hash.digest()
}

/** A direct implementation of the definition: byte n is XORed at bit 11 * n of the ring. */
function byDefinition(bytes: Uint8Array): string {
  const ring = Buffer.alloc(20)
  for (const [place, byte] of bytes.entries()) {
    for (let bit = 0; bit < 8; bit++) {
      const target = (place * 11 + bit) % 160
      const value = (byte >> bit) & 1
      ring[target >> 3] = (ring[target >> 3] ?? 0) ^ (value << (target & 7))
    }
  }
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(bytes.length))
  for (const [place, byte] of length.entries()) ring[12 + place] = (ring[12 + place] ?? 0) ^ byte
  return ring.toString('base64')
}

test.each([
  ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['Sg==', 'SgAAAAAAAAAAAAAAAQAAAAAAAAA='],
  ['tbQ=', 'taAFAAAAAAAAAAAAAgAAAAAAAAA='],
])('matches the published vector %s', (content, hash) => {
  expect(hashOf(Buffer.from(content, 'base64'))).toBe(hash)
})

test('matches the definition for any chunks', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 700 }), fc.nat(700), (bytes, cut) => {
      expect(hashOf(bytes)).toBe(byDefinition(bytes))
      expect(hashOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(hashOf(bytes))
    }),
  )
})
