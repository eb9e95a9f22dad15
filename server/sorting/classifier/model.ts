import { learnCounts } from './bayes.ts'
import { calibrated, learnCalibration, supported } from './calibration.ts'
import type { Evidence } from './evidence.ts'
import { evidenceFor } from './evidence.ts'
import { featuresOf } from './features.ts'
import type { FolderToSort, MailToSort } from './mail.ts'
import { findPlaces, makePlaces } from './inputs.ts'
import { opinionsOf, supportOf } from './opinions.ts'
import { matchProfiles, matchedTerms } from './profile.ts'
import { logShares, score, step } from './softmax.ts'
import { combine, learnLeans, learnStack } from './stack.ts'
import type { Model } from './state.ts'
import { columnOf, makeColumn } from './state.ts'
import { removeColumn } from './table.ts'

export type { Evidence } from './evidence.ts'
export type { Model } from './state.ts'
export { createModel } from './state.ts'
export { decode, encode, MODEL_VERSION } from './codec.ts'

/** Learn mail that the user keeps in the inbox under this id: it then speaks against every folder, and is never itself a candidate. */
export const INBOX = 'inbox'
/** One object, so that what is known of a set of folders is worked out once. */
const NAMELESS_INBOX: FolderToSort = { id: INBOX, name: '', instructions: '' }

export interface Ranking {
  /** Best first. They add up to less than 1 where the inbox was learned too. */
  candidates: { folderId: string; probability: number }[]
  /** How sure the first one is: calibrated, and low where nothing speaks for any folder. */
  confidence: number
  evidence: Evidence[]
}

export function rank(model: Model, mail: MailToSort, folders: readonly FolderToSort[]): Ranking {
  const listed = folders.filter((folder) => folder.id !== INBOX)
  // Sorted, so that neither ties nor rounding depend on the order in which the folders were given.
  const asked = [...new Map(listed.map((folder) => [folder.id, folder])).values()].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )
  if (asked.length === 0) return { candidates: [], confidence: 0, evidence: [] }
  if (columnOf(model, INBOX) >= 0) asked.push(NAMELESS_INBOX)
  const features = featuresOf(mail)
  const placed = findPlaces(model, features)
  const columnById = new Map(model.folders.map(({ id }, column) => [id, column]))
  const columns = asked.map(({ id }) => columnById.get(id) ?? -1)
  const match = matchProfiles(features, asked)
  const opinions = opinionsOf(model, features, placed, columns, match)
  const shares = combine(model.stack.theta, opinions.matrix, leansOf(model, columns))
  const order = [...shares.keys()]
    .filter((k) => asked[k]?.id !== INBOX)
    .sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || a - b)
  const best = order[0] ?? 0
  const folder = asked[best]
  const share = supported(shares[best] ?? 0, supportOf(opinions, match, best))
  return {
    candidates: order.map((k) => ({ folderId: asked[k]?.id ?? '', probability: shares[k] ?? 0 })),
    confidence: calibrated(model.calibration, share),
    evidence: folder
      ? evidenceFor(
          model,
          features,
          placed,
          columns[best] ?? -1,
          columns[order[1] ?? -1] ?? -1,
          matchedTerms(features, folder),
        )
      : [],
  }
}

/**
 * Learns, in place, that the mail belongs in the folder. Give mail oldest first. With `folders` (as for `rank`) it also learns how far this
 * user's names and instructions can be trusted.
 */
export function learn(model: Model, mail: MailToSort, folderId: string, folders: readonly FolderToSort[] = []): void {
  const features = featuresOf(mail)
  const isNew = columnOf(model, folderId) < 0
  const column = makeColumn(model, folderId)
  const columns = [...model.folders.keys()]
  const placed = makePlaces(model, features)
  let shares = new Float64Array(columns.length).fill(1 / columns.length)
  if (!isNew && columns.length > 1) {
    const match = folders.length > 0 ? matchProfiles(features, namedColumns(model, folders)) : null
    const opinions = opinionsOf(model, features, placed, columns, match)
    const before = combine(model.stack.theta, opinions.matrix, leansOf(model, columns))
    const best = before.indexOf(before.reduce((a, b) => Math.max(a, b), 0))
    learnCalibration(model.calibration, supported(before[best] ?? 0, supportOf(opinions, match, best)), best === column)
    learnStack(model.stack, opinions.matrix, before, column)
    learnLeans(model.folders, before, column)
    shares = logShares(opinions.raw).map(Math.exp)
  } else if (columns.length > 1) {
    shares = logShares(score(model, placed.inputs, columns)).map(Math.exp)
  }
  if (columns.length > 1) step(model, placed.inputs, shares, column)
  learnCounts(model, [...placed.words, ...placed.traits], column)
  if (Number.isFinite(features.receivedAt)) model.latest = features.receivedAt
}

function namedColumns(model: Model, folders: readonly FolderToSort[]): FolderToSort[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return model.folders.map(({ id }) => byId.get(id) ?? NAMELESS_INBOX)
}

function leansOf({ folders }: Model, columns: readonly number[]): Float64Array {
  return Float64Array.from(columns, (column) => folders[column]?.lean ?? 0)
}

/** Forgets a folder and everything learned from its mail. */
export function dropFolder(model: Model, folderId: string): void {
  const column = columnOf(model, folderId)
  if (column < 0) return
  const lastColumn = model.folders.length - 1
  removeColumn(model.table, column, lastColumn)
  model.mails -= model.folders[column]?.mails ?? 0
  const moved = model.folders.pop()
  if (moved && column < lastColumn) model.folders[column] = moved
}
