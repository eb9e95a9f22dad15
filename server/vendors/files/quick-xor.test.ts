import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quickXor } from './quick-xor.ts'

const sumOf = (...parts: Uint8Array[]) => quickXor(Readable.from(parts))

test.for([
  ['', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
  ['Sg==', 'SgAAAAAAAAAAAAAAAQAAAAAAAAA='],
  ['tbQ=', 'taAFAAAAAAAAAAAAAgAAAAAAAAA='],
])('of %j is %s', async ([bytes = '', sum]) => {
  expect(await sumOf(Buffer.from(bytes, 'base64'))).toBe(sum)
})

test('is the same however the bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), async (parts) => {
      expect(await sumOf(...parts)).toBe(await sumOf(Buffer.concat(parts)))
    }),
  )
})

/** As Microsoft words it: bit by bit, each byte 11 bits on. */
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

test('is what the slow way comes to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 700 }), async (bytes) => {
      expect(await sumOf(bytes)).toBe(slowly(bytes))
    }),
  )
})
