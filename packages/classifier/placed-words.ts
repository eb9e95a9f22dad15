import { kindAt, MAX_PHRASE_WORDS, type WordKind } from './instruction-rule-words.ts'
import { tokensOf } from './instruction-tokens.ts'
import { fold } from './tokenize.ts'

/** A word of instructions with its place there. Several words that together mean one are one. */
export interface PlacedWord {
  readonly kind: WordKind | 'sender'
  /** Folded; of several words the first. */
  readonly text: string
  readonly isCapitalized: boolean
  readonly start: number
  readonly end: number
}

const CHUNK = /[-=]+>|[^\s,;:()<>[\]{}"“”„«»|]+/gu
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]t(?!\p{L}))?|[→⇒]/gu
const ARROW = /^[-=]+>$/

export function placedWordsOf(text: string): PlacedWord[] {
  const single = [...text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => wordsOfChunk(chunk, index))
  const words: PlacedWord[] = []
  for (let i = 0; i < single.length; i++) {
    const first = single[i]
    if (!first) break
    const { kind, length } = kindAt(single.slice(i, i + MAX_PHRASE_WORDS).map((word) => word.text))
    i += length - 1
    words.push({ ...first, kind: first.kind === 'content' ? kind : first.kind, end: single[i]?.end ?? first.end })
  }
  return words
}

function wordsOfChunk(chunk: string, at: number): PlacedWord[] {
  if (ARROW.test(chunk)) return [{ kind: 'to', text: '→', isCapitalized: false, start: at, end: at + chunk.length }]
  if (/[.@]/.test(chunk) && tokensOf(chunk).some(({ type }) => type === 'sender'))
    return [{ kind: 'sender', text: '', isCapitalized: false, start: at, end: at + chunk.length }]
  return [...chunk.matchAll(WORD)].map(({ 0: word, index }) => ({
    kind: /n['’]t$/i.test(word) ? 'not' : 'content',
    text: fold(word),
    isCapitalized: /^\p{Lu}(?!\p{Lu})/u.test(word),
    start: at + index,
    end: at + index + word.length,
  }))
}
