/**
 * The same bytes in pieces of `size` each, the last one smaller; services take upload sessions in steps of their own. Holds one piece at
 * a time.
 */
export async function* chunksOf(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = []
  let held = 0
  for await (const part of content) {
    let rest = part
    while (held + rest.byteLength >= size) {
      const taken = size - held
      yield Buffer.concat([...parts, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      parts = []
      held = 0
    }
    if (rest.byteLength > 0) parts.push(rest)
    held += rest.byteLength
  }
  if (held > 0) yield Buffer.concat(parts)
}

/** All of it at once: only for what is known to be small. */
export async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
