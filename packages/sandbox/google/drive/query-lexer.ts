import { invalid } from './errors.ts'

export type Token = { kind: 'text' | 'word' | 'sign'; value: string }

/** Text in quotes, in which `\'` and `\\` are the only escapes; words; signs. */
const PART = /\s*(?:'((?:[^'\\]|\\['\\])*)'|([A-Za-z]\w*)|(!=|<=|>=|[=<>(){}]))/y

/** The parts of a `q`. @throws DriveError where a quote is not closed, or something is none of them */
export function tokensOf(q: string): Token[] {
  const tokens: Token[] = []
  const part = new RegExp(PART)
  const end = q.trimEnd().length
  while (part.lastIndex < end) {
    const [, text, word, sign] = part.exec(q) ?? []
    if (text !== undefined) tokens.push({ kind: 'text', value: text.replaceAll(/\\(['\\])/g, '$1') })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word })
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign })
    else throw invalid('q')
  }
  return tokens
}
