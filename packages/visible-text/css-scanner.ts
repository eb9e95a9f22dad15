// Not css-tree 3.2: its parser drops rules nested without `&` and takes about 0.3 ms for each malformed declaration.

const closingBrackets: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

/** Removes comments; an unclosed one extends to the end (CSS Syntax 3, 4.3.2). */
export function stripComments(css: string): string {
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

/**
 * Finds the first of some delimiters outside strings, `url()` and brackets.
 * @param stops the delimiters, each one character
 * @returns its index; the length of the text if there is none
 */
export function indexOfDelimiter(css: string, from: number, stops: string): number {
  const openBrackets: string[] = []
  for (let at = from; at < css.length; at += 1) {
    const char = css.charAt(at)
    if (openBrackets.length === 0 && stops.includes(char)) return at
    if (char === '\\') at += 1
    else if (char === '"' || char === "'") at = endOfString(css, at)
    else if (char === '(' && isUrlParenthesis(css, at)) at = endOfUrl(css, at)
    else if (char === openBrackets.at(-1)) openBrackets.pop()
    else if (closingBrackets[char] !== undefined) openBrackets.push(closingBrackets[char])
  }
  return css.length
}

/** Splits at a separator outside strings, `url()` and brackets. */
export function splitTopLevel(css: string, separator: string): string[] {
  const parts: string[] = []
  for (let at = 0; at <= css.length; ) {
    const end = indexOfDelimiter(css, at, separator)
    parts.push(css.slice(at, end))
    at = end + 1
  }
  return parts
}

/** An unclosed string ends at the end of its line. */
function endOfString(css: string, start: number): number {
  for (let at = start + 1; at < css.length; at += 1) {
    const char = css.charAt(at)
    if (char === '\\') at += 1
    else if (char === css.charAt(start) || char === '\n' || char === '\r' || char === '\f') return at
  }
  return css.length
}

const isUrlParenthesis = (css: string, at: number): boolean => /url$/i.test(css.slice(Math.max(0, at - 3), at))

/** An unquoted or malformed `url()` contains anything up to its closing parenthesis. */
function endOfUrl(css: string, start: number): number {
  let at = start + 1
  while (/\s/.test(css.charAt(at))) at += 1
  if (css.charAt(at) === '"' || css.charAt(at) === "'") at = endOfString(css, at) + 1
  for (; at < css.length; at += 1) {
    if (css.charAt(at) === '\\') at += 1
    else if (css.charAt(at) === ')') return at
  }
  return css.length
}

const escapeSequence = /\\(?:([\da-f]{1,6})\s?|([^\n\r\f]))/gi

const escapedCharacter = (hex: string | undefined, char: string): string => {
  if (hex === undefined) return char
  const point = Number.parseInt(hex, 16)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
}

/** Decodes escapes: `d\69 splay` is `display` (CSS Syntax 3, 4.3.7). */
export const decodeEscapes = (css: string): string =>
  css.replace(escapeSequence, (_, hex?: string, char = '') => escapedCharacter(hex, char))

/** Decodes escapes in a property or value, where an escaped character is never punctuation. */
export const decodeEscapesInValue = (css: string): string =>
  css.replace(escapeSequence, (_, hex?: string, char = '') => escapedCharacter(hex, char).replace(/[^\w-]/g, '\ufffd'))
