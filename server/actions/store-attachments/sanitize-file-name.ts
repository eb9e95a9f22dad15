import { removeInvisible } from '../../../contract/clean-text.ts'

/** Characters of a file's name that are read before it is sanitized. */
const untrustedFileNameMaxLength = 4000

/** Not accepted by all services; some of them lead into another folder. */
const forbiddenCharacters = /[/\\:*?"<>|]/g
/** Device names that Windows reserves, with any extension. */
const windowsDeviceNames = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i
/** System files of desktops, which Dropbox and OneDrive refuse. */
const reservedByDesktops = /^(?:desktop\.ini|thumbs\.db|\.lock)$/i

export const fileNameMaxLength = 120
const fileNameMaxBytes = 200

/**
 * Turns an untrusted name into one path segment that Dropbox, Google Drive and OneDrive all accept: not empty, no
 * path traversal, at most `most` characters and 200 bytes of UTF-8, extension kept. Idempotent.
 * @param keepsBlanks the name of a folder that may exist: the user's own blanks are part of it
 */
export function sanitizeFileName(
  name: string,
  { fallback = 'attachment', most = fileNameMaxLength, keepsBlanks = false } = {},
): string {
  const oneLine = name.slice(0, untrustedFileNameMaxLength).normalize('NFC').replace(/\s/gu, ' ')
  const visible = removeInvisible(oneLine).replace(/\p{Cn}/gu, '')
  const seen = (keepsBlanks ? visible : visible.replace(/ {2,}/g, ' '))
    .replace(forbiddenCharacters, '_')
    // OneDrive refuses this anywhere in a name.
    .replace(/_vti_/gi, (found) => `${found.slice(0, -1)}-`)
    .normalize('NFC')
  const { stem, ending } = splitExtension(trimEnd(seen))
  const trimmed = trimEnd(stem.replace(/^[ ~.]+/, '')) || fallback
  const whole = isReserved(trimmed, ending) ? `_${trimmed}` : trimmed
  const short = truncateName(whole, ending, most)
  // The cut can leave another extension, with a space before it.
  return short.length < whole.length + ending.length ? sanitizeFileName(short, { fallback, most, keepsBlanks }) : short
}

/** An extension is short and consists of letters and digits: "a report of 3.4 million" has none. */
function splitExtension(name: string): { stem: string; ending: string } {
  const ending = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

const trimEnd = (text: string): string => text.replace(/[ .]+$/, '')

const isReserved = (stem: string, ending: string): boolean =>
  windowsDeviceNames.test(stem.split('.')[0]?.trim() ?? '') || reservedByDesktops.test(`${stem}${ending}`)

/** Never cuts inside a character. */
function truncateName(stem: string, ending: string, most: number): string {
  let remaining = most - ending.length
  let bytes = fileNameMaxBytes - Buffer.byteLength(ending)
  let taken = ''
  for (const character of stem) {
    remaining -= character.length
    bytes -= Buffer.byteLength(character)
    if (remaining < 0 || bytes < 0) return `${trimEnd(taken)}${ending}`
    taken += character
  }
  return `${taken}${ending}`
}
