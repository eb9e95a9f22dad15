import { cleanLine } from '../../contract/clean-text.ts'

/** Characters of a subject or a name. */
export const digestTextMaxLength = 100

/** After these characters clients recognize addresses: https://…, www.…, name@…. */
const linkCharacters = /[./:@](?=\S)/g

/**
 * A subject or a name as one line of limited length. Email clients turn addresses in a text into links, also those that
 * a stranger wrote into a subject. With a zero-width non-joiner (U+200C) a text is no address to them.
 */
export function untrustedLine(text: string): string {
  const line = cleanLine(text, digestTextMaxLength + 1)
  const cut = line.length > digestTextMaxLength ? `${cleanLine(line, digestTextMaxLength - 1)}…` : line
  return cut.replace(linkCharacters, '$&\u200c')
}
