import { readFileSync } from 'node:fs'
import { CONCEPTS } from './concepts.ts'
import { hashText } from './hash.ts'

export const CONCEPT_NAMES = Object.keys(CONCEPTS)
export const CONCEPT_COUNT = CONCEPT_NAMES.length

/** Weights are stored as whole numbers of these. */
const WEIGHT_STEPS = 10
/** One letter for each concept, in their order. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** How much a word speaks for each concept. */
export interface Weighed {
  concepts: number[]
  weights: number[]
}

/** One word a line, "parcel c31 a4": the stem's letters, then what it weighs for each concept that it tells something about. */
export function formatLexicon(words: Iterable<[stem: string, weighed: Weighed]>): string {
  const lines = [...words].map(([stem, { concepts, weights }]) =>
    [stem, ...concepts.map((concept, i) => `${LETTERS[concept]}${Math.round((weights[i] ?? 0) * WEIGHT_STEPS)}`)].join(
      ' ',
    ),
  )
  return `${lines.join('\n')}\n`
}

/** Stem → weights, of a file of ours. */
export function readLexicon(file: string): Map<number, Weighed> {
  const words = new Map<number, Weighed>()
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const [stem = '', ...cells] = line.split(' ')
    if (stem === '') continue
    words.set(hashText(stem), {
      concepts: cells.map((cell) => LETTERS.indexOf(cell[0] ?? '')),
      weights: cells.map((cell) => Number(cell.slice(1)) / WEIGHT_STEPS),
    })
  }
  return words
}
