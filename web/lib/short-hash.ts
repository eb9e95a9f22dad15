/** 32 bits as hexadecimal digits, by FNV-1a (https://datatracker.ietf.org/doc/draft-eastlake-fnv/). Not for secrets. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(16)
}
