/** Bits of the ring, and the shift from one byte to the next. */
const bits = 160
const step = 11

/**
 * QuickXorHash, which OneDrive reports for every file
 * (learn.microsoft.com/onedrive/developer/code-snippets/quickxorhash): bytes are combined in a ring of 160 bits by
 * XOR, and the length in its last eight bytes. Base64.
 */
export async function quickXorHash(content: AsyncIterable<Uint8Array>): Promise<string> {
  // Bytes at a distance of 160 share a position in the ring.
  const lanes = new Uint8Array(bits)
  let length = 0
  for await (const part of content) {
    for (let at = 0, lane = length % bits; at < part.length; at += 1, lane = lane === bits - 1 ? 0 : lane + 1)
      lanes[lane] = (lanes[lane] ?? 0) ^ (part[at] ?? 0)
    length += part.length
  }
  const ring = Buffer.alloc(bits / 8)
  for (const [lane, byte] of lanes.entries()) {
    const bit = (lane * step) % bits
    const [place, shift] = [Math.floor(bit / 8), bit % 8]
    const spread = byte << shift
    ring[place] = (ring[place] ?? 0) ^ (spread & 255)
    const next = (place + 1) % ring.length
    ring[next] = (ring[next] ?? 0) ^ (spread >> 8)
  }
  const tail = ring.length - 8
  ring.writeBigUInt64LE(ring.readBigUInt64LE(tail) ^ BigInt(length), tail)
  return ring.toString('base64')
}
