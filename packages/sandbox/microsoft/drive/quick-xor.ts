const WIDTH_BITS = 160
const SHIFT = 11

export type QuickXor = { write(chunk: Uint8Array): void; fork(): QuickXor; digest(): string }

/**
 * QuickXorHash, OneDrive's hash of a file: each byte is XORed into a ring of 160 bits, 11 bits after the one before,
 * and the length into the last eight bytes: https://learn.microsoft.com/onedrive/developer/code-snippets/quickxorhash
 */
export function createQuickXor(from?: { lanes: Uint8Array; length: number }): QuickXor {
  // Positions repeat after 160 bytes, so bytes at a distance of 160 are XORed first and placed once.
  const lanes = from ? from.lanes.slice() : new Uint8Array(WIDTH_BITS)
  let length = from?.length ?? 0
  return {
    write(chunk) {
      let lane = length % WIDTH_BITS
      for (const byte of chunk) {
        lanes[lane] = (lanes[lane] ?? 0) ^ byte
        lane = lane + 1 === WIDTH_BITS ? 0 : lane + 1
      }
      length += chunk.byteLength
    },
    fork: () => createQuickXor({ lanes, length }),
    digest: () => digestOf(lanes, length),
  }
}

/** @returns base64 of the 20 bytes, as in Graph */
function digestOf(lanes: Uint8Array, length: number): string {
  const ring = Buffer.alloc(WIDTH_BITS / 8)
  for (const [lane, byte] of lanes.entries()) {
    const bit = (lane * SHIFT) % WIDTH_BITS
    const [place, offset] = [bit >> 3, bit & 7]
    const next = (place + 1) % ring.length
    ring[place] = (ring[place] ?? 0) ^ ((byte << offset) & 0xff)
    ring[next] = (ring[next] ?? 0) ^ (byte >> (8 - offset))
  }
  const tail = ring.length - 8
  ring.writeBigUInt64LE(ring.readBigUInt64LE(tail) ^ BigInt(length), tail)
  return ring.toString('base64')
}
