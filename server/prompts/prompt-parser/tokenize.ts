import { fileGroups } from './file-groups.ts'

/** A piece of a prompt: a word, quoted text, a path, an address, a number or a divider. */
export interface Token {
  kind: 'word' | 'quoted' | 'path' | 'address' | 'number' | 'divider'
  /** As written, without its quotes. */
  text: string
  /** For comparison: lower case, no accents. */
  normalized: string
  /** Position in the prompt, in UTF-16 code units. */
  start: number
  end: number
}

/** Lower case, without accents; `ß` becomes `ss`. */
export const normalizeToken = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')

const quotes: [open: string, close: string][] = [
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['«', '»'],
  ['‘', '’'],
  ['`', '`'],
]
/**
 * Each alternative is a bounded run over one class of characters, so that no input causes catastrophic backtracking.
 */
const tokenPattern = new RegExp(
  [
    String.raw`(?<address>[\w.+-]{1,64}@[\w.-]{1,190}|` +
      String.raw`(?<![\w.-])(?:[a-z0-9-]{1,60}\.){1,3}[a-z]{2,10}(?![\w.-]{0,60}[\w/@]))`,
    String.raw`(?<number>\d{1,9}(?:[.,]\d{1,3})?(?![\p{L}\p{N}_/{]))`,
    String.raw`(?<size>\d{1,9}(?=[kKmMgG][bBoO]?\b))`,
    String.raw`(?<path>(?:[\p{L}\p{N}_.'’&+-]|\{[^{}\s]{1,40}\}){0,120}` +
      String.raw`\/(?:[\p{L}\p{N}_.'’&+/-]|\{[^{}\s]{1,40}\})*|\{[^{}\s]{1,40}\})`,
    String.raw`(?<word>[\p{L}\p{N}]+(?:['’]\p{L}+)?)`,
    String.raw`(?<divider>[.,;:!?\n()]|->|→|>|<)`,
  ].join('|'),
  'gu',
)

/** French words that are elided before a vowel: "l'expéditeur", "d'EDF". */
const elided = new Set(['l', 'd', 'n', 's', 'j', 'm', 't', 'c', 'qu'])

/** Splits a prompt into tokens, in one pass. */
export function tokenize(prompt: string): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const quoted of findQuotedTexts(prompt)) {
    tokens.push(...tokenizeUnquoted(prompt, from, quoted.start), quoted)
    from = quoted.end
  }
  tokens.push(...tokenizeUnquoted(prompt, from, prompt.length))
  return tokens
}

const quotedMaxLength = 100

function findQuotedTexts(prompt: string): Token[] {
  const found: Token[] = []
  for (let at = 0; at < prompt.length; at++) {
    const ends = quotes
      .filter(([open]) => open === prompt[at])
      .map(([, close]) => prompt.slice(at + 1, at + 2 + quotedMaxLength).indexOf(close))
    const length = ends.filter((end) => end > 0).toSorted((a, b) => a - b)[0]
    if (length === undefined) continue
    // A stored plan contains no control characters.
    const text = prompt
      .slice(at + 1, at + 1 + length)
      .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
      .trim()
    const end = at + length + 2
    if (text !== '') found.push({ kind: 'quoted', text, normalized: normalizeToken(text), start: at, end })
    at = end - 1
  }
  return found
}

function tokenizeUnquoted(prompt: string, from: number, to: number): Token[] {
  const tokens: Token[] = []
  for (const { 0: text, index, groups = {} } of prompt.slice(from, to).matchAll(tokenPattern)) {
    const start = from + index
    const token = (kind: Token['kind'], shown: string, at = start): Token => ({
      kind,
      text: shown,
      normalized: normalizeToken(shown),
      start: at,
      end: at + shown.length,
    })
    /** A trailing full stop or comma belongs to the sentence. */
    const ended = (kind: Token['kind']): Token[] => {
      const shown = text.replace(/[.,]$/, '')
      const rest = text.slice(shown.length)
      return [token(kind, shown), ...(rest === '' ? [] : [token('divider', rest, start + shown.length)])]
    }
    if (groups['address'] && !isFileName(text)) tokens.push(...ended('address'))
    else if (groups['number'] || groups['size']) tokens.push(token('number', text))
    else if (groups['path']) tokens.push(...ended('path'))
    else if (groups['divider']) tokens.push(token('divider', text))
    else tokens.push(...splitElision(text.replace(/\.[a-z0-9]+$/, ''), token, start))
  }
  return tokens
}

/** "invoice.pdf" looks like a domain name. */
const isFileName = (text: string): boolean =>
  !text.includes('@') && fileExtensions.has(text.slice(text.lastIndexOf('.') + 1).toLowerCase())
const fileExtensions = new Set<string>(Object.values(fileGroups).flat())

function splitElision(
  text: string,
  token: (kind: 'word', shown: string, at?: number) => Token,
  start: number,
): Token[] {
  const cut = text.search(/['’]/)
  if (cut < 0) return [token('word', text)]
  const [before, after] = [text.slice(0, cut), text.slice(cut + 1)]
  if (elided.has(normalizeToken(before))) return [token('word', before), token('word', after, start + cut + 1)]
  // "sender's" becomes "sender"; "don't" stays one word.
  const whole = token('word', text)
  return [{ ...whole, normalized: normalizeToken(after === 's' ? before : before + after) }]
}
