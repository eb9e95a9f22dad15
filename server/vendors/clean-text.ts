/**
 * What a reader cannot see but a program would read: control, zero-width, bidirectional and tag characters, soft hyphens, variation
 * selectors and other format characters (security checklist A14). Line breaks and tabs stay; joiners go too, since nothing is rendered.
 */
const invisible = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu

/** Stranger's text for the sorter: seen characters only, in one normal form, at most `max` characters long. */
export function cleanText(text: string, max: number): string {
  // Cut before the work, generously, and after it: a hostile megabyte must cost nothing.
  const seen = text
    .slice(0, max * 4)
    .replace(invisible, '')
    .normalize('NFKC')
  return cutAt(seen, max)
}

/** A subject or a name: one line, as written but for what cannot be seen. */
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

/** Not between the halves of a surrogate pair: a half is no text, and PostgreSQL refuses it. */
function cutAt(text: string, max: number): string {
  if (text.length <= max) return text
  const last = text.charCodeAt(max - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max)
}
