import type { ConceptWeights } from '../lexicon.ts'
import type { WeightedStem } from '../concept-shares.ts'

/** What is heard in a text, and the concept that it is about. */
export interface Lesson {
  heard: readonly WeightedStem[]
  concept: number
}

export interface LearnOptions {
  /** Words that are known to speak for concepts. */
  start: ReadonlyMap<number, readonly number[]>
  /** What such a word weighs before anything is learned; shared among its concepts. */
  startWeight: number
  /** Other words count from so many texts on. */
  fewest: number
}

const ROUNDS = 200
const RATE = 0.3
const FIRST_SLOPE = 1e-3
/** Weights are pulled back to where they started. */
const PULL = 1e-4
/** Weights below this are left out: thousands of words say next to nothing of most concepts. */
const SMALLEST = 0.1

/** Multinomial logistic regression by AdaGrad, all lessons a round: the same lessons always give the same weights. */
export function learnWeights(
  lessons: readonly Lesson[],
  concepts: number,
  options: LearnOptions,
): Map<number, ConceptWeights> {
  const rows = rowsOf(lessons, options)
  const starts = new Float64Array(rows.size * concepts)
  for (const [stem, known] of options.start)
    for (const concept of known)
      starts[(rows.get(stem) ?? 0) * concepts + concept] = options.startWeight / Math.sqrt(known.length)
  const weights = starts.slice()
  const squares = new Float64Array(weights.length).fill(FIRST_SLOPE)
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight, i) => PULL * (weight - (starts[i] ?? 0)))
    for (const { heard, concept } of lessons)
      addSlopes(slopes, weights, { heard, concept, rows, concepts }, 1 / lessons.length)
    for (let i = 0; i < weights.length; i++) {
      const slope = slopes[i] ?? 0
      squares[i] = (squares[i] ?? 0) + slope * slope
      weights[i] = (weights[i] ?? 0) - (RATE * slope) / Math.sqrt(squares[i] ?? 1)
    }
  }
  return new Map(
    [...rows].flatMap(([stem, row]) => {
      const own = weights.subarray(row * concepts, (row + 1) * concepts)
      const told = [...own.keys()].filter((concept) => Math.abs(own[concept] ?? 0) >= SMALLEST)
      return told.length === 0 ? [] : [[stem, { concepts: told, weights: told.map((concept) => own[concept] ?? 0) }]]
    }),
  )
}

function rowsOf(lessons: readonly Lesson[], { start, fewest }: LearnOptions): Map<number, number> {
  const texts = new Map<number, number>()
  for (const { heard } of lessons) for (const [stem] of heard) texts.set(stem, (texts.get(stem) ?? 0) + 1)
  const stems = [...new Set([...start.keys(), ...texts.keys()])].filter(
    (stem) => start.has(stem) || (texts.get(stem) ?? 0) >= fewest,
  )
  return new Map(stems.sort((a, b) => a - b).map((stem, row) => [stem, row]))
}

interface Asked extends Lesson {
  rows: ReadonlyMap<number, number>
  concepts: number
}

function addSlopes(
  slopes: Float64Array,
  weights: Float64Array,
  { heard, concept, rows, concepts }: Asked,
  share: number,
): void {
  const sums = new Float64Array(concepts)
  const placed = heard.flatMap(([stem, loudness]) => {
    const row = rows.get(stem)
    return row === undefined ? [] : [{ at: row * concepts, loudness }]
  })
  for (const { at, loudness } of placed)
    for (let c = 0; c < concepts; c++) sums[c] = (sums[c] ?? 0) + loudness * (weights[at + c] ?? 0)
  const top = Math.max(...sums)
  const odds = sums.map((sum) => Math.exp(sum - top))
  const whole = odds.reduce((all, one) => all + one, 0)
  const errors = odds.map((one, c) => share * (one / whole - (c === concept ? 1 : 0)))
  for (const { at, loudness } of placed)
    for (let c = 0; c < concepts; c++) slopes[at + c] = (slopes[at + c] ?? 0) + loudness * (errors[c] ?? 0)
}
