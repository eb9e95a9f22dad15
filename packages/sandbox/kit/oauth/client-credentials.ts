import { decodeOnce } from '../decode-once.ts'

/** The client id and secret of an `Authorization: Basic` header; null where there are none. */
export function basicCredentials(header: string | null): { id: string; secret: string } | null {
  const found = /^Basic\s+(.+)$/i.exec(header ?? '')?.[1]
  if (!found) return null
  const [id, ...rest] = Buffer.from(found, 'base64').toString('utf8').split(':')
  return { id: decode(id ?? ''), secret: decode(rest.join(':')) }
}

/** RFC 6749, section 2.3.1: id and secret are form-encoded inside the header. */
function decode(text: string): string {
  return decodeOnce(text.replaceAll('+', ' '))
}
