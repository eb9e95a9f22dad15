import { learnCounts } from './bayes.ts'
import { calibrated, learnCalibration, supported } from './calibration.ts'
import type { Considered } from './consider.ts'
import { consider, forgetLast, readMail } from './consider.ts'
import type { Evidence } from './evidence.ts'
import { evidenceFor } from './evidence.ts'
import { findPlaces, makePlaces } from './inputs.ts'
import type { FolderToSort, MailToSort } from './mail.ts'
import { addGuess } from './guesses.ts'
import { take } from './noticed.ts'
import { supportOf } from './opinions.ts'
import { matchedTerms, matchProfiles, tellingWords } from './profile.ts'
import { logShares, score, step } from './softmax.ts'
import { learnLeans, learnStack } from './stack.ts'
import type { Model } from './state.ts'
import { columnOf, makeColumn } from './state.ts'
import { removeColumn } from './table.ts'
import { untaught } from './untaught.ts'

export type { Evidence } from './evidence.ts'
export type { Model } from './state.ts'
export { createModel } from './state.ts'
export { decode, encode, MODEL_VERSION } from './codec.ts'

/** Learn mail that the user keeps in the inbox under this id: it then speaks against every folder, and is never itself a candidate. */
export const INBOX = 'inbox'
/** In 2106: times are stored as seconds since 1970, in 32 bits. A date beyond either end counts as that end. */
const LATEST_TIME = (2 ** 32 - 1) * 1000

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
  const { asked, columns } = askedOf(model, folders)
  if (asked.every(({ id }) => id === INBOX)) return { candidates: [], confidence: 0, evidence: [] }
  const { features, placed, match, opinions, shares } = consider(model, mail, columns, asked)
  const candidates = asked
    .map(({ id }, k) => ({ folderId: id, probability: shares[k] ?? 0, k }))
    .filter(({ folderId }) => folderId !== INBOX)
    .sort((a, b) => b.probability - a.probability || (a.folderId < b.folderId ? -1 : 1))
  const best = candidates[0]?.k ?? 0
  const rival = candidates[1]?.k ?? -1
  const folder = asked[best]
  const learned = calibrated(model.calibration, supported(shares[best] ?? 0, supportOf(opinions, match, best)))
  return {
    candidates: candidates.map(({ folderId, probability }) => ({
      folderId,
      probability,
    })),
    confidence: match ? untaught(learned, model, { shares, match, opinions }, best) : learned,
    evidence: folder
      ? evidenceFor(model, features, placed, columns[best] ?? -1, columns[rival] ?? -1, {
          matched: matchedTerms(features, folder),
          telling: tellingWords(features, folder, model.noticed),
        })
      : [],
  }
}

/**
 * Each folder once, in the order of the model's columns, and those that it has not met by their ids: so neither ties nor rounding depend on
 * the order in which the folders were given. The inbox competes where it was learned.
 */
function askedOf(model: Model, folders: readonly FolderToSort[]): { asked: FolderToSort[]; columns: number[] } {
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  byId.delete(INBOX)
  const asked: FolderToSort[] = []
  const columns: number[] = []
  model.folders.forEach(({ id }, column) => {
    const folder = id === INBOX ? NAMELESS_INBOX : byId.get(id)
    if (!folder) return
    byId.delete(id)
    asked.push(folder)
    columns.push(column)
  })
  for (const folder of [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    asked.push(folder)
    columns.push(-1)
  }
  return { asked, columns }
}

/**
 * Takes in, in place, what mail of this mailbox is like; not where it belongs. To be called once for each mail that is met, filed or not,
 * before it is asked about or learned: names and instructions are read by what is rare in the mailbox.
 */
export function notice(model: Model, mail: MailToSort): void {
  forgetLast(model)
  take(model.noticed, readMail(model, mail))
}

/**
 * Takes in, in place, where a mail that nobody has filed would belong by names and instructions: to be called after it was noticed, once, and
 * not for mail that is learned.
 */
export function guess(model: Model, mail: MailToSort, folders: readonly FolderToSort[]): void {
  forgetLast(model)
  // In an order of their own: rounding may not depend on that in which the folders were given.
  const asked = folders.filter(({ id }) => id !== INBOX).sort((a, b) => (a.id < b.id ? -1 : 1))
  const features = readMail(model, mail)
  const { terms, concepts, company } = matchProfiles(features, asked, model.noticed)
  const fits = terms.map((fit, k) => fit + (concepts[k] ?? 0) + (company[k] ?? 0))
  addGuess(model.noticed.guesses, features, asked, fits)
}

/**
 * Learns, in place, that the mail belongs in the folder. Give mail oldest first. With `folders` (as for `rank`) it also learns how far this
 * user's names and instructions can be trusted.
 */
export function learn(model: Model, mail: MailToSort, folderId: string, folders: readonly FolderToSort[] = []): void {
  const isNew = columnOf(model, folderId) < 0
  const column = makeColumn(model, folderId)
  const columns = [...model.folders.keys()]
  const asked = isNew || columns.length === 1 ? null : consider(model, mail, columns, describedIn(model, folders))
  const placed = asked?.placed ?? findPlaces(model, readMail(model, mail))
  const thought = asked?.opinions.logShares ?? logShares(score(model, placed, columns))
  forgetLast(model)
  if (asked) learnFromAnswer(model, asked, column)
  makePlaces(model, placed)
  if (columns.length > 1) step(model, placed, thought, column)
  learnCounts(model, placed.rows.subarray(0, placed.words + placed.traits), column)
  const receivedAt = mail.receivedAt.getTime()
  if (Number.isFinite(receivedAt)) model.latest = Math.min(LATEST_TIME, Math.max(0, receivedAt))
}

/** What the answer, given before the right folder was known, says of the experts and of the confidence. */
function learnFromAnswer(model: Model, { shares, opinions, match }: Considered, column: number): void {
  const best = shares.indexOf(shares.reduce((a, b) => Math.max(a, b), 0))
  const share = supported(shares[best] ?? 0, supportOf(opinions, match, best))
  learnCalibration(model.calibration, share, best === column)
  learnStack(model.stack, opinions.matrix, shares, column)
  learnLeans(model.folders, shares, column)
}

function describedIn(model: Model, folders: readonly FolderToSort[]): FolderToSort[] | null {
  if (folders.length === 0) return null
  const byId = new Map(folders.map((folder) => [folder.id, folder]))
  return model.folders.map(({ id }) => byId.get(id) ?? NAMELESS_INBOX)
}

/** Forgets a folder and everything learned from its mail. */
export function dropFolder(model: Model, folderId: string): void {
  model.noticed.guesses.delete(folderId)
  const column = columnOf(model, folderId)
  if (column < 0) return
  forgetLast(model)
  const lastColumn = model.folders.length - 1
  removeColumn(model.table, column, lastColumn)
  model.mails -= model.folders[column]?.mails ?? 0
  const moved = model.folders.pop()
  if (moved && column < lastColumn) model.folders[column] = moved
}
