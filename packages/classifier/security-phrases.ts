import { readFileSync } from 'node:fs'
import { hashText, mix } from './hash.ts'
import { eachWord, fold, stemText, wordsOf } from './tokenize.ts'
import type { MessageToSort } from './types.ts'

/**
 * Phrases of email that gives or protects access, of email that only looks like it (`other`), and of phishing, in five
 * languages (security-words.txt, written for this purpose). `*` stands for up to three words.
 */
const GROUPS = [
  'code',
  'weak',
  'link',
  'once',
  'account',
  'notice',
  'detail',
  'other',
  'mailbox',
  'threat',
  'demand',
  'hurry',
  'payment',
  'greeting',
  'desk',
] as const
export type PhraseGroup = (typeof GROUPS)[number]

/** Bounds on the work for one message: what such email is about stands at its beginning. */
const SUBJECT_LIMIT = 200
const TEXT_LIMIT = 800
const NAME_LIMIT = 100
/** A longer word is compared as a whole: the stem of "Bestätigungscode" is that of "Bestätigung". */
const LONG_WORD = 10
const MAX_GAP = 3
const MIN_SHORT_CODE = 4
const MIN_LONG_CODE = 5
const MAX_CODE_LENGTH = 8
const MAX_PART_LENGTH = 4
/** Words between a code and the phrase that names it. */
const NEAR = 14

const GAP = 0
/** Stands between subject and text. */
const BREAK = 1

interface Phrase {
  id: number
  group: number
  keys: readonly number[]
}

const keyOf = (word: string): number => hashText(word.length < LONG_WORD ? stemText(word) : word)
/** A phrase is found by its first two words; by the first one where it has no second, or a gap follows. */
const startOf = (first: number, second: number): number => (second === GAP ? first : mix(first, second))

const { starting: STARTING, size: PHRASE_COUNT } = readPhrases()
/** Most words start no phrase: the low bits of those that do, and of the starts of phrases. */
const FIRST_WORDS = new Uint8Array(1 << 16)
const STARTS = new Uint8Array(1 << 16)
for (const [start, phrases] of STARTING) {
  STARTS[start & 0xffff] = 1
  for (const { keys } of phrases) FIRST_WORDS[(keys[0] ?? 0) & 0xffff] = 1
}
/** The scan in which a phrase was found last in the subject, and in the text. */
const SEEN = [new Int32Array(PHRASE_COUNT), new Int32Array(PHRASE_COUNT)] as const
let scan = 0

function readPhrases(): { starting: Map<number, Phrase[]>; size: number } {
  const starting = new Map<number, Phrase[]>()
  const ids = new Map<string, number>()
  let group = -1
  const file = readFileSync(new URL('security-words.txt', import.meta.url), 'utf8').replaceAll('\n  ', ' ')
  for (const line of file.trimEnd().split('\n')) {
    if (line.startsWith('# ')) {
      group = GROUPS.findIndex((name) => name === line.slice(2))
      continue
    }
    for (const text of line.slice(line.indexOf(':') + 1).split(',')) {
      const parts = text.split('*').map((part) => wordsOf(part).map(keyOf))
      const keys = parts.flatMap((part, k) => (k === 0 ? part : [GAP, ...part]))
      // Languages share words.
      const content = `${group} ${keys.join(' ')}`
      if (ids.has(content)) continue
      const id = ids.size
      ids.set(content, id)
      const start = startOf(keys[0] ?? GAP, keys[1] ?? GAP)
      starting.set(start, [...(starting.get(start) ?? []), { id, group, keys }])
    }
  }
  return { starting, size: ids.size }
}

/** Distinct phrases of each group. */
type Counts = Readonly<Record<PhraseGroup, number>>

export interface PhraseCounts {
  subject: Counts
  text: Counts
  /**
   * What stands by a phrase that names a code. `long`: a number of at least five digits; the codes of vouchers have
   * letters, those of doors and lockers four digits.
   */
  code: 'long' | 'short' | null
  /** A long one, and its name, are in the subject. */
  isLongInSubject: boolean
}

interface Words {
  keys: number[]
  subjectEnd: number
  /** What may be a code. */
  codes: { at: number; isLong: boolean }[]
}

export function countPhrases({ subject, text }: MessageToSort): PhraseCounts {
  const words: Words = { keys: [], subjectEnd: 0, codes: [] }
  addWords(words, subject, SUBJECT_LIMIT)
  words.subjectEnd = words.keys.length
  words.keys.push(BREAK)
  addWords(words, text, TEXT_LIMIT)
  const counts = [new Int32Array(GROUPS.length), new Int32Array(GROUPS.length)] as const
  const named: number[] = []
  scan++
  eachPhrase(words.keys, ({ id, group }, at) => {
    const field = at < words.subjectEnd ? 0 : 1
    // Codes and their weak names are the first two groups.
    if (group < 2) named.push(at)
    if (SEEN[field][id] === scan) return
    SEEN[field][id] = scan
    counts[field][group] = (counts[field][group] ?? 0) + 1
  })
  const codes = words.codes.filter(({ at }) => named.some((name) => Math.abs(at - name) <= NEAR))
  const long = codes.filter(({ isLong }) => isLong)
  const { subjectEnd } = words
  return {
    subject: byName(counts[0]),
    text: byName(counts[1]),
    code: long.length > 0 ? 'long' : codes.length > 0 ? 'short' : null,
    isLongInSubject: long.some(({ at }) => at < subjectEnd) && named.some((name) => name < subjectEnd),
  }
}

const byName = (counts: Int32Array): Counts => ({
  code: counts[0] ?? 0,
  weak: counts[1] ?? 0,
  link: counts[2] ?? 0,
  once: counts[3] ?? 0,
  account: counts[4] ?? 0,
  notice: counts[5] ?? 0,
  detail: counts[6] ?? 0,
  other: counts[7] ?? 0,
  mailbox: counts[8] ?? 0,
  threat: counts[9] ?? 0,
  demand: counts[10] ?? 0,
  hurry: counts[11] ?? 0,
  payment: counts[12] ?? 0,
  greeting: counts[13] ?? 0,
  desk: counts[14] ?? 0,
})

function visitFrom(start: number, keys: readonly number[], at: number, visit: Visit): void {
  if (STARTS[start & 0xffff] === 0) return
  for (const phrase of STARTING.get(start) ?? []) if (matches(phrase.keys, keys, at)) visit(phrase, at)
}

type Visit = (phrase: Phrase, at: number) => void

function eachPhrase(keys: readonly number[], visit: Visit): void {
  for (let i = 0; i < keys.length; i++) {
    const first = keys[i] ?? GAP
    if (FIRST_WORDS[first & 0xffff] === 0) continue
    visitFrom(first, keys, i, visit)
    visitFrom(mix(first, keys[i + 1] ?? GAP), keys, i, visit)
  }
}

function matches(phrase: readonly number[], words: readonly number[], start: number): boolean {
  let at = start + 1
  for (let k = 1; k < phrase.length; k++) {
    if (phrase[k] !== GAP) {
      if (words[at++] !== phrase[k]) return false
      continue
    }
    k++
    const end = Math.min(at + MAX_GAP, words.length - 1)
    while (at <= end && words[at] !== phrase[k]) at++
    if (at++ > end) return false
  }
  return true
}

function addWords(words: Words, field: string, limit: number): void {
  const text = fold(field.slice(0, limit))
  let parts: NumberParts | null = null
  eachWord(text, text.length, (word, stem, start, end) => {
    const length = end - start
    const digits = digitsIn(text, start, end)
    const isNumber = digits === length && !isYear(text, start, length)
    parts = isNumber ? withPart(parts, text, start, end) : null
    const found = parts?.length ?? length
    // "5 000" is an amount.
    const least = isNumber && found === length ? MIN_SHORT_CODE : MIN_LONG_CODE
    if ((isNumber || (digits > 0 && digits < length)) && found >= least && found <= MAX_CODE_LENGTH)
      words.codes.push({ at: words.keys.length, isLong: isNumber && found >= MIN_LONG_CODE })
    words.keys.push(length < LONG_WORD ? stem : word)
  })
}

/** A number so far that is written in parts: "482 913", "48-29-13", "4 8 2 9 1 3". */
interface NumberParts {
  end: number
  length: number
}

/** The number that ends with the part; a long part is a number of its own. */
function withPart(before: NumberParts | null, text: string, start: number, end: number): NumberParts | null {
  const length = end - start
  if (length > MAX_PART_LENGTH) return null
  const isNext = before?.end === start - 1 && /[ -]/.test(text[start - 1] ?? '')
  return { end, length: length + (isNext ? before.length : 0) }
}

/** Of a word that starts or ends with one. */
function digitsIn(text: string, start: number, end: number): number {
  if (!isDigit(text.charCodeAt(start)) && !isDigit(text.charCodeAt(end - 1))) return 0
  let digits = 0
  for (let i = start; i < end; i++) {
    if (isDigit(text.charCodeAt(i))) digits++
  }
  return digits
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const isYear = (text: string, start: number, length: number): boolean =>
  length === 4 && (text.startsWith('19', start) || text.startsWith('20', start))

/** Whether a sender's name is that of a help desk, or of the administrators of a mailbox. */
export function isDeskName(name: string): boolean {
  let isDesk = false
  eachPhrase(wordsOf(name.slice(0, NAME_LIMIT)).map(keyOf), ({ group }) => (isDesk ||= GROUPS[group] === 'desk'))
  return isDesk
}
