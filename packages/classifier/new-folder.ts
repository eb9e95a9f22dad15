import type { Match } from './folder-profile.ts'
import { descriptionLeads, descriptionScore } from './folder-profile.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { Prediction } from './predict.ts'
import type { Model } from './model-state.ts'
import { cellAt } from './sparse-counts.ts'

/**
 * A folder with few training examples in a mailbox that has learned others. The learned experts know little of it, so
 * what its name and instructions say would count less with every message that other folders learn. A logistic
 * regression therefore estimates the probability that a message belongs in it: from how well its description matches,
 * by itself and against all other descriptions, and from whether another folder has messages of this sender, list or
 * conversation. See docs/decisions/017-instructions.md.
 *
 * The experts take over folder by folder: with its examples, and where its description has a bad record. The record
 * compares, over the messages learned since the first example, the likelihood with the estimate and without it (a
 * Bayesian mixture of two experts for each folder).
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
/** A mailbox is young from this share of young folders on; where fewer are young, fewer learned messages suffice. */
const YOUNG_SHARE = 1 / 4
/** Beside an empty folder only empty ones are young; beside one with examples, those with fewer than these. */
const YOUNG_EXAMPLES = 5
/** A folder with fewer training examples is a new one; with as many its description counts half. */
export const NEW_FOLDER_EXAMPLES = 7
/** Bounds, as log likelihood ratio: a long good record excuses few errors, and a bad one can be mended. */
const MAX_RECORD = 2
const MIN_RECORD = -6
/** Keeps the likelihood of one message finite. */
const EDGE = 1e-3

export interface NewFolder {
  k: number
  /** Probability that the message belongs in the folder. */
  probability: number
  /** The same if no other folder had messages of this sender, list or conversation. */
  probabilityOfUnknownSender: number
  /** The same if the description counted as if the folder had no examples. */
  probabilityWithoutExamples: number
}

/** Number of training examples of the folder in column `column`; 0 for a folder that the model does not know. */
export function examplesOf(model: Model, column: number): number {
  return model.folders[column]?.mails ?? 0
}

/** The folder whose description matches the message most; null without a noticeable probability. */
export function likeliestNewFolder(model: Model, prediction: Prediction): NewFolder | null {
  let likeliest: NewFolder | null = null
  estimates(model, prediction).forEach((estimate, k) => {
    const column = prediction.columns[k] ?? -1
    const record = Math.min(1, Math.exp(model.folders[column]?.descriptionRecord ?? 0))
    const weight = record * (NEW_FOLDER_EXAMPLES / (NEW_FOLDER_EXAMPLES + examplesOf(model, column)))
    const probability = weight * estimate.probability
    if (probability > (likeliest?.probability ?? 0))
      likeliest = {
        k,
        probability,
        probabilityOfUnknownSender: weight * estimate.probabilityOfUnknownSender,
        probabilityWithoutExamples: record * estimate.probability,
      }
  })
  return likeliest === null || (likeliest as NewFolder).probabilityOfUnknownSender < MIN_PROBABILITY ? null : likeliest
}

/** Updates the record of each description from the prediction made before the correct folder was known. */
export function learnDescriptionRecords(model: Model, prediction: Prediction, column: number): void {
  estimates(model, prediction).forEach(({ probability }, k) => {
    const folder = model.folders[prediction.columns[k] ?? -1]
    if (!folder) return
    const share = prediction.shares[k] ?? 0
    const isRight = prediction.columns[k] === column
    const likelihood = (belongs: number) => Math.min(1 - EDGE, Math.max(EDGE, isRight ? belongs : 1 - belongs))
    const gain = Math.log(likelihood(share + probability * (1 - share)) / likelihood(share))
    folder.descriptionRecord = Math.min(MAX_RECORD, Math.max(MIN_RECORD, folder.descriptionRecord + gain))
  })
}

/** Of each folder, by its description and whether the sender is known elsewhere; 0 without a description. */
function estimates(
  model: Model,
  { columns, described, rows, match, experts }: Prediction,
): Pick<NewFolder, 'probability' | 'probabilityOfUnknownSender'>[] {
  if (!match || !described) return []
  const mails = mailsWithNewWords(model, rows)
  const taughtBeside = (youngBelow: number): number => {
    const young = columns.filter((column) => examplesOf(model, column) < youngBelow).length
    const required = TAUGHT_MESSAGES * Math.min(columns.length, Math.max(1, young / YOUNG_SHARE))
    return Math.min(1, mails / required) ** 2
  }
  const [besideEmpty, besideYoung] = [taughtBeside(1), taughtBeside(YOUNG_EXAMPLES)]
  const [next = 0, most = 0] = columns.length === 1 ? [] : experts.traitCounts.toSorted().slice(-2)
  const leads = descriptionLeads(match)
  return columns.map((column, k) => {
    const taught = examplesOf(model, column) === 0 ? besideEmpty : besideYoung
    const scale = described[k]?.name === '' ? 0 : taught
    const elsewhere = experts.traitCounts[k] === most ? next : most
    const z = logOdds(descriptionScore(match, k), leads[k] ?? 0)
    return {
      probability: scale * logistic(z + KNOWN_ELSEWHERE_WEIGHT * Math.log1p(elsewhere)),
      probabilityOfUnknownSender: scale * logistic(z),
    }
  })
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

function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z))
}
