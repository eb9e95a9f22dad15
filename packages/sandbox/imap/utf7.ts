/** Modified UTF-7 of folder names (RFC 3501, 5.1.3). */
export function encodeUtf7(text: string): string {
  return text.replaceAll(/&|[^\x20-\x7e]+/g, (part) => {
    if (part === '&') return '&-'
    const bytes = Buffer.from(part, 'utf16le').swap16()
    return `&${bytes.toString('base64').replaceAll('/', ',').replace(/=+$/, '')}-`
  })
}

/** @returns null where it is no modified UTF-7 */
export function decodeUtf7(text: string): string | null {
  if (/[^\x20-\x7e]/.test(text)) return null
  const decoded = text.replaceAll(/&([^-]*)-/g, (_whole, base64: string) => {
    if (base64 === '') return '&'
    const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64')
    return bytes.length % 2 === 0 ? bytes.swap16().toString('utf16le') : '\uFFFD'
  })
  return encodeUtf7(decoded) === text ? decoded : null
}
