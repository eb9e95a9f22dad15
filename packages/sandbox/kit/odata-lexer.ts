/** Words of an OData filter. */
export type Word =
  | { type: 'name' | 'symbol'; text: string }
  | { type: 'string' | 'number' | 'time'; text: string }
  | { type: 'end'; text: '' }

export class FilterError extends Error {}

const PATTERNS: [Word['type'], RegExp][] = [
  ['time', /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/],
  ['number', /^-?\d+(?:\.\d+)?/],
  ['string', /^'(?:[^']|'')*'/],
  ['name', /^[A-Za-z_@][\w./@]*/],
  ['symbol', /^[(),:]/],
]

export function words(filter: string): Word[] {
  const found: Word[] = []
  let rest = filter.trimStart()
  while (rest !== '') {
    const word = nextWord(rest)
    found.push(word)
    rest = rest.slice(word.type === 'string' ? lengthOf(rest) : word.text.length).trimStart()
  }
  found.push({ type: 'end', text: '' })
  return found
}

function nextWord(rest: string): Word {
  for (const [type, pattern] of PATTERNS) {
    const text = pattern.exec(rest)?.[0]
    if (text === undefined || type === 'end') continue
    // A quote inside a literal is doubled.
    if (type === 'string') return { type, text: text.slice(1, -1).replaceAll("''", "'") }
    return { type, text }
  }
  throw new FilterError(`Invalid filter clause: Syntax error at '${rest.slice(0, 20)}'.`)
}

function lengthOf(rest: string): number {
  return /^'(?:[^']|'')*'/.exec(rest)?.[0].length ?? rest.length
}
