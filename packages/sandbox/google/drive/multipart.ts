import { badRequest } from './errors.ts'

type Part = { contentType: string | null; bytes: Buffer }

/** Metadata and content. */
const mostParts = 2

/**
 * The parts of multipart/related (RFC 2046, section 5.1; RFC 2387).
 * @throws DriveError where the type has no boundary, the body is malformed, or it has more than two parts
 */
export function readParts(contentType: string, body: Buffer): Part[] {
  const found = /^multipart\/related\s*;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw badRequest('Missing or malformed multipart boundary.')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first delimiter may be at the start of the body, without a line break before it.
  const whole = Buffer.concat([Buffer.from('\r\n'), body])
  const parts: Part[] = []
  let from = whole.indexOf(delimiter)
  while (from >= 0) {
    const start = from + delimiter.length
    if (whole.subarray(start, start + 2).toString('latin1') === '--') return parts
    const end = whole.indexOf(delimiter, start)
    if (end < 0) break
    if (parts.length === mostParts) throw badRequest('A multipart upload has two parts.')
    parts.push(readPart(whole.subarray(start, end)))
    from = end
  }
  throw badRequest('Malformed multipart body.')
}

function readPart(bytes: Buffer): Part {
  const lineEnd = bytes.indexOf('\r\n')
  const headEnd = bytes.indexOf('\r\n\r\n', lineEnd)
  if (lineEnd < 0 || headEnd < 0) throw badRequest('Malformed multipart body.')
  const head = bytes.subarray(lineEnd, headEnd).toString('latin1')
  const header = (name: string) => new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(head)?.[1] ?? null
  const content = bytes.subarray(headEnd + 4)
  const isBase64 = header('content-transfer-encoding')?.toLowerCase() === 'base64'
  return {
    contentType: header('content-type'),
    bytes: isBase64 ? Buffer.from(content.toString('latin1'), 'base64') : content,
  }
}
