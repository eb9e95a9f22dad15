/** The limit of Dovecot (`mail_max_keyword_length`). */
const keywordMaxLength = 50

/** Programs read these as their own: such a folder must not mark email as spam, or as forwarded. */
const programKeywords = /^(?:junk|nonjunk|notjunk|forwarded|redirected|mdnsent|deleted|draft)$/i

/**
 * A keyword named like a folder. It has to be an atom (RFC 9051, section 9) without the beginnings of system flags:
 * letters with marks are written without them, other scripts in modified UTF-7, everything else as `_`.
 */
export function keywordOf(name: string): string {
  const characters = [...name.normalize('NFKD').replace(/\p{M}/gu, '')]
  let keyword = encode(characters)
  for (let length = characters.length; keyword.length > keywordMaxLength; length--)
    keyword = encode(characters.slice(0, length))
  return keyword === '' || programKeywords.test(keyword) ? `${keyword}_` : keyword
}

const encode = (characters: readonly string[]): string =>
  characters
    .join('')
    .replace(/[^A-Za-z0-9_.\p{L}\p{N}-]+/gu, '_')
    .replace(/[^A-Za-z0-9_.-]+/g, (text) => `&${utf16(text)}-`)

/** Modified base64 (RFC 3501, section 5.1.3); `,` is no special character of an atom. */
const utf16 = (text: string): string =>
  Buffer.from(text, 'utf16le').swap16().toString('base64').replaceAll('/', ',').replace(/=+$/, '')
