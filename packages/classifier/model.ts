import { learnCounts } from './naive-bayes.ts'
import { calibrated, learnCalibration, capBySupport } from './calibration.ts'
import type { Prediction } from './predict.ts'
import { predict, invalidatePrediction, cachedFeatures } from './predict.ts'
import type { Evidence } from './evidence.ts'
import { evidenceFor } from './evidence.ts'
import { findFeatureRows, insertFeatureRows } from './feature-rows.ts'
import type { FolderToSort, MessageToSort } from './types.ts'
import { addExpectedCounts } from './expected-counts.ts'
import { addDocument } from './document-frequencies.ts'
import { supportOf } from './score-experts.ts'
import { matchedTerms, matchProfiles, conceptWords } from './folder-profile.ts'
import { logShares, score, updateWeights } from './softmax.ts'
import { learnBiases, learnStack } from './stacking.ts'
import type { Model } from './model-state.ts'
import { columnOf, ensureColumn } from './model-state.ts'
import { removeColumn } from './feature-table.ts'
import { coldStartConfidence } from './cold-start-confidence.ts'

export type { Evidence } from './evidence.ts'
export type { Model } from './model-state.ts'
export { createModel } from './model-state.ts'
export { decode, encode, MODEL_VERSION } from './model-codec.ts'

/**
 * Folder id of messages that the user keeps in the inbox. They count against every folder; the inbox is never a
 * candidate.
 */
export const INBOX = 'inbox'
/** The year 2106: times are stored as seconds since 1970 in 32 bits. Dates outside the range are clamped. */
const LATEST_TIME = (2 ** 32 - 1) * 1000

/** One shared object, so that cached data about a set of folders is found again. */
const INBOX_FOLDER: FolderToSort = { id: INBOX, name: '', instructions: '' }

export interface Ranking {
  /** Highest probability first. The sum is below 1 where the inbox has been learned. */
  candidates: { folderId: string; probability: number }[]
  /** Calibrated probability that the first candidate is right; low without evidence for any folder. */
  confidence: number
  evidence: Evidence[]
}

export function rank(model: Model, mail: MessageToSort, folders: readonly FolderToSort[]): Ranking {
  const { competing, columns } = competingFolders(model, folders)
  if (competing.every(({ id }) => id === INBOX)) return { candidates: [], confidence: 0, evidence: [] }
  const { features, rows, match, experts, shares } = predict(model, mail, columns, competing)
  const candidates = competing
    .map(({ id }, k) => ({ folderId: id, probability: shares[k] ?? 0, k }))
    .filter(({ folderId }) => folderId !== INBOX)
    .sort((a, b) => b.probability - a.probability || (a.folderId < b.folderId ? -1 : 1))
  const best = candidates[0]?.k ?? 0
  const rival = candidates[1]?.k ?? -1
  const folder = competing[best]
  const learned = calibrated(model.calibration, capBySupport(shares[best] ?? 0, supportOf(experts, match, best)))
  return {
    candidates: candidates.map(({ folderId, probability }) => ({
      folderId,
      probability,
    })),
    confidence: match ? coldStartConfidence(learned, model, { shares, match, experts }, best) : learned,
    evidence: folder
      ? evidenceFor(model, features, rows, columns[best] ?? -1, columns[rival] ?? -1, {
          matched: matchedTerms(features, folder),
          conceptual: conceptWords(features, folder, model.frequencies),
        })
      : [],
  }
}

/**
 * Each folder once, in the order of the model's columns; unknown folders follow by id, so that ties and rounding do not
 * depend on the order of the argument. The inbox competes where it has been learned.
 */
function competingFolders(
  model: Model,
  folders: readonly FolderToSort[],
): { competing: FolderToSort[]; columns: number[] } {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  byId.delete(INBOX)
  const competing: FolderToSort[] = []
  const columns: number[] = []
  model.folders.forEach(({ id }, column) => {
    const folder = id === INBOX ? INBOX_FOLDER : byId.get(id)
    if (!folder) return
    byId.delete(id)
    competing.push(folder)
    columns.push(column)
  })
  for (const folder of [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    competing.push(folder)
    columns.push(-1)
  }
  return { competing, columns }
}

/**
 * Adds a message of this mailbox to the document frequencies, in place, whether it is filed or not. Call it once per
 * message before `rank` or `learn`: rare words weigh more when names and instructions are matched.
 */
export function observe(model: Model, mail: MessageToSort): void {
  invalidatePrediction(model)
  addDocument(model.frequencies, cachedFeatures(model, mail))
}

/**
 * Adds an unlabelled message to the expected counts of the folders that match it, in place. Call it once after
 * `observe`, and not for messages that are learned.
 */
export function observeUnlabelled(model: Model, mail: MessageToSort, folders: readonly FolderToSort[]): void {
  invalidatePrediction(model)
  // Sorted by id: rounding must not depend on the order of the argument.
  const competing = folders.filter(({ id }) => id !== INBOX).sort((a, b) => (a.id < b.id ? -1 : 1))
  const features = cachedFeatures(model, mail)
  const { terms, concepts, cooccurrences } = matchProfiles(features, competing, model.frequencies)
  const fits = terms.map((fit, k) => fit + (concepts[k] ?? 0) + (cooccurrences[k] ?? 0))
  addExpectedCounts(model.frequencies.expected, features, competing, fits)
}

/**
 * Learns, in place, that a message belongs in a folder. Call it in order of arrival. With `folders` (as for `rank`) it
 * also learns how reliable this user's names and instructions are.
 */
export function learn(
  model: Model,
  mail: MessageToSort,
  folderId: string,
  folders: readonly FolderToSort[] = [],
): void {
  const isNew = columnOf(model, folderId) < 0
  const column = ensureColumn(model, folderId)
  const columns = [...model.folders.keys()]
  const competing =
    isNew || columns.length === 1 ? null : predict(model, mail, columns, describedFolders(model, folders))
  const featureRows = competing?.rows ?? findFeatureRows(model, cachedFeatures(model, mail))
  const thought = competing?.experts.logShares ?? logShares(score(model, featureRows, columns))
  invalidatePrediction(model)
  if (competing) learnFromPrediction(model, competing, column)
  insertFeatureRows(model, featureRows)
  if (columns.length > 1) updateWeights(model, featureRows, thought, column)
  learnCounts(model, featureRows.rows.subarray(0, featureRows.words + featureRows.traits), column)
  const receivedAt = mail.receivedAt.getTime()
  if (Number.isFinite(receivedAt)) model.lastReceivedAt = Math.min(LATEST_TIME, Math.max(0, receivedAt))
}

/** Updates expert weights and calibration from the prediction made before the correct folder was known. */
function learnFromPrediction(model: Model, { shares, experts, match }: Prediction, column: number): void {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  const share = capBySupport(shares[best] ?? 0, supportOf(experts, match, best))
  learnCalibration(model.calibration, share, best === column)
  learnStack(model.stack, experts.matrix, shares, column)
  learnBiases(model.folders, shares, column)
}

function describedFolders(model: Model, folders: readonly FolderToSort[]): FolderToSort[] | null {
  if (folders.length === 0) return null
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return model.folders.map(({ id }) => byId.get(id) ?? INBOX_FOLDER)
}

/** Removes a folder and everything that was learned from its messages. */
export function dropFolder(model: Model, folderId: string): void {
  model.frequencies.expected.delete(folderId)
  const column = columnOf(model, folderId)
  if (column < 0) return
  invalidatePrediction(model)
  const lastColumn = model.folders.length - 1
  removeColumn(model.table, column, lastColumn)
  model.mails -= model.folders[column]?.mails ?? 0
  const moved = model.folders.pop()
  if (moved && column < lastColumn) model.folders[column] = moved
}
