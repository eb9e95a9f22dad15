/** Their letters change shape, or join, at a joiner or non-joiner between them. */
const joiningScripts = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu']
  .concat(['Knda', 'Mlym', 'Sinh', 'Tibt', 'Mymr', 'Khmr'])
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const tag = String.raw`[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`

/**
 * Characters without a shape of their own that change what the reader sees: joiners in words and between emoji,
 * variation selectors, and the tags of a regional flag. Each only directly after what it changes, so that it hides
 * nothing.
 */
const meaningful = [
  `[\\u200C\\u200D](?<=[[\\p{L}\\p{M}]&&[${joiningScripts}]].)`,
  String.raw`\u200D(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?\u200D)(?=\p{Extended_Pictographic})`,
  String.raw`[\uFE0E\uFE0F](?<=[\p{Emoji}--\p{ASCII}].)`,
  String.raw`\uFE0F(?<=[0-9#*]\uFE0F)(?=\u20E3)`,
  String.raw`[\uFE00-\uFE02\u{E0100}-\u{E01EF}](?<=\p{scx=Hani}.)`,
  String.raw`[\u180B-\u180D\u180F](?<=\p{scx=Mong}.)`,
  String.raw`${tag}(?<=\u{1F3F4}${tag})`,
]
/**
 * Characters that a reader cannot see but a model would read: control, zero-width, bidirectional and tag characters,
 * soft hyphens and other format characters. Line breaks and tabs are kept.
 */
const invisible = String.raw`[[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]--[\n\r\t]]`
const meaningfulOrInvisible = new RegExp(`(${meaningful.join('|')})|${invisible}`, 'gv')
const meaningfulOrBlank = new RegExp(String.raw`(${meaningful.join('|')})|[\p{C}\s]+`, 'gv')

/** Removes what no reader sees, and keeps what belongs to an emoji or a word: "👩‍💻", "می‌خواهم". */
export const removeInvisible = (text: string): string =>
  text.replace(meaningfulOrInvisible, (_character, kept: string | undefined) => kept ?? '')

/** Text on one line: blanks, line breaks and what no reader sees become one blank. */
export const toOneLine = (text: string): string =>
  text.replace(meaningfulOrBlank, (_character, kept: string | undefined) => kept ?? ' ').trim()

/** Cleans untrusted text: removes invisible characters, normalizes to NFKC and cuts to `max` characters. */
export function cleanText(text: string, max: number): string {
  // Cut before cleaning, too, so that a text of a megabyte costs nothing.
  return cutVisible(removeInvisible(text.slice(0, max * 4)).normalize('NFKC'), max)
}

/**
 * Cleans a subject or a name: one line without invisible characters, not normalized. What is compared with it has to be
 * cleaned, too.
 */
export function cleanLine(text: string, max: number): string {
  return cutVisible(
    removeInvisible(text.slice(0, max * 4))
      .replace(/\s+/gu, ' ')
      .trim(),
    max,
  )
}

/** What joined the last character to one that is cut off has lost its meaning. */
const cutVisible = (text: string, max: number): string =>
  text.length <= max ? text : removeInvisible(cutAt(text, max))

/** Does not split a surrogate pair: PostgreSQL rejects half of one. */
export function cutAt(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
