import type { Match } from './folder-profile.ts'
import { descriptionLeads, descriptionScore } from './folder-profile.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { Prediction } from './predict.ts'
import type { Model } from './model-state.ts'
import { cellAt } from './sparse-counts.ts'

/**
 * A folder without training examples in a mailbox that has learned others. The learned experts know nothing of it, so
 * what its name and instructions say would count less with every message that other folders learn. A logistic
 * regression therefore estimates the probability that a message belongs in it: from how well its description matches,
 * by itself and against all other descriptions, and from whether another folder has messages of this sender, list or
 * conversation. See docs/decisions/017-instructions.md.
 */
const BIAS = -0.3
const MATCH_WEIGHT = 1.37
const LEAD_WEIGHT = 0.42
const KNOWN_ELSEWHERE_WEIGHT = -0.55
/** A smaller probability does not lower the confidence in other folders. */
const MIN_PROBABILITY = 0.06
/**
 * Learned messages per folder from which the estimate counts fully; before, most folders are new, and the experts still
 * listen to descriptions. Folders that know all words of the message do not count, so that a message just learned into
 * one of them gives it no disadvantage.
 */
const TAUGHT_MESSAGES = 13
/** A mailbox is young from this share of empty folders on; where fewer are empty, fewer learned messages suffice. */
const YOUNG_SHARE = 1 / 4
/**
 * How much of the estimate counts after 0, 1, 2 … training examples of the folder, for a message unlike them; then the
 * learned experts decide.
 */
const FADING = [1, 0.3, 0.1]
/** The same for a message whose words are all in the examples; a sudden end would count against a learned message. */
const FADING_OF_KNOWN_WORDS = [1, 1, 1, 0.8, 0.6, 0.4, 0.2]
export const NEW_FOLDER_EXAMPLES = FADING_OF_KNOWN_WORDS.length

export interface NewFolder {
  k: number
  /** Probability that the message belongs in the folder. */
  probability: number
  /** The same if no other folder had messages of this sender, list or conversation. */
  probabilityOfUnknownSender: number
}

/** Number of training examples of the folder in column `column`; 0 for a folder that the model does not know. */
export function examplesOf(model: Model, column: number): number {
  return model.folders[column]?.mails ?? 0
}

/** The likeliest folder with few training examples; null without a noticeable probability. */
export function likeliestNewFolder(
  model: Model,
  { columns, described, rows, match, experts }: Prediction,
): NewFolder | null {
  if (!match || !described) return null
  const empty = columns.filter((column) => examplesOf(model, column) === 0).length
  const young = Math.min(columns.length, Math.max(1, empty / YOUNG_SHARE))
  const taught = Math.min(1, mailsWithNewWords(model, rows) / (TAUGHT_MESSAGES * young)) ** 2
  const leads = descriptionLeads(match)
  let likeliest: NewFolder | null = null
  columns.forEach((column, k) => {
    const examples = examplesOf(model, column)
    if (examples >= NEW_FOLDER_EXAMPLES || described[k]?.name === '') return
    const known = examples === 0 ? 0 : (FADING_OF_KNOWN_WORDS[examples] ?? 0) * shareOfKnownWords(model, rows, column)
    const fading = Math.max(FADING[examples] ?? 0, known)
    const elsewhere = experts.traitCounts.reduce(
      (most, count, other) => (other === k ? most : Math.max(most, count)),
      0,
    )
    const z = logOdds(descriptionScore(match, k), leads[k] ?? 0)
    const scale = taught * fading
    const probability = scale * logistic(z + KNOWN_ELSEWHERE_WEIGHT * Math.log1p(elsewhere))
    if (probability > (likeliest?.probability ?? 0))
      likeliest = { k, probability, probabilityOfUnknownSender: scale * logistic(z) }
  })
  return likeliest === null || (likeliest as NewFolder).probabilityOfUnknownSender < MIN_PROBABILITY ? null : likeliest
}

function logOdds(score: number, lead: number): number {
  return BIAS + MATCH_WEIGHT * score + LEAD_WEIGHT * lead
}

/** Probability from the description alone, of a message from an unknown sender. */
export function descriptionProbability(match: Match, k: number): number {
  return logistic(logOdds(descriptionScore(match, k), descriptionLeads(match)[k] ?? 0))
}

/** Training examples of the folders that do not know all words of the message. */
function mailsWithNewWords(model: Model, rows: FeatureRows): number {
  return model.folders.reduce((mails, folder, k) => (knowsAllWords(model, rows, k) ? mails : mails + folder.mails), 0)
}

function knowsAllWords({ table }: Model, { rows, words }: FeatureRows, column: number): boolean {
  for (let i = 0; i < words; i++) {
    const row = rows[i] ?? -1
    if (row < 0 || cellAt(table.counts, row, column) < 0) return false
  }
  return true
}

/** Share of the message's words that the folder's training examples contain, rare words counting more. */
function shareOfKnownWords({ table }: Model, { rows, values, words }: FeatureRows, column: number): number {
  let known = 0
  let all = 0
  for (let i = 0; i < words; i++) {
    const weight = (values[i] ?? 0) ** 2
    const row = rows[i] ?? -1
    all += weight
    if (row >= 0 && cellAt(table.counts, row, column) >= 0) known += weight
  }
  return all === 0 ? 1 : known / all
}

function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z))
}
