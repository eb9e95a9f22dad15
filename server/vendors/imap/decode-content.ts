/** Removes a Content-Transfer-Encoding (RFC 2045) piece by piece. */
interface ContentDecoder {
  push(piece: Buffer): Buffer
  end(): Buffer
}

export function createContentDecoder(encoding: string): ContentDecoder {
  if (encoding === 'base64') return decoderOf(/[^A-Za-z0-9+/]/g, 4, (text) => Buffer.from(text, 'base64'))
  if (encoding === 'quoted-printable') return quotedPrintableDecoder()
  return { push: (piece) => piece, end: () => Buffer.alloc(0) }
}

/** Base64 whose pieces end anywhere. Padding is left out: parts that were put together may have it in between. */
function decoderOf(ignored: RegExp, unit: number, decode: (text: string) => Buffer): ContentDecoder {
  let rest = ''
  return {
    push(piece) {
      const text = rest + piece.toString('latin1').replace(ignored, '')
      const whole = text.length - (text.length % unit)
      rest = text.slice(whole)
      return decode(text.slice(0, whole))
    },
    end: () => decode(rest),
  }
}

function quotedPrintableDecoder(): ContentDecoder {
  let rest = ''
  const decode = (text: string): Buffer =>
    Buffer.from(
      text
        // Blanks at the end of a line were added on the way; a line break after `=` is none of the text.
        .replace(/[\t ]+(?=\r?\n)/g, '')
        .replace(/=\r?\n/g, '')
        .replace(/=([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    )
  return {
    push(piece) {
      const text = rest + piece.toString('latin1')
      // Up to the last line break: what follows may continue in the next piece. Lines have at most 76 characters.
      const end = Math.max(text.lastIndexOf('\n') + 1, text.length - 4096)
      const unfinished = /=[0-9A-Fa-f\r]?$/.exec(text.slice(0, end))
      const whole = end - (unfinished?.[0].length ?? 0)
      rest = text.slice(whole)
      return decode(text.slice(0, whole))
    },
    end: () => decode(rest),
  }
}

/** A text that may be cut anywhere, in the charset that the sender has named, or probably meant. */
export function decodeText(
  content: Buffer,
  { encoding, charset }: { encoding: string; charset: string | null },
): string {
  const decoder = createContentDecoder(encoding)
  const bytes = Buffer.concat([decoder.push(content), decoder.end()])
  for (const label of [charset?.trim() ?? 'utf-8', 'utf-8'])
    try {
      return new TextDecoder(label).decode(bytes)
    } catch {
      // Unknown to Node.
    }
  return ''
}
