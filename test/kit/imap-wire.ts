interface Part {
  bytes: Buffer
  /** The text of a line that begins a command or a response; null for literals and what follows one. */
  begins: string | null
}

/** Splits one direction of an IMAP connection (RFC 9051, 4) into lines and literals, as they arrive. */
export function imapSplitter(): (chunk: Buffer) => Part[] {
  let rest = Buffer.alloc(0)
  let literal = 0
  let isStart = true
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const parts: Part[] = []
    for (;;) {
      const end = literal > 0 ? Math.min(literal, rest.length) : rest.indexOf('\n') + 1
      if (end === 0) return parts
      const bytes = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (literal > 0) {
        literal -= end
        parts.push({ bytes, begins: null })
        continue
      }
      const line = bytes.toString('latin1').trimEnd()
      parts.push({ bytes, begins: isStart ? line : null })
      literal = Number(/\{(\d+)\+?\}$/.exec(line)?.[1] ?? 0)
      isStart = literal === 0 && !line.endsWith('{0}') && !line.endsWith('{0+}')
    }
  }
}
