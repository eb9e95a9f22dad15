import { HASH_START, hashEnd, hashStep } from './hash.ts'

const STEM_LENGTH = 6
const LONGEST_WORD = 40

const NOT_ASCII = /\P{ASCII}/u
const MARKS = /\p{M}+/gu

/** Lower case, without accents: "Reçu" and "recu" are one word. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  return NOT_ASCII.test(lower) ? lower.normalize('NFKD').replace(MARKS, '').replaceAll('ß', 'ss') : lower
}

function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x2e7f) && !(code >= 0x3000 && code <= 0x303f) && code < 0xfe00
}

/** Scripts written without spaces: each character and each pair of neighbours is a word. */
function isIdeograph(code: number): boolean {
  return code >= 0x2e80 && code < 0xd800
}

const LETTER_S = 115

function endsInPlural(text: string, start: number, end: number): boolean {
  return end - start > 3 && text.charCodeAt(end - 1) === LETTER_S && text.charCodeAt(end - 2) !== LETTER_S
}

/** Each word of a folded text: its hash, the hash of its first letters (a stem that needs no dictionary), and where it stands. */
export function eachWord(
  text: string,
  limit: number,
  visit: (word: number, stem: number, start: number, end: number) => void,
): void {
  const end = Math.min(text.length, limit)
  let i = 0
  while (i < end) {
    let code = text.charCodeAt(i)
    if (!isWordCode(code)) {
      i++
      continue
    }
    if (isIdeograph(code)) {
      const alone = hashEnd(hashStep(HASH_START, code))
      visit(alone, alone, i, i + 1)
      const next = text.charCodeAt(i + 1)
      if (i + 1 < end && isIdeograph(next)) {
        const pair = hashEnd(hashStep(hashStep(HASH_START, code), next))
        visit(pair, pair, i, i + 2)
      }
      i++
      continue
    }
    const start = i
    let hash = HASH_START
    let before = HASH_START
    let stem = 0
    while (i < end && isWordCode(code) && !isIdeograph(code)) {
      before = hash
      hash = hashStep(hash, code)
      i++
      if (i - start === STEM_LENGTH) stem = hash
      code = text.charCodeAt(i)
    }
    const length = i - start
    if (length > LONGEST_WORD) continue
    const word = hashEnd(hash)
    visit(word, length > STEM_LENGTH ? hashEnd(stem) : endsInPlural(text, start, i) ? hashEnd(before) : word, start, i)
  }
}

export function wordsOf(text: string): string[] {
  const folded = fold(text)
  const words: string[] = []
  eachWord(folded, folded.length, (_word, _stem, start, end) => words.push(folded.slice(start, end)))
  return words
}

/** The letters that a word's stem is the hash of: `hashText` of them is the stem. @param word folded */
export function stemText(word: string): string {
  if (word.length > STEM_LENGTH) return word.slice(0, STEM_LENGTH)
  return endsInPlural(word, 0, word.length) ? word.slice(0, -1) : word
}

export function stemsOf(text: string): Set<number> {
  const stems = new Set<number>()
  const folded = fold(text)
  eachWord(folded, folded.length, (_word, stem) => stems.add(stem))
  return stems
}
