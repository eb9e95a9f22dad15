/** FNV-1a over UTF-16 code units. */
export const HASH_START = 0x811c9dc5

export function hashStep(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** Finaliser of MurmurHash3: FNV leaves the low bits of short words weak. Signed 32-bit integers stay unboxed in V8. */
export function hashEnd(hash: number): number {
  let h = hash ^ (hash >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}

export function hashText(text: string, salt = 0): number {
  let h = HASH_START ^ salt
  for (let i = 0; i < text.length; i++) h = hashStep(h, text.charCodeAt(i))
  return hashEnd(h)
}

export function mix(a: number, b: number): number {
  return hashEnd(Math.imul(a, 0x9e3779b1) ^ b)
}
