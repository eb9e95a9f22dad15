/** What nobody sees but a program would read: control, zero-width, bidirectional, tag and private characters, halves of characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** No store takes all of these; to some they are a way into another folder. */
const forbidden = /[/\\:*?"<>|]/g
/** Names that Windows keeps for devices, whatever follows a dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i
/** Files that desktops keep for themselves, which Dropbox and OneDrive therefore refuse. */
const kept = /^(?:desktop\.ini|thumbs\.db|\.lock)$/i

export const nameMost = 120
const nameMostBytes = 200

/**
 * A name that a stranger wrote, as one segment of a path that Dropbox, Google Drive and OneDrive take alike (checklist F3): never empty,
 * never a way up, at most `most` characters and 200 bytes of UTF-8, its ending kept. Cleaning it again changes nothing.
 */
export function cleanName(name: string, { fallback = 'attachment', most = nameMost } = {}): string {
  const seen = name
    .slice(0, 4000)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .replace(forbidden, '_')
    // OneDrive refuses it anywhere in a name.
    .replace(/_vti_/gi, (found) => `${found.slice(0, -1)}-`)
    .normalize('NFC')
  const { stem, ending } = partsOf(trimEnd(seen))
  const trimmed = trimEnd(stem.replace(/^[ ~.]+/, '')) || fallback
  return cut(isReserved(trimmed, ending) ? `_${trimmed}` : trimmed, ending, most)
}

/** An ending is short and of letters and digits; what follows the last dot of "a report of 3.4 million" is none. */
function partsOf(name: string): { stem: string; ending: string } {
  const ending = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? ''
  return { stem: name.slice(0, name.length - ending.length), ending }
}

const trimEnd = (text: string): string => text.replace(/[ .]+$/, '')

const isReserved = (stem: string, ending: string): boolean =>
  devices.test(stem.split('.')[0]?.trim() ?? '') || kept.test(`${stem}${ending}`)

/** Never through a character. */
function cut(stem: string, ending: string, most: number): string {
  let room = most - ending.length
  let bytes = nameMostBytes - Buffer.byteLength(ending)
  let taken = ''
  for (const character of stem) {
    room -= character.length
    bytes -= Buffer.byteLength(character)
    if (room < 0 || bytes < 0) return `${trimEnd(taken)}${ending}`
    taken += character
  }
  return `${taken}${ending}`
}
