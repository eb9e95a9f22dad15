/**
 * Characters that a reader cannot see but a model would read: control, zero-width, bidirectional and tag characters,
 * soft hyphens, variation selectors and other format characters. Line breaks and tabs are kept.
 */
const invisible = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Cleans untrusted text: removes invisible characters, normalizes to NFKC and cuts to `max` characters. */
export function cleanText(text: string, max: number): string {
  // Cut before cleaning, too, so that a text of a megabyte costs nothing.
  const cleaned = text
    .slice(0, max * 4)
    .replace(invisible, '')
    .normalize('NFKC')
  return cutAt(cleaned, max)
}

/** Cleans a subject or a name: one line without invisible characters, not normalized. */
export function cleanLine(text: string, max: number): string {
  return cutAt(
    text
      .slice(0, max * 4)
      .replace(invisible, '')
      .replace(/\s+/gu, ' ')
      .trim(),
    max,
  )
}

/** Does not split a surrogate pair: PostgreSQL rejects half of one. */
export function cutAt(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
