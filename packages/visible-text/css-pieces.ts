const closers: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Without comments; one that is not closed takes the rest along (CSS Syntax 3, 4.3.2). */
export function withoutComments(css: string): string {
  const parts: string[] = []
  let at = 0
  while (at < css.length) {
    const start = css.indexOf('/*', at)
    if (start === -1) break
    parts.push(css.slice(at, start))
    const end = css.indexOf('*/', start + 2)
    at = end === -1 ? css.length : end + 2
  }
  return [...parts, css.slice(at)].join('')
}

/** Where the first of these characters stands, outside of strings, addresses and brackets; the end where there is none. */
export function endOf(css: string, from: number, stops: string): number {
  const awaited: string[] = []
  for (let at = from; at < css.length; at += 1) {
    const char = css.charAt(at)
    if (awaited.length === 0 && stops.includes(char)) return at
    if (char === '\\') at += 1
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '(' && isAddress(css, at)) at = endOfAddress(css, at)
    else if (char === awaited.at(-1)) awaited.pop()
    else if (closers[char] !== undefined) awaited.push(closers[char])
  }
  return css.length
}

export function piecesOf(css: string, separator: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at <= css.length; ) {
    const end = endOf(css, at, separator)
    pieces.push(css.slice(at, end))
    at = end + 1
  }
  return pieces
}

/** A string that is not closed ends with its line. */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at += 1) {
    const char = css.charAt(at)
    if (char === '\\') at += 1
    else if (char === css.charAt(start) || char === '\n' || char === '\r' || char === '\f') return at
  }
  return css.length
}

const isAddress = (css: string, at: number): boolean => /url$/i.test(css.slice(Math.max(0, at - 3), at))

/** One without quotes may hold anything, and so may one that is written badly. */
function endOfAddress(css: string, start: number): number {
  let at = start + 1
  while (/\s/.test(css.charAt(at))) at += 1
  if (css.charAt(at) === '"' || css.charAt(at) === "'") at = endOfString(css, at) + 1
  for (; at < css.length; at += 1) {
    if (css.charAt(at) === '\\') at += 1
    else if (css.charAt(at) === ')') return at
  }
  return css.length
}

const escapes = /\\(?:([\da-f]{1,6})\s?|([^\n\r\f]))/gi

const escaped = (hex: string | undefined, char: string): string => {
  if (hex === undefined) return char
  const point = Number.parseInt(hex, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
}

/** `d\69 splay` is "display" (CSS Syntax 3, 4.3.7). */
export const withoutEscapes = (css: string): string =>
  css.replace(escapes, (_, hex?: string, char = '') => escaped(hex, char))

/** The same for values: what is escaped is a part of a word there, and never a sign. */
export const wordsWithoutEscapes = (css: string): string =>
  css.replace(escapes, (_, hex?: string, char = '') => escaped(hex, char).replace(/[^\w-]/g, '\ufffd'))
