/** Bits of the ring, and by how many each byte stands further than the one before. */
const bits = 160
const step = 11

/**
 * QuickXorHash, the sum that OneDrive tells of every file (learn.microsoft.com/onedrive/developer/code-snippets/quickxorhash): each byte is
 * put into a ring of 160 bits by exclusive or, and the length into its last eight bytes. Base64.
 */
export async function quickXor(content: AsyncIterable<Uint8Array>): Promise<string> {
  // Bytes that are 160 apart come to stand at the same place of the ring.
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
