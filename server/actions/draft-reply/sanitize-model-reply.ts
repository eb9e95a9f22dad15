import { cleanText } from '../../../contract/clean-text.ts'

const replyMaxLength = 6000

/**
 * What mail programs turn into a link: an address with a scheme, `www.`, a network share, or a host with or without a
 * path, in any script and with any dot that browsers accept.
 */
const link = new RegExp(
  [
    String.raw`(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|www\.|\\\\)[^\s<>"'\x60]{1,2000}|`,
    String.raw`(?<![\p{L}\p{M}\p{N}@._-])`,
    String.raw`(?:(?:[\p{L}\p{M}\p{N}-]{1,63}\.){1,8}(?:[\p{L}\p{M}]{2,24}|xn--[a-z0-9-]{1,59})|`,
    String.raw`(?:[a-z0-9-]{1,63}[.\u3002]){1,8}[a-z]{2,24})`,
    String.raw`(?:[/?#:][^\s<>"'\x60]{0,2000})?(?![\p{L}\p{M}\p{N}_@-])`,
  ].join(''),
  'giu',
)
const trailing = /[.,;:!?)\]}*_]+$/

const linksIn = (text: string): Set<string> =>
  new Set([...text.matchAll(link)].map(([found]) => found.replace(trailing, '').toLowerCase()))

/** Removes links that do not occur in the source, so that a manipulated model cannot add one. */
export function removeForeignLinks(text: string, source: string): string {
  const allowed = linksIn(source)
  return text.replace(link, (found) => {
    const bare = found.replace(trailing, '')
    return allowed.has(bare.toLowerCase()) || isNoHost(bare) ? found : found.slice(bare.length)
  })
}

/** "end.Next": two sentences without a space look like a host. Kept unless it ends in a common top-level domain. */
const isNoHost = (text: string): boolean =>
  /^\p{L}+\.\p{Lu}\p{Ll}+$/u.test(text) &&
  !/\.(?:app|biz|click|cn|com|dev|eu|fr|info|io|net|nl|org|ru|uk|xyz)$/i.test(text)

/**
 * Reduces a model's answer to plain text: no HTML, Markdown, images or invisible characters, and no links other than
 * those of the source.
 * @param source the conversation and the user's instructions
 */
export function sanitizeModelReply(answer: string, source: string): string {
  const text = cleanText(answer, replyMaxLength)
    .replace(/!\[([^\]\n]{0,300})\]\([^)\n]{0,2000}\)/g, '')
    .replace(/!\[([^\]\n]{0,300})\](?: ?\[[^\]\n]{0,300}\])?/g, '')
    .replace(/^ {0,3}\[[^\]\n]{1,300}\]: {0,4}<?\S{1,2000}>?(?: {1,4}["'(][^\n]{0,300})?$/gm, '')
    .replace(/\[([^\]\n]{1,300})\] ?\[[^\]\n]{0,300}\]/g, '$1')
    .replace(/\[([^\]\n]{1,300})\]\(([^)\n]{0,2000})\)/g, '$1 $2')
    .replace(/<\/?[a-z!][^>\n]{0,2000}>/gi, '')
    .replace(/^```[a-z]*$|^#{1,6} /gim, '')
    .replace(/(\*\*|__)([^*_\n]{1,500})\1/g, '$2')
  return removeForeignLinks(text, source)
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
