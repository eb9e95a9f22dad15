import { kindKey } from './email-kinds.ts'
import { findRow } from './feature-table.ts'
import { scoreComplement, scoreMultinomial, sumLogs, unitsOf } from './naive-bayes.ts'
import type { Features, TraitKind } from './message-features.ts'
import { scoreSmoothedShares, scoreLastFolders, usualShares, traitCounts } from './trait-counts.ts'
import type { FeatureRows } from './feature-rows.ts'
import { trustInNames } from './folder-profile.ts'
import type { Match } from './folder-profile.ts'
import { logShares, score } from './softmax.ts'
import { EXPERT_AT, EXPERT_COUNT } from './stacking.ts'
import type { Model } from './model-state.ts'

/** Pseudo-counts, distributed like the folders' usual shares. */
const SENDER_SMOOTHING = 1
const LIST_SMOOTHING = 0.5
const KIND_SMOOTHING = 1
const MIN_KIND_SUPPORT = 0.2
/** Mass of unseen features of a folder: small, so that folders with few messages can compete. */
const UNSEEN_MASS = 300
/**
 * Messages per folder at which learned experts reach half of their weight, and at which names and instructions fall to
 * half.
 */
const EARLY_MESSAGES = 10
const LEARNED_EXPERTS = [EXPERT_AT.words, EXPERT_AT.contrast, EXPERT_AT.softmax, EXPERT_AT.latest]
/** Traits by which a message continues something: their former folder is evidence by itself. */
const CONTINUING_TRAITS: readonly TraitKind[] = ['sender', 'list', 'thread', 'pattern']
/** Time after which the latest messages say little about the next one. */
const RECENCY_MS = 10 * 86_400_000

export interface ExpertScores {
  /** One row per expert, one column per folder. */
  matrix: Float64Array
  /** Softmax scores, and the logarithms of their probabilities. */
  softmaxScores: Float64Array
  logShares: Float64Array
  /** Largest count among the traits that identify a sender or a conversation. */
  traitCounts: Float64Array
}

/** Scores of every expert for every folder in `columns` (-1: unknown folder). */
export function scoreExperts(
  model: Model,
  features: Features,
  mail: FeatureRows,
  columns: readonly number[],
  match: Match | null,
): ExpertScores {
  const n = columns.length
  const matrix = new Float64Array(EXPERT_COUNT * n)
  const units = unitsOf(model, columns)

  const text = sumLogs(model, mail.rows.subarray(0, mail.words), units)
  // Neighbouring words are correlated; without this factor a long text would outweigh everything else.
  const factor = 4 / (4 + Math.sqrt(text.features))
  scoreMultinomial(model, text, columns, UNSEEN_MASS, factor, matrix, EXPERT_AT.words * n)
  scoreComplement(model, text, columns, factor, matrix, EXPERT_AT.contrast * n)
  const traits = sumLogs(model, mail.rows.subarray(mail.words, mail.words + mail.traits), units)
  scoreMultinomial(model, traits, columns, UNSEEN_MASS, 1, matrix, EXPERT_AT.traits * n)
  const softmaxScores = score(model, mail, columns)
  const shares = logShares(softmaxScores)
  matrix.set(shares, EXPERT_AT.softmax * n)
  scoreLastFolders(model, mail, columns, matrix, EXPERT_AT.latest * n)
  const visited = scoreTraitCounts(model, mail, columns, matrix)

  const gap = Math.abs(features.receivedAt - model.lastReceivedAt)
  const fresh = Number.isFinite(gap) ? Math.exp(-gap / RECENCY_MS) : 0
  const early = EARLY_MESSAGES / (EARLY_MESSAGES + messagesOutsideLargestFolder(model) / n)
  const learned = 1 - EARLY_MESSAGES / (EARLY_MESSAGES + model.mails / n)
  // Recipients and form of a few messages do not outvote names that everyone understands; a known sender does.
  const isUnknown = visited.every((count) => count === 0)
  const traitsTrust = match && isUnknown ? 1 - trustInNames(match) * (1 - learned) : 1
  for (let at = EXPERT_AT.traits * n; at < (EXPERT_AT.traits + 1) * n; at++)
    matrix[at] = traitsTrust * (matrix[at] ?? 0)
  if (match && isUnknown) scoreKind(model, features, columns, early * silenceOf(match), matrix)
  for (const expert of LEARNED_EXPERTS) {
    for (let at = expert * n; at < (expert + 1) * n; at++) matrix[at] = learned * (matrix[at] ?? 0)
  }
  for (let k = 0; k < n; k++) {
    const recent = model.folders[columns[k] ?? -1]?.recent ?? 0
    matrix[EXPERT_AT.recent * n + k] = fresh * Math.log(recent + 0.5 / n)
  }
  if (match) {
    for (let k = 0; k < n; k++) {
      const terms = match.terms[k] ?? 0
      const broad = match.broad[k] ?? 0
      // Topics are for a mailbox that has learned little: what it learns is finer.
      const concepts = broad + early * ((match.concepts[k] ?? 0) - broad)
      matrix[EXPERT_AT.terms * n + k] = terms
      matrix[EXPERT_AT.termsEarly * n + k] = (terms + (match.cooccurrences[k] ?? 0)) * early
      matrix[EXPERT_AT.concepts * n + k] = concepts
      matrix[EXPERT_AT.conceptsEarly * n + k] = concepts * early
    }
  }
  return { matrix, softmaxScores, logShares: shares, traitCounts: visited }
}

/**
 * Number of messages outside the largest folder. While only one folder has messages, nothing could compensate for a
 * lower weight of its name, and its first message would count against it.
 */
function messagesOutsideLargestFolder({ mails, folders }: Model): number {
  let fullest = 0
  for (const folder of folders) fullest = Math.max(fullest, folder.mails)
  return mails - fullest
}

/** Writes the scores of sender, list and conversation; returns the largest count per folder. */
function scoreTraitCounts(
  model: Model,
  { knownTraits }: FeatureRows,
  columns: readonly number[],
  matrix: Float64Array,
): Float64Array {
  const n = columns.length
  const shares = usualShares(model, columns)
  const most = new Float64Array(n)
  for (const { trait, row } of knownTraits) {
    if (!CONTINUING_TRAITS.includes(trait.kind)) continue
    const had = traitCounts(model, row, columns)
    for (let k = 0; k < n; k++) most[k] = Math.max(most[k] ?? 0, had[k] ?? 0)
    if (trait.kind === 'sender') scoreSmoothedShares(had, shares, SENDER_SMOOTHING, matrix, EXPERT_AT.sender * n)
    if (trait.kind === 'list') scoreSmoothedShares(had, shares, LIST_SMOOTHING, matrix, EXPERT_AT.list * n)
    if (trait.kind !== 'thread') continue
    const last = columns.indexOf((model.table.last[row] ?? 0) - 1)
    if (last >= 0) matrix[EXPERT_AT.lastThread * n + last] = 1
  }
  return most
}

/**
 * A filed message teaches its kind a little: a message of another sender follows it where neither this sender nor a
 * description speaks for a folder.
 */
function scoreKind(
  model: Model,
  features: Features,
  columns: readonly number[],
  weight: number,
  matrix: Float64Array,
): void {
  const key = kindKey(features)
  const row = key === null ? -1 : findRow(model.table, key)
  if (row < 0) return
  const n = columns.length
  const at = EXPERT_AT.kind * n
  scoreSmoothedShares(traitCounts(model, row, columns), usualShares(model, columns), KIND_SMOOTHING, matrix, at)
  for (let k = 0; k < n; k++) matrix[at + k] = weight * (matrix[at + k] ?? 0)
}

/** From 1, where no description matches, to 0. */
function silenceOf({ terms, concepts }: Match): number {
  return Math.exp(-terms.reduce((most, term, k) => Math.max(most, term + (concepts[k] ?? 0)), 0))
}

/** Whether the kind of the message speaks for folder `k`. */
export function isSupportedByKind({ matrix, traitCounts }: ExpertScores, k: number): boolean {
  return (matrix[EXPERT_AT.kind * traitCounts.length + k] ?? 0) >= MIN_KIND_SUPPORT
}

/** Evidence for a folder by itself and not relative to others; see `capBySupport` in calibration.ts. */
export function supportOf(experts: ExpertScores, match: Match | null, k: number): number {
  const visited = experts.traitCounts[k] ?? 0
  const fits = Math.max(0, match?.terms[k] ?? 0) + Math.max(0, match?.concepts[k] ?? 0) + (match?.cooccurrences[k] ?? 0)
  return (3 * visited) / (1 + visited) + 0.7 * fits + Math.max(0, experts.softmaxScores[k] ?? 0)
}
