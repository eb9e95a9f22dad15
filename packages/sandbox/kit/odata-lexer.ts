export type Token =
  | { type: 'name' | 'symbol'; text: string }
  | { type: 'string' | 'number' | 'time'; text: string }
  | { type: 'end'; text: '' }

export class FilterError extends Error {}

const STRING = /^'(?:[^']|'')*'/
const PATTERNS: [Exclude<Token['type'], 'end'>, RegExp][] = [
  ['time', /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/],
  ['number', /^-?\d+(?:\.\d+)?/],
  ['string', STRING],
  ['name', /^[A-Za-z_@][\w./@]*/],
  ['symbol', /^[(),:]/],
]

/** The tokens of an OData filter, with an end token. @throws FilterError */
export function tokensOf(filter: string): Token[] {
  const tokens: Token[] = []
  let rest = filter.trimStart()
  while (rest !== '') {
    const token = nextToken(rest)
    tokens.push(token)
    rest = rest.slice(token.type === 'string' ? literalLength(rest) : token.text.length).trimStart()
  }
  tokens.push({ type: 'end', text: '' })
  return tokens
}

function nextToken(rest: string): Token {
  for (const [type, pattern] of PATTERNS) {
    const text = pattern.exec(rest)?.[0]
    if (text === undefined) continue
    // A quote inside a literal is doubled.
    return { type, text: type === 'string' ? text.slice(1, -1).replaceAll("''", "'") : text }
  }
  throw new FilterError(`Invalid filter clause: Syntax error at '${rest.slice(0, 20)}'.`)
}

function literalLength(rest: string): number {
  return STRING.exec(rest)?.[0].length ?? rest.length
}
