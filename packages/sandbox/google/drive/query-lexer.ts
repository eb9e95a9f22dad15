import { invalid } from './errors.ts'

export type Token = { kind: 'text' | 'word' | 'sign'; value: string }

/** Quoted text with the escapes `\'` and `\\`, words, and signs. */
const PART = /\s*(?:'((?:[^'\\]|\\['\\])*)'|([A-Za-z]\w*)|(!=|<=|>=|[=<>(){}]))/y

/** The tokens of `q`. @throws DriveError */
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
