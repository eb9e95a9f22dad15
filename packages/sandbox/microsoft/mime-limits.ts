/**
 * What is checked before a message is parsed. Exchange has such limits, too
 * (https://learn.microsoft.com/previous-versions/office/exchange-server-api/aa581173(v=exchg.150)). Here they bound the
 * time: the parser takes microseconds for each line and for each address, whatever their length.
 */
const headerMaxBytes = 256 * 1024
/** Addresses, parameters and comments of all headers. Exchange Online accepts 1,000 recipients. */
const headerMaxSeparators = 2000
/** Lines of a short message, and of a long one: encoded parts have lines of 76 characters (RFC 2045). */
const shortMaxLines = 12_000
const longMaxLines = (bytes: number): number => 3000 + bytes / 72

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** The bytes up to the first empty line, and those after it. */
export function splitHeader(bytes: Uint8Array): { header: Uint8Array; body: Uint8Array } {
  let lineStart = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, lineStart)) {
    const isEmpty = at === lineStart || (at === lineStart + 1 && bytes[lineStart] === carriageReturn)
    if (isEmpty) return { header: bytes.subarray(0, lineStart), body: bytes.subarray(at + 1) }
    lineStart = at + 1
  }
  return { header: bytes, body: bytes.subarray(bytes.length) }
}

export function isHeaderOverLimit(header: Uint8Array): boolean {
  return header.length > headerMaxBytes || countOf(header, [...',;:(<'].map(codeOf)) > headerMaxSeparators
}

/** Whether most lines of the body are shorter than those of an encoded part, and are many. */
export const hasTooManyLines = (body: Uint8Array): boolean =>
  countOf(body, [lineFeed]) > Math.max(shortMaxLines, longMaxLines(body.length))

const codeOf = (character: string): number => character.charCodeAt(0)

function countOf(bytes: Uint8Array, counted: readonly number[]): number {
  return counted.reduce((count, byte) => count + bytes.reduce((found, one) => (one === byte ? found + 1 : found), 0), 0)
}
