import { readFileSync } from 'node:fs'
import { CONCEPTS } from './concepts.ts'
import { hashText } from './hash.ts'

export const CONCEPT_NAMES = Object.keys(CONCEPTS)
export const CONCEPT_COUNT = CONCEPT_NAMES.length

/** Weights are stored as multiples of 1/10. */
const WEIGHT_STEPS = 10
/** One letter per concept, in their order. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last space within 120 characters of a longer line; what follows it goes to a continuation line. */
const LONG_LINE = /^(?=.{121})(.{0,119}) /

/** Weights of a word for concepts. */
export interface ConceptWeights {
  concepts: number[]
  weights: number[]
}

/**
 * One word per line, "parcel c31 a4": the stem, then its weight for each relevant concept. A continuation line has a
 * leading space.
 */
export function formatLexicon(words: Iterable<[stem: string, weighed: ConceptWeights]>): string {
  const lines = [...words].map(([stem, { concepts, weights }]) => {
    const cells = concepts.map((concept, i) => `${LETTERS[concept]}${Math.round((weights[i] ?? 0) * WEIGHT_STEPS)}`)
    return [stem, ...cells].join(' ').replace(LONG_LINE, '$1\n ')
  })
  return `${lines.join('\n')}\n`
}

/** Reads a lexicon file of this package into a map from stem to weights. */
export function readLexicon(file: string): Map<number, ConceptWeights> {
  const words = new Map<number, ConceptWeights>()
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8')
    .replaceAll('\n ', ' ')
    .split('\n')) {
    const [stem = '', ...cells] = line.split(' ')
    if (stem === '') continue
    words.set(hashText(stem), {
      concepts: cells.map((cell) => LETTERS.indexOf(cell[0] ?? '')),
      weights: cells.map((cell) => Number(cell.slice(1)) / WEIGHT_STEPS),
    })
  }
  return words
}
