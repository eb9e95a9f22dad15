import { fold } from './tokenize.ts'

/** A part of the instructions that says something about senders. */
export type Token =
  | { type: 'word'; text: string; isCapitalized: boolean }
  | SenderToken
  | { type: 'quote'; text: string }
  | { type: Separator }

export interface SenderToken {
  type: 'sender'
  kind: 'address' | 'domain'
  value: string
  /** "Nina Berg <nina@…>": the words before it are its display name. */
  isAngled: boolean
}

/** A dash stands for a colon, too. */
export type Separator = 'comma' | 'dash' | 'end' | 'open' | 'close'

const MAX_INDENT = 20
const TOKEN = /["“”„«»]([^"“”„«»\n]{1,100})["“”„«»]|[^\s,;:()<>[\]{}"“”„«»|]+|[,;:()\n]/gu

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].flatMap((match) => {
    const [whole, quoted] = match
    const tokens = quoted === undefined ? read(whole) : readQuote(quoted)
    // "nina@… -tom@…"; at the start of a line it is a bullet.
    if (/^-[^-]/.test(whole) && isInsideLine(text, match.index) && tokens[0]?.type === 'sender')
      return [word('not'), ...tokens]
    if (text[match.index - 1] === '<')
      return tokens.map((token) => (token.type === 'sender' ? { ...token, isAngled: true } : token))
    return tokens
  })
}

const isInsideLine = (text: string, at: number): boolean =>
  /\S/.test(text.slice(Math.max(0, at - MAX_INDENT), at).replace(/^[^]*\n/, ''))

function readQuote(quoted: string): Token[] {
  const sender = senderIn(quoted.trim(), true)
  if (sender) return [sender]
  const text = fold(quoted).replace(/\s+/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(text) ? [{ type: 'quote', text }] : []
}

const SEPARATORS: Readonly<Record<string, Separator>> = {
  ',': 'comma',
  '–': 'dash',
  '—': 'dash',
  '-': 'dash',
  ':': 'dash',
  ';': 'end',
  '\n': 'end',
  '(': 'open',
  ')': 'close',
}

/** "e.g.", "z.B.", "p.ej.": no end of a sentence. */
const ABBREVIATION = /^(?:\p{L}{1,2}\.){2,3}$/u

function read(chunk: string): Token[] {
  const separator = SEPARATORS[chunk]
  if (separator) return [{ type: separator }]
  if (ABBREVIATION.test(chunk)) return []
  const isEnd = /[.!?…]['’*_]?$/.test(chunk)
  const bare = chunk.slice(leadingLength(chunk), chunk.length - trailingLength(chunk))
  return [...readWord(bare), ...(isEnd ? [{ type: 'end' } as const] : [])]
}

/** Loops instead of patterns: a pattern at the end of a long run of punctuation takes quadratic time. */
const LEADING = /[^\p{L}\p{N}@]/u
const TRAILING = /[^\p{L}\p{N}]/u
function leadingLength(chunk: string): number {
  let length = 0
  while (length < chunk.length && LEADING.test(chunk.charAt(length)) && !isSurrogate(chunk, length)) length++
  return length
}
function trailingLength(chunk: string): number {
  let length = 0
  while (length < chunk.length && isTrailing(chunk, chunk.length - 1 - length)) length++
  return length
}
const isTrailing = (chunk: string, at: number): boolean =>
  TRAILING.test(chunk.charAt(at)) && !isSurrogate(chunk, at) && !/\p{M}/u.test(chunk.charAt(at))
const isSurrogate = (chunk: string, at: number): boolean => (chunk.charCodeAt(at) & 0xf800) === 0xd800

const ELIDED = /^(?:[dlcjmnst]|qu)['’](?=.)/i
/** "Cc’d". */
const CONTRACTED_VERB = /[^@]['’]d$/i
const CONTRACTED_NOT = /n['’]t$/i

function readWord(chunk: string): Token[] {
  if (chunk === '') return []
  if (CONTRACTED_NOT.test(chunk)) return [word('not')]
  if (CONTRACTED_VERB.test(chunk)) return readWord(chunk.slice(0, -2))
  const elided = ELIDED.exec(chunk)?.[0]
  if (elided) return [word(elided.slice(0, -1)), ...partsOf(chunk.slice(elided.length))]
  return partsOf(chunk)
}

function partsOf(chunk: string): Token[] {
  // "nina@firm.example's invoices": some of the sender's email.
  if (chunk.includes('@') && /['’]s$/i.test(chunk)) return [...partsOf(chunk.slice(0, -2)), word('about')]
  const addresses = chunk.split('/')
  if (addresses.length > 1 && addresses.every((one) => one.includes('@'))) return addresses.flatMap(partsOf)
  const sender = senderIn(chunk, false)
  if (sender) return [sender]
  // A missing space after a sentence: "invoices.Also".
  const parts = chunk.split(/[./+&]|['’]s$/).filter((part) => part !== '')
  return parts.map(word)
}

function word(text: string): Token {
  return { type: 'word', text: fold(text), isCapitalized: /^\p{Lu}/u.test(text) }
}

const ADDRESS = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,59})$/
/** Without "@", a name is a domain only with an ending that no file and no abbreviation has. */
const LIKELY_ENDING =
  /\.(?:com|net|org|edu|gov|info|biz|app|dev|shop|store|online|cloud|club|email|news|bank|example|test|[a-z]{2})$/
/** Registrars sell names below these: they are no sender's domain. */
const PUBLIC_SUFFIX = /^(?:co\.(?:uk|nz|jp)|org\.uk|com\.(?:au|br))$/
/** Files, and abbreviations such as "tel.nr". */
const OTHER_ENDING = /\.(?:js|ts|md|py|rb|cs|gz|ps|ai|db|so|nr)$/

function senderIn(chunk: string, isQuoted: boolean): Token | null {
  const text = chunk.replace(/^(?:mailto:)?/i, '').replace(/^[dl]['’](?=[^@]*@)/i, '')
  const at = text.lastIndexOf('@')
  if (at < 0) return domainToken(text, !isQuoted || !text.includes(' '))
  const local = text.slice(0, at).toLowerCase()
  const domain = hostOf(text.slice(at + 1))
  if (domain === null) return null
  if (local === '' || local === '*') return senderToken('domain', domain)
  return ADDRESS.test(local) ? senderToken('address', `${local}@${domain}`) : null
}

function domainToken(text: string, may: boolean): Token | null {
  if (!may || !text.includes('.')) return null
  // "invoices.Also" is a missing space.
  if (/[^\p{Lu}]\.\p{Lu}\p{Ll}/u.test(text)) return null
  const host = hostOf(text.replace(/^(?:www|\*)\./i, ''))
  const isLikely = host !== null && LIKELY_ENDING.test(host) && !OTHER_ENDING.test(host)
  // Abbreviations have labels of one letter: "p.ej".
  const hasName = host !== null && (/[a-z0-9-]{2,}\./.test(host) || !/\.[a-z]{2}$/.test(host))
  return isLikely && hasName ? senderToken('domain', host) : null
}

const senderToken = (kind: SenderToken['kind'], value: string): SenderToken => ({
  type: 'sender',
  kind,
  value,
  isAngled: false,
})

function hostOf(text: string): string | null {
  const lower = text.toLowerCase()
  if (lower.length > 253) return null
  const host = /^[\p{L}\p{M}\p{N}.-]+$/u.test(lower) && /\P{ASCII}/u.test(lower) ? punycode(lower) : lower
  return DOMAIN.test(host) && !PUBLIC_SUFFIX.test(host) ? host : null
}

const punycode = (domain: string): string => URL.parse(`https://${domain}`)?.hostname ?? ''
