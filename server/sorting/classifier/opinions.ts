import { contrast, likelihood, tallyOf } from './bayes.ts'
import type { Features, Trait, TraitKind } from './features.ts'
import { habit, usualShares, visits } from './habits.ts'
import type { Match } from './profile.ts'
import type { Inputs } from './softmax.ts'
import { logShares, score } from './softmax.ts'
import type { Expert } from './stack.ts'
import { EXPERT_COUNT, expertAt } from './stack.ts'
import type { Model } from './state.ts'
import { findRow } from './table.ts'

/** Pseudo-visits, spread like the folders' usual shares. */
const SMOOTHING: Partial<Record<TraitKind, number>> = {
  sender: 1,
  domain: 1,
  list: 0.5,
  thread: 0.5,
  circle: 1,
  pattern: 0.7,
}
/** How much a whole text, and a single trait, weigh in the softmax. */
const TEXT_VALUE = 3
const TRAIT_VALUE = 0.6
const SMALL_ROOM = 300
const SHARE_OF_VOCABULARY = 0.1
/** Mails a folder after which names and instructions weigh half as much as at the start, and learned words half as much as in the end. */
const EARLY = 10
const LEARNED = ['words', 'topic', 'contrast', 'softmax'] as const satisfies readonly Expert[]
/** What came in just now says little about what comes in weeks later. */
const FRESH_FOR = 10 * 86_400_000

/** The mail's features that the model has met. */
export interface Known {
  words: number[]
  traits: { trait: Trait; row: number }[]
}

export function knownIn(model: Model, features: Features): Known {
  const words: number[] = []
  for (const key of features.words) {
    const row = findRow(model.table, key)
    if (row >= 0) words.push(row)
  }
  const traits: { trait: Trait; row: number }[] = []
  for (const trait of features.traits) {
    const row = findRow(model.table, trait.key)
    if (row >= 0) traits.push({ trait, row })
  }
  return { words, traits }
}

/** Words share one weight, so that a long mail is not heard louder than a short one. */
export function inputsOf(words: readonly number[], traits: readonly number[], features: Features): Inputs[] {
  return [
    { rows: words, value: TEXT_VALUE / Math.sqrt(features.words.length + 1) },
    { rows: traits, value: TRAIT_VALUE },
  ]
}

export interface Opinions {
  /** One row an expert, one column a folder. */
  matrix: Float64Array
  /** The softmax before it is made into shares. */
  raw: Float64Array
  /** Visits of the traits that identify a sender or a conversation, the most of any one of them. */
  visits: Float64Array
}

/** What every expert thinks of every folder in `columns` (-1: a folder the model has not met). */
export function opinionsOf(
  model: Model,
  features: Features,
  known: Known,
  columns: readonly number[],
  match: Match | null,
): Opinions {
  const n = columns.length
  const matrix = new Float64Array(EXPERT_COUNT * n)
  const at = (expert: Expert) => expertAt(expert) * n
  const shares = usualShares(model, columns)
  const traitRows = known.traits.map(({ row }) => row)

  const text = tallyOf(model, known.words, columns)
  // Neighbouring words repeat each other; without this a long text would drown everything else.
  const factor = 4 / (4 + Math.sqrt(known.words.length))
  const wide = Math.max(SMALL_ROOM, SHARE_OF_VOCABULARY * model.table.rows)
  likelihood(model, text, columns, SMALL_ROOM, factor, matrix, at('words'))
  likelihood(model, text, columns, wide, factor, matrix, at('topic'))
  contrast(model, text, columns, factor, matrix, at('contrast'))
  likelihood(model, tallyOf(model, traitRows, columns), columns, SMALL_ROOM, 1, matrix, at('traits'))

  const raw = score(model, inputsOf(known.words, traitRows, features), columns)
  matrix.set(logShares(raw), at('softmax'))

  const most = new Float64Array(n)
  for (const { trait, row } of known.traits) {
    const smoothing = SMOOTHING[trait.kind]
    if (smoothing === undefined || !isHabit(trait.kind)) continue
    const had = visits(model, row, columns)
    habit(had, shares, smoothing, matrix, at(trait.kind))
    if (trait.kind !== 'domain' && trait.kind !== 'circle')
      had.forEach((count, k) => (most[k] = Math.max(most[k] ?? 0, count)))
    if (trait.kind === 'thread' || trait.kind === 'pattern') {
      const latest = columns.indexOf((model.table.last[row] ?? 0) - 1)
      if (latest >= 0) matrix[at(trait.kind === 'thread' ? 'lastThread' : 'lastPattern') + latest] = 1
    }
  }

  const gap = Math.abs(features.receivedAt - model.latest)
  const fresh = Number.isFinite(gap) ? Math.exp(-gap / FRESH_FOR) : 0
  const early = EARLY / (EARLY + model.mails / n)
  for (const expert of LEARNED) {
    for (let k = 0; k < n; k++) matrix[at(expert) + k] = (1 - early) * (matrix[at(expert) + k] ?? 0)
  }
  for (let k = 0; k < n; k++) {
    matrix[at('usual') + k] = Math.log(shares[k] ?? 1)
    matrix[at('recent') + k] = fresh * Math.log((model.folders[columns[k] ?? -1]?.recent ?? 0) + 0.5 / n)
    if (!match) continue
    const terms = match.terms[k] ?? 0
    const concepts = match.concepts[k] ?? 0
    matrix[at('terms') + k] = terms
    matrix[at('termsEarly') + k] = terms * early
    matrix[at('concepts') + k] = concepts
    matrix[at('conceptsEarly') + k] = concepts * early
  }
  return { matrix, raw, visits: most }
}

type Habit = 'sender' | 'domain' | 'list' | 'thread' | 'circle' | 'pattern'

function isHabit(kind: TraitKind): kind is Habit {
  return kind !== 'person' && kind !== 'other'
}

/** What speaks for a folder by itself, not only in comparison: see `supported` in calibration.ts. */
export function supportOf(opinions: Opinions, match: Match | null, k: number): number {
  const visited = opinions.visits[k] ?? 0
  const fits = Math.max(0, match?.terms[k] ?? 0) + Math.max(0, match?.concepts[k] ?? 0)
  return (3 * visited) / (1 + visited) + 0.7 * fits + Math.max(0, opinions.raw[k] ?? 0)
}
