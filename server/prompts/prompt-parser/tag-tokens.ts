import { phraseMaxWords, type Meaning, type WordClass } from './lexicon.ts'
import type { Token } from './tokenize.ts'

/** A token or phrase with its meaning in one language. */
export interface TaggedToken extends Omit<Token, 'kind'> {
  is: WordClass | Exclude<Token['kind'], 'word' | 'number'> | 'number' | 'size' | 'unknown'
  /** For a size, the number of bytes. */
  what: string
}

/**
 * Tags each word with its meaning, longest phrase first. Phrases do not cross dividers. Linear in the number of
 * tokens.
 */
export function tagTokens(tokens: readonly Token[], phrases: ReadonlyMap<string, Meaning>): TaggedToken[] {
  const marks: TaggedToken[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (!token) break
    const { kind, ...rest } = token
    if (kind !== 'word') {
      marks.push({ ...rest, is: kind, what: '' })
      at++
      continue
    }
    const [length, meaning] = longestPhrase(tokens, at, phrases)
    const last = tokens[at + length - 1] ?? token
    const text =
      length === 1
        ? token.text
        : tokens
            .slice(at, at + length)
            .map((each) => each.text)
            .join(' ')
    marks.push({ ...rest, text, end: last.end, is: meaning?.is ?? 'unknown', what: meaning?.what ?? '' })
    at += length
  }
  return mergeSizes(marks)
}

function longestPhrase(
  tokens: readonly Token[],
  at: number,
  phrases: ReadonlyMap<string, Meaning>,
): [length: number, meaning: Meaning | undefined] {
  let phrase = ''
  let found: [number, Meaning | undefined] = [1, undefined]
  for (let length = 1; length <= phraseMaxWords; length++) {
    const token = tokens[at + length - 1]
    if (token?.kind !== 'word') break
    phrase = phrase === '' ? token.normalized : `${phrase} ${token.normalized}`
    const meaning = phrases.get(phrase)
    if (meaning) found = [length, meaning]
  }
  return found
}

/** "1,5 MB" becomes one token; so does "1" in "between 1 and 20 MB". */
function mergeSizes(marks: TaggedToken[]): TaggedToken[] {
  const sized: TaggedToken[] = []
  for (let at = 0; at < marks.length; at++) {
    const [mark, next, third, fourth] = marks.slice(at, at + 4)
    if (!mark) break
    const unit = next?.is === 'unit' ? next : null
    const laterUnit = next?.is === 'and' && third?.is === 'number' && fourth?.is === 'unit' ? fourth : null
    const factor = unit ?? laterUnit
    if (mark.is === 'number' && factor) {
      const bytes = Math.round(Number(mark.text.replace(',', '.')) * Number(factor.what))
      sized.push({ ...mark, is: 'size', what: String(bytes), end: unit?.end ?? mark.end })
      if (unit) at++
    } else sized.push(mark.is === 'unit' ? { ...mark, is: 'unknown', what: '' } : mark)
  }
  return sized
}

/** Index of the next token that is not filler. */
export const skipFiller = (marks: readonly TaggedToken[], from: number): number => {
  let at = from
  while (marks[at]?.is === 'filler') at++
  return at
}
