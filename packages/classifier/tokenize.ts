import { HASH_START, hashEnd, hashStep } from './hash.ts'

const STEM_LENGTH = 6
const MAX_WORD_LENGTH = 40

const NOT_ASCII = /\P{ASCII}/u
/**
 * Accents and points, which belong to no script or to these. Marks of Indic scripts are vowels, and those of Japanese
 * make other consonants.
 */
const MARKS = /[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]]--[\u3099\u309A]]+/gv

/** Joiners and other characters without a shape, with which a word is written or not. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu

/** Symbols that would unfold into letters or digits and join a word: "1️⃣Refund", "Refund™". */
const SYMBOLS = /[0-9#*]\uFE0F?\u20E3|[\p{So}\p{Extended_Pictographic}]/gu

/** Lower case without accents: "Reçu" equals "recu". */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(SYMBOLS, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(MARKS, '')
    .replaceAll('ß', 'ss')
}

/** Folded letters, digits and marks. The code units from 0xd800 on are emoji and other symbols. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return (
    code >= 0xc0 &&
    code < 0xd800 &&
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x2e7f) &&
    !(code >= 0x3000 && code <= 0x303f)
  )
}

/** Scripts without spaces: each character and each pair of neighbours is a word. */
function isIdeograph(code: number): boolean {
  // Thai, Lao, Burmese and Khmer; then those of East Asia.
  return (
    (code >= 0xe00 && code <= 0xeff) ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x2e80 && code < 0xd800)
  )
}

const LETTER_S = 115
const MIN_LETTERS = 3

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/**
 * Number of leading characters that form a word's stem: without a plural "s" and without a trailing number ("smb2";
 * "q3" stays).
 */
function stemLength(text: string, start: number, end: number): number {
  let last = end
  while (last > start && isDigit(text.charCodeAt(last - 1))) last--
  const length = last - start < MIN_LETTERS ? end - start : last - start
  if (length > STEM_LENGTH) return STEM_LENGTH
  const isPlural =
    length > 3 && text.charCodeAt(start + length - 1) === LETTER_S && text.charCodeAt(start + length - 2) !== LETTER_S
  return isPlural ? length - 1 : length
}

const CONTRACTED = new Set(['ve', 'll', 're', 'd', 'm', 's', 't'])

/** The end of "we've" or "don't", which is no word. */
function isContracted(text: string, start: number, end: number): boolean {
  if (end - start > 2 || start < 2 || !isWordCode(text.charCodeAt(start - 2))) return false
  const before = text[start - 1]
  return (before === "'" || before === '’') && CONTRACTED.has(text.slice(start, end))
}

/** Hashes of the current word's prefixes, by their length. */
const HASHES = new Int32Array(STEM_LENGTH + 1).fill(HASH_START)

/**
 * Calls `visit` for each word of a folded text: its hash, the hash of its stem (a prefix, which needs no dictionary),
 * and its position.
 */
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
    while (i < end && isWordCode(code) && !isIdeograph(code)) {
      hash = hashStep(hash, code)
      i++
      if (i - start <= STEM_LENGTH) HASHES[i - start] = hash
      code = text.charCodeAt(i)
    }
    if (i - start > MAX_WORD_LENGTH || isContracted(text, start, i)) continue
    visit(hashEnd(hash), hashEnd(HASHES[stemLength(text, start, i)] ?? hash), start, i)
  }
}

export function wordsOf(text: string): string[] {
  const folded = fold(text)
  const words: string[] = []
  eachWord(folded, folded.length, (_word, _stem, start, end) => words.push(folded.slice(start, end)))
  return words
}

/** The characters of a word's stem; `hashText` of them is the stem. @param word folded */
export function stemText(word: string): string {
  return word.slice(0, stemLength(word, 0, word.length))
}

export function stemsOf(text: string): Set<number> {
  const stems = new Set<number>()
  const folded = fold(text)
  eachWord(folded, folded.length, (_word, stem) => stems.add(stem))
  return stems
}
