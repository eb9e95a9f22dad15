import { learnCounts } from './naive-bayes.ts'
import { learnCalibration, capBySupport } from './calibration.ts'
import { learnBelonging, LEFT_OUT_WEIGHT } from './belonging.ts'
import { belongingFeatures } from './belonging-features.ts'
import type { Prediction } from './predict.ts'
import { predict, invalidatePrediction, cachedFeatures } from './predict.ts'
import { findFeatureRows, insertFeatureRows } from './feature-rows.ts'
import type { FolderToSort, MessageToSort } from './types.ts'
import { kindKey } from './email-kinds.ts'
import { countTrait } from './trait-counts.ts'
import { addExpectedCounts } from './expected-counts.ts'
import { addDocument } from './document-frequencies.ts'
import { supportOf } from './score-experts.ts'
import { matchProfiles } from './folder-profile.ts'
import { logShares, score, updateWeights } from './softmax.ts'
import { learnBiases, learnStack } from './stacking.ts'
import type { Model } from './model-state.ts'
import { columnOf, ensureColumn, INBOX, INBOX_FOLDER } from './model-state.ts'
import { addSenderOfDomain } from './domain-senders.ts'
import { addFiledSender } from './shared-domains.ts'
import { learnDescriptionRecords } from './new-folder.ts'
import { removeColumn } from './feature-table.ts'

export type { Evidence } from './evidence.ts'
export type { Model } from './model-state.ts'
export { createModel, INBOX } from './model-state.ts'
export { decode, encode, MODEL_VERSION } from './model-codec.ts'
export type { Ranking, ReviewReason } from './rank.ts'
export { rank, restsOnForgeries } from './rank.ts'

/** The year 2106: times are stored as seconds since 1970 in 32 bits. Dates outside the range are clamped. */
const LATEST_TIME = (2 ** 32 - 1) * 1000

/**
 * Adds a message of this mailbox to the document frequencies, in place, whether it is filed or not. Call it once per
 * message before `rank` or `learn`: rare words weigh more when names and instructions are matched.
 */
export function observe(model: Model, mail: MessageToSort): void {
  invalidatePrediction(model)
  addSenderOfDomain(model.domainSenders, mail)
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
  const features = cachedFeatures(model, mail)
  addFiledSender(model, mail.from, features, column)
  model.filedSenders.add(features.senderKey)
  const kind = kindKey(features)
  if (kind !== null) countTrait(model, kind, column)
  if (competing) learnFromPrediction(model, competing, column)
  insertFeatureRows(model, featureRows)
  if (columns.length > 1) updateWeights(model, featureRows, thought, column)
  learnCounts(model, featureRows.rows.subarray(0, featureRows.words + featureRows.traits), column)
  const receivedAt = mail.receivedAt.getTime()
  if (Number.isFinite(receivedAt)) model.lastReceivedAt = Math.min(LATEST_TIME, Math.max(0, receivedAt))
}

/** Updates expert weights and calibration from the prediction made before the correct folder was known. */
function learnFromPrediction(model: Model, prediction: Prediction, column: number): void {
  const { shares, experts, match } = prediction
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  learnBelongingFrom(model, prediction, column)
  const share = capBySupport(shares[best] ?? 0, supportOf(experts, match, best))
  const predicted = model.folders[best]
  if (predicted) learnCalibration(model.calibration, predicted, share, best === column)
  learnDescriptionRecords(model, prediction, column)
  learnStack(model.stack, experts.matrix, shares, column)
  learnBiases(model.folders, shares, column)
}

/**
 * Learns from the likeliest folder, and from the likeliest one as if the message's own folder did not exist. From the
 * first only where the message belongs in it or in none: errors between folders are for the calibration.
 */
function learnBelongingFrom(model: Model, prediction: Prediction, column: number): void {
  const { shares, experts, match } = prediction
  const inbox = columnOf(model, INBOX)
  const learnWithout = (left: number, weight: number) => {
    const rest = left < 0 ? 1 : 1 - (shares[left] ?? 0)
    let best = -1
    for (let k = 0; k < shares.length; k++)
      if (k !== left && k !== inbox && (best < 0 || (shares[k] ?? 0) > (shares[best] ?? 0))) best = k
    const isFiledElsewhere = left < 0 && column !== inbox && column !== best
    if (best < 0 || isFiledElsewhere) return
    const share = Math.min(1, (shares[best] ?? 0) / Math.max(1e-9, rest))
    const supported = capBySupport(share, supportOf(experts, match, best))
    learnBelonging(model.belonging, belongingFeatures(model, prediction, best, supported), best === column, weight)
  }
  learnWithout(-1, 1)
  if (column !== inbox) learnWithout(column, LEFT_OUT_WEIGHT)
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
