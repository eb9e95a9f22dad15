import { cleanText } from '../../vendors/clean-text.ts'

/**
 * Addresses that a mail program would make a link of: with a scheme, `www.`, a share of a network, or a host with a path or on its own, in any
 * script and with any dot that browsers take for one.
 */
const link =
  /(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|www\.|\\\\)[^\s<>"'`]{1,2000}|(?<![\p{L}\p{M}\p{N}@._-])(?:(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{1,59})|(?:[a-z0-9-]{1,63}[.\u3002]){1,8}[a-z]{2,24})(?:[/?#:][^\s<>"'`]{0,2000})?(?![\p{L}\p{M}\p{N}_@-])/giu
const trailing = /[.,;:!?)\]}*_]+$/

const linksIn = (text: string): Set<string> =>
  new Set([...text.matchAll(link)].map(([found]) => found.replace(trailing, '').toLowerCase()))

/** Leaves only those links that stand in the source, letter for letter (checklist A10). */
export function withoutForeignLinks(text: string, source: string): string {
  const allowed = linksIn(source)
  return text.replace(link, (found) => {
    const bare = found.replace(trailing, '')
    return allowed.has(bare.toLowerCase()) || isNoHost(bare) ? found : found.slice(bare.length)
  })
}

/** Two sentences without a space between them look like a host, and are none that anybody would link but for the most usual endings. */
const isNoHost = (text: string): boolean =>
  /^\p{L}+\.\p{Lu}\p{Ll}+$/u.test(text) &&
  !/\.(?:app|biz|click|cn|com|dev|eu|fr|info|io|net|nl|org|ru|uk|xyz)$/i.test(text)

const longest = 6000

/**
 * A model's answer as the plain text of a mail: no HTML, no markdown, no images, no invisible characters, no links but those of the source.
 * @param source the thread and the person's own instructions
 */
export function plainReply(answer: string, source: string): string {
  const words = cleanText(answer, longest)
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '')
    .replace(/\[([^\]\n]{1,300})\]\(([^)\n]{0,2000})\)/g, '$1 $2')
    .replace(/<\/?[a-z!][^>\n]{0,2000}>/gi, '')
    .replace(/^```[a-z]*$|^#{1,6} /gim, '')
    .replace(/(\*\*|__)([^*_\n]{1,500})\1/g, '$2')
  return withoutForeignLinks(words, source)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
