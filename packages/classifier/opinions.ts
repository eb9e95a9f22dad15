import { contrast, likelihood, tallyOf, unitsOf } from './bayes.ts'
import type { Features, TraitKind } from './features.ts'
import { habit, latest, usualShares, visits } from './habits.ts'
import type { Placed } from './inputs.ts'
import type { Match } from './profile.ts'
import { logShares, score } from './softmax.ts'
import { EXPERT_AT, EXPERT_COUNT } from './stack.ts'
import type { Model } from './state.ts'

/** Pseudo-visits, spread like the folders' usual shares. */
const SENDER_SMOOTHING = 1
const LIST_SMOOTHING = 0.5
/** Mass of a folder's features that it never had, in features: small, so that folders with little mail speak up early. */
const ROOM = 300
/**
 * Mails a folder after which what is learned from them weighs half as much as in the end, and (of those that can be compared) names and
 * instructions half as much as at the start.
 */
const EARLY = 10
const LEARNED = [EXPERT_AT.words, EXPERT_AT.contrast, EXPERT_AT.softmax, EXPERT_AT.latest]
/** Traits by which a mail continues something: where they went speaks by itself, not only in comparison. */
const CONTINUING: readonly TraitKind[] = ['sender', 'list', 'thread', 'pattern']
/** What came in just now says little about what comes in weeks later. */
const FRESH_FOR = 10 * 86_400_000

export interface Opinions {
  /** One row an expert, one column a folder. */
  matrix: Float64Array
  /** The softmax before it is made into shares, and its shares' logarithms. */
  raw: Float64Array
  logShares: Float64Array
  /** Visits of the traits that identify a sender or a conversation, the most of any one of them. */
  visits: Float64Array
}

/** What every expert thinks of every folder in `columns` (-1: a folder the model has not met). */
export function opinionsOf(
  model: Model,
  features: Features,
  mail: Placed,
  columns: readonly number[],
  match: Match | null,
): Opinions {
  const n = columns.length
  const matrix = new Float64Array(EXPERT_COUNT * n)
  const units = unitsOf(model, columns)

  const text = tallyOf(model, mail.rows.subarray(0, mail.words), units)
  // Neighbouring words repeat each other; without this a long text would drown everything else.
  const factor = 4 / (4 + Math.sqrt(text.features))
  likelihood(model, text, columns, ROOM, factor, matrix, EXPERT_AT.words * n)
  contrast(model, text, columns, factor, matrix, EXPERT_AT.contrast * n)
  const traits = tallyOf(model, mail.rows.subarray(mail.words, mail.words + mail.traits), units)
  likelihood(model, traits, columns, ROOM, 1, matrix, EXPERT_AT.traits * n)
  const raw = score(model, mail, columns)
  const shares = logShares(raw)
  matrix.set(shares, EXPERT_AT.softmax * n)
  latest(model, mail, columns, matrix, EXPERT_AT.latest * n)
  const visited = habitsOf(model, mail, columns, matrix)

  const gap = Math.abs(features.receivedAt - model.latest)
  const fresh = Number.isFinite(gap) ? Math.exp(-gap / FRESH_FOR) : 0
  const early = EARLY / (EARLY + comparable(model) / n)
  const learned = 1 - EARLY / (EARLY + model.mails / n)
  for (const expert of LEARNED) {
    for (let at = expert * n; at < (expert + 1) * n; at++) matrix[at] = learned * (matrix[at] ?? 0)
  }
  for (let k = 0; k < n; k++) {
    const recent = model.folders[columns[k] ?? -1]?.recent ?? 0
    matrix[EXPERT_AT.recent * n + k] = fresh * Math.log(recent + 0.5 / n)
  }
  if (match) {
    for (let k = 0; k < n; k++) {
      const terms = match.terms[k] ?? 0
      const concepts = match.concepts[k] ?? 0
      matrix[EXPERT_AT.terms * n + k] = terms
      matrix[EXPERT_AT.termsEarly * n + k] = (terms + (match.company[k] ?? 0)) * early
      matrix[EXPERT_AT.concepts * n + k] = concepts
      matrix[EXPERT_AT.conceptsEarly * n + k] = concepts * early
    }
  }
  return { matrix, raw, logShares: shares, visits: visited }
}

/**
 * Mails outside of the fullest folder. As long as only one folder has mail, there is nothing to compare it with that could make up for what is
 * taken from its name: its first mail would count against it.
 */
function comparable({ mails, folders }: Model): number {
  let fullest = 0
  for (const folder of folders) fullest = Math.max(fullest, folder.mails)
  return mails - fullest
}

/** Writes where mail of the same sender, list and conversation went; gives the most visits of any of them. */
function habitsOf(model: Model, { met }: Placed, columns: readonly number[], matrix: Float64Array): Float64Array {
  const n = columns.length
  const shares = usualShares(model, columns)
  const most = new Float64Array(n)
  for (const { trait, row } of met) {
    if (!CONTINUING.includes(trait.kind)) continue
    const had = visits(model, row, columns)
    for (let k = 0; k < n; k++) most[k] = Math.max(most[k] ?? 0, had[k] ?? 0)
    if (trait.kind === 'sender') habit(had, shares, SENDER_SMOOTHING, matrix, EXPERT_AT.sender * n)
    if (trait.kind === 'list') habit(had, shares, LIST_SMOOTHING, matrix, EXPERT_AT.list * n)
    if (trait.kind !== 'thread') continue
    const last = columns.indexOf((model.table.last[row] ?? 0) - 1)
    if (last >= 0) matrix[EXPERT_AT.lastThread * n + last] = 1
  }
  return most
}

/** What speaks for a folder by itself, not only in comparison: see `supported` in calibration.ts. */
export function supportOf(opinions: Opinions, match: Match | null, k: number): number {
  const visited = opinions.visits[k] ?? 0
  const fits = Math.max(0, match?.terms[k] ?? 0) + Math.max(0, match?.concepts[k] ?? 0) + (match?.company[k] ?? 0)
  return (3 * visited) / (1 + visited) + 0.7 * fits + Math.max(0, opinions.raw[k] ?? 0)
}
