import type { ConceptWeights } from '../lexicon.ts'
import type { WeightedStem } from '../concept-shares.ts'

/** The weighted stems of a text, and its concept. */
export interface TrainingExample {
  stemCounts: readonly WeightedStem[]
  concept: number
}

export interface LearnOptions {
  /** Stems with known concepts. */
  start: ReadonlyMap<number, readonly number[]>
  /** Initial weight of such a stem, shared among its concepts. */
  startWeight: number
  /** Other stems count only if at least this many texts contain them. */
  minTexts: number
}

const ROUNDS = 200
const RATE = 0.3
const FIRST_SLOPE = 1e-3
/** L2 regularization towards the initial weights. */
const REGULARIZATION = 1e-4
/** Smaller weights are dropped: thousands of words carry almost no information about most concepts. */
const MIN_WEIGHT = 0.1

/** Multinomial logistic regression with AdaGrad over full batches; deterministic for the same examples. */
export function learnWeights(
  examples: readonly TrainingExample[],
  concepts: number,
  options: LearnOptions,
): Map<number, ConceptWeights> {
  const rows = rowsOf(examples, options)
  const starts = new Float64Array(rows.size * concepts)
  for (const [stem, known] of options.start)
    for (const concept of known)
      starts[(rows.get(stem) ?? 0) * concepts + concept] = options.startWeight / Math.sqrt(known.length)
  const weights = starts.slice()
  const squares = new Float64Array(weights.length).fill(FIRST_SLOPE)
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight, i) => REGULARIZATION * (weight - (starts[i] ?? 0)))
    for (const { stemCounts, concept } of examples)
      addSlopes(slopes, weights, { stemCounts, concept, rows, concepts }, 1 / examples.length)
    for (let i = 0; i < weights.length; i++) {
      const slope = slopes[i] ?? 0
      squares[i] = (squares[i] ?? 0) + slope * slope
      weights[i] = (weights[i] ?? 0) - (RATE * slope) / Math.sqrt(squares[i] ?? 1)
    }
  }
  return new Map(
    [...rows].flatMap(([stem, row]) => {
      const own = weights.subarray(row * concepts, (row + 1) * concepts)
      const significant = [...own.keys()].filter((concept) => Math.abs(own[concept] ?? 0) >= MIN_WEIGHT)
      return significant.length === 0
        ? []
        : [[stem, { concepts: significant, weights: significant.map((concept) => own[concept] ?? 0) }]]
    }),
  )
}

function rowsOf(examples: readonly TrainingExample[], { start, minTexts }: LearnOptions): Map<number, number> {
  const texts = new Map<number, number>()
  for (const { stemCounts } of examples) for (const [stem] of stemCounts) texts.set(stem, (texts.get(stem) ?? 0) + 1)
  const stems = [...new Set([...start.keys(), ...texts.keys()])].filter(
    (stem) => start.has(stem) || (texts.get(stem) ?? 0) >= minTexts,
  )
  return new Map(stems.sort((a, b) => a - b).map((stem, row) => [stem, row]))
}

interface Asked extends TrainingExample {
  rows: ReadonlyMap<number, number>
  concepts: number
}

function addSlopes(
  slopes: Float64Array,
  weights: Float64Array,
  { stemCounts, concept, rows, concepts }: Asked,
  share: number,
): void {
  const sums = new Float64Array(concepts)
  const placed = stemCounts.flatMap(([stem, loudness]) => {
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
