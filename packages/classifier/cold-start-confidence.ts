import type { Prediction } from './predict.ts'
import { reliability } from './document-frequencies.ts'
import type { Match } from './folder-profile.ts'
import { descriptionLeads, trustInNames } from './folder-profile.ts'
import { NEW_FOLDER_EXAMPLES } from './new-folder.ts'
import { supportOf } from './score-experts.ts'
import type { Model } from './model-state.ts'

/**
 * Confidence before the user has filed anything, and in a young mailbox that of a folder with few examples. The
 * evidence then has only a few levels, and each level gets the share of correct predictions that it had in other
 * mailboxes (histogram binning; Zadrozny and Elkan, 2001). The share depends on the folder names: with everyday names
 * ("Travel", "Rechnungen") a clear prediction is nearly always right; with names that only their owner understands the
 * same words say far less.
 *
 * Levels: no evidence; one of many, one of few, one of two folders; clear, very clear, nearly certain, certain.
 */
const EVERYDAY_NAMES = [0.02, 0.28, 0.48, 0.59, 0.74, 0.87, 0.94, 0.99]
/** Personal names: in a mailbox without observed messages, and in one whose common words are known. */
const PERSONAL_NAMES = [0.05, 0.19, 0.28, 0.44, 0.47, 0.54, 0.74, 0.8]
const PERSONAL_NAMES_OBSERVED = [0.05, 0.21, 0.38, 0.54, 0.58, 0.66, 0.77, 0.82]
const ONE_OF_TWO = 3
/** Evidence below this value is what every message has. */
const MIN_SUPPORT = 0.1
/** Up to this many folders in question count as few. In question: probability above 1/e of the highest. */
const FEW = 5
/** Where the four clear levels begin, as ln(best probability / next probability). */
const LEADS = [1, 2, 4, 6]
/**
 * With few folders most messages belong in none, and a lead over the others says little. The confidence then follows
 * the match with name and instructions: a logistic regression on matching words, common concepts, the lead and the
 * number of folders, learned from everyday mailboxes with one to eight of their folders (packages/classifier/eval).
 */
const FEW_FOLDERS_BIAS = -4.9
const WORDS_WEIGHT = 1.25
const CONCEPT_WEIGHT = 0.56
const LEAD_WEIGHT = 0.72
const FOLDERS_WEIGHT = 1.87
const MAX_WORDS = 4
const MAX_LEAD = 8
const FEW_FOLDERS = 4
const MANY_FOLDERS = 12
/** Highest confidence where subject and sender do not support the folder more than any other. */
const MAX_BY_TEXT_ALONE = 0.5
/** Number of learned messages from which the calibration alone decides. */
export const CALIBRATED_MESSAGES = 60
/** The same for a folder with few examples, in learned messages per folder: its own are among few of them. */
const CALIBRATED_PER_FOLDER = 15

/** The parts of a prediction that determine the level. */
interface ColdStartPrediction extends Pick<Prediction, 'shares' | 'experts'> {
  match: Match
}

/**
 * @param learned the calibrated confidence of folder `best`, which is meaningless before the first training examples
 * @param examples learned messages of folder `best`
 */
export function coldStartConfidence(
  learned: number,
  { frequencies, mails }: Pick<Model, 'frequencies' | 'mails'>,
  prediction: ColdStartPrediction,
  best: number,
  examples: number,
): number {
  const { shares, match } = prediction
  const isNew = 1 - ramp(examples, 0, NEW_FOLDER_EXAMPLES)
  const weight = Math.max(
    1 - ramp(mails, 0, CALIBRATED_MESSAGES),
    isNew * (1 - ramp(mails / shares.length, 0, CALIBRATED_PER_FOLDER)),
  )
  if (weight === 0) return learned
  const few = Math.min(learned, fewFoldersConfidence(prediction, best))
  // Body text may have been written to match a folder. Without support from subject and sender the level is limited.
  const level = openingSupports(prediction, best)
    ? confidenceLevel(prediction, best)
    : Math.min(confidenceLevel(prediction, best), ONE_OF_TWO)
  const personal = interpolate(PERSONAL_NAMES[level], PERSONAL_NAMES_OBSERVED[level], reliability(frequencies))
  const many = interpolate(personal, EVERYDAY_NAMES[level], trustInNames(match))
  return interpolate(learned, interpolate(few, many, ramp(shares.length, FEW_FOLDERS, MANY_FOLDERS)), weight)
}

/** Confidence where there are few folders; 1 where the folder already contains this sender, list or conversation. */
function fewFoldersConfidence({ shares, experts, match }: ColdStartPrediction, best: number): number {
  if ((experts.traitCounts[best] ?? 0) > 0) return 1
  const folders = shares.length
  // Word weights grow with the number of folders; this normalises them.
  const words = Math.min(MAX_WORDS, (match.terms[best] ?? 0) / Math.sqrt(Math.log(1 + folders)))
  const concepts = match.everyday * Math.max(0, match.concepts[best] ?? 0)
  const lead = Math.min(MAX_LEAD, Math.max(-MAX_LEAD, descriptionLeads(match)[best] ?? 0))
  const z =
    FEW_FOLDERS_BIAS +
    WORDS_WEIGHT * words +
    CONCEPT_WEIGHT * concepts +
    LEAD_WEIGHT * lead +
    FOLDERS_WEIGHT * Math.log(folders)
  const confidence = 1 / (1 + Math.exp(-z))
  return leadsInOpening(match, best) ? confidence : Math.min(MAX_BY_TEXT_ALONE, confidence)
}

/** Logarithm of the ratio between the folder's probability and the next one. */
function logLead(shares: Float64Array, best: number): number {
  const own = Math.log(shares[best] ?? 0)
  return shares.reduce((least, share, k) => (k === best ? least : Math.min(least, own - Math.log(share))), Infinity)
}

function confidenceLevel({ shares, experts, match }: ColdStartPrediction, best: number): number {
  if (supportOf(experts, match, best) < MIN_SUPPORT) return 0
  const leads = Array.from(shares, (share) => Math.log(shares[best] ?? 0) - Math.log(share))
  const inQuestion = leads.filter((lead) => lead < 1).length
  if (inQuestion > 1) return inQuestion === 2 ? ONE_OF_TWO : inQuestion <= FEW ? 2 : 1
  const lead = logLead(shares, best)
  return ONE_OF_TWO + LEADS.filter((from) => lead >= from).length
}

/**
 * Whether the folder contains this sender, list or conversation, or subject and sender alone support it no less
 * than every other folder.
 */
function openingSupports({ experts, match }: ColdStartPrediction, best: number): boolean {
  return (experts.traitCounts[best] ?? 0) > 0 || leadsInOpening(match, best)
}

export function leadsInOpening({ opening }: Match, best: number): boolean {
  const own = opening[best] ?? 0
  return own > 0 && opening.every((other) => other <= own)
}

function interpolate(from = 0, to = 0, way: number): number {
  return from + way * (to - from)
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
