import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickXorHash } from './quick-xor-hash.ts'

const sumOf = (...parts: Uint8Array[]) => quickXorHash(Readable.from(parts))

test.for([
  ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['Sg==', 'SgAAAAAAAAAAAAAAAQAAAAAAAAA='],
  ['tbQ=', 'taAFAAAAAAAAAAAAAgAAAAAAAAA='],
])('of %j is %s', async ([bytes = '', sum]) => {
  expect(await sumOf(Buffer.from(bytes, 'base64'))).toBe(sum)
})

test('does not depend on chunk boundaries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), async (parts) => {
      expect(await sumOf(...parts)).toBe(await sumOf(Buffer.concat(parts)))
    }),
  )
})

/** Microsoft's definition, bit by bit: each byte is shifted by 11 bits. */
function slowly(bytes: Uint8Array): string {
  let ring = 0n
  const most = (1n << 160n) - 1n
  for (const [at, byte] of bytes.entries()) {
    const placed = BigInt(byte) << BigInt((at * 11) % 160)
    ring ^= (placed & most) | (placed >> 160n)
  }
  ring ^= BigInt(bytes.length) << 96n
  const hex = ring.toString(16).padStart(40, '0')
  return Buffer.from(Buffer.from(hex, 'hex').toReversed()).toString('base64')
}

test('equals the reference implementation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 700 }), async (bytes) => {
      expect(await sumOf(bytes)).toBe(slowly(bytes))
    }),
  )
})
