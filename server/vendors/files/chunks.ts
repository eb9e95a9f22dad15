/** Splits a stream into chunks of `size` bytes, the last one smaller. Buffers one chunk at a time. */
export async function* splitIntoChunks(
  content: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array[] = []
  let buffered = 0
  for await (const part of content) {
    let rest = part
    while (buffered + rest.byteLength >= size) {
      const missing = size - buffered
      yield Buffer.concat([...parts, rest.subarray(0, missing)])
      rest = rest.subarray(missing)
      parts = []
      buffered = 0
    }
    if (rest.byteLength > 0) parts.push(rest)
    buffered += rest.byteLength
  }
  if (buffered > 0) yield Buffer.concat(parts)
}

/** Reads a whole stream into memory: only for small content. */
export async function readAll(content: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
