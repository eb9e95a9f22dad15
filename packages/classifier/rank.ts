import { capByBelonging } from './belonging.ts'
import { belongingFeatures } from './belonging-features.ts'
import { calibrated, capBySupport } from './calibration.ts'
import { CALIBRATED_MESSAGES, coldStartConfidence, leadsInOpening } from './cold-start-confidence.ts'
import {
  containsInstructions,
  isCopyOnOtherTopic,
  isOnTopicBeyondCopies,
  matchBeyondCopies,
  restsOnOneWord,
  withoutForgeries,
} from './description-guard.ts'
import type { Evidence } from './evidence.ts'
import { evidenceFor } from './evidence.ts'
import { conceptWords, descriptionScore, listWeight, matchedTerms } from './folder-profile.ts'
import type { Features } from './message-features.ts'
import { listIdOf } from './message-addresses.ts'
import type { Model } from './model-state.ts'
import { INBOX, INBOX_FOLDER } from './model-state.ts'
import type { NewFolder } from './new-folder.ts'
import { descriptionProbability, examplesOf, likeliestNewFolder, NEW_FOLDER_EXAMPLES } from './new-folder.ts'
import { quoteTopic } from './quote-instructions.ts'
import type { Prediction } from './predict.ts'
import { cachedFeatures, predict } from './predict.ts'
import { isSupportedByKind, supportOf } from './score-experts.ts'
import { traitCounts } from './trait-counts.ts'
import type { FolderToSort, MessageToSort } from './types.ts'
import { isWithoutTopic } from './unknown-name.ts'

/**
 * Why a message is left for review whatever the threshold:
 * - `name-only`: an unknown sender, and nothing but the folder's name speaks for the folder;
 * - `instructions-pasted`: an unknown sender, and the message contains the instructions;
 * - `instructions-against-learning`: the instructions of a new folder match, but the user has filed this sender or list
 *   elsewhere; the first candidate is the folder with mail of this sender or list, the second the new one. Where that
 *   mail is in the inbox, the new folder is first.
 */
export type ReviewReason = 'name-only' | 'instructions-pasted' | 'instructions-against-learning'

/**
 * What alone supports the first candidate, while the user has filed nothing of the sender:
 * - `text`: the text, and neither subject nor sender;
 * - `word`: one word;
 * - `kind`: that the user has put email of this kind there.
 */
type Limit = 'text' | 'word' | 'kind'

export interface Ranking {
  /** Highest probability first, after the two of a conflict. The sum is below 1 where the inbox has been learned. */
  candidates: { folderId: string; probability: number }[]
  /** Calibrated probability that the first candidate is right; low without evidence for any folder. */
  confidence: number
  review: ReviewReason | null
  /**
   * An unknown sender may have written the message from the folder's name or instructions. Where it is filed, for the
   * topic of its other words, nothing that leaves the mailbox may start without the user.
   */
  mayBeCopied: boolean
  /** Why the confidence is an upper limit, and no estimate. */
  limit: Limit | null
  /** What the first candidate is due to: its name and instructions, or learned messages. */
  basis: 'instructions' | 'learning'
  evidence: Evidence[]
}

const NO_RANKING: Ranking = {
  candidates: [],
  confidence: 0,
  review: null,
  mayBeCopied: false,
  limit: null,
  basis: 'instructions',
  evidence: [],
}
/** Probability of a new folder from which another folder's message is left for review. */
const CONTESTED = 0.7
/** Probability, without what an attacker can copy, below which a message of an unknown sender is left. */
const MIN_PROBABILITY_BEYOND_COPIES = 0.6
const MIN_SCORE_BEYOND_COPIES = 1.5
/** Confidence, without any described word, from which a message of an unknown sender starts actions. */
const MIN_CONFIDENCE_WITHOUT_COPIES = 0.55
/** Effective number, and share, of a sender's messages in one folder from which the sender is filed there. */
const MIN_FILED_ELSEWHERE = 0.5
const HABITUAL_SHARE = 0.8
/** Below, a message is left anyway, as unsure; only copies count, because they could persuade a language model. */
const MIN_REVIEWED_CONFIDENCE = 0.3
/** Highest confidence where one word alone speaks for a folder without messages of the sender. */
const MAX_BY_ONE_WORD = 0.57
/** Highest confidence of a message that is left for review. */
const MAX_REVIEW_CONFIDENCE = 0.55
/** Of a message that is offered for its kind alone: below every threshold, so that it is never filed. */
const MAX_CONFIDENCE_BY_KIND = 0.29

export function rank(model: Model, mail: MessageToSort, folders: readonly FolderToSort[]): Ranking {
  const { competing, columns } = competingFolders(model, folders)
  if (competing.every(({ id }) => id === INBOX)) return NO_RANKING
  const prediction = predict(model, mail, columns, competing)
  const { features, rows, experts } = prediction
  const newFolder = likeliestNewFolder(model, prediction)
  const shares = newFolder ? withNewFolder(prediction.shares, newFolder) : prediction.shares
  const order = [...competing.keys()]
    .filter((k) => competing[k]?.id !== INBOX)
    .sort((a, b) => (shares[b] ?? 0) - (shares[a] ?? 0) || (idAt(competing, a) < idAt(competing, b) ? -1 : 1))
  const best = order[0] ?? 0
  const { confidence: usual, isByOneWord } = confidenceIn(model, prediction, competing, { best, newFolder })
  const likeliest = competing[best]
  // Of a folder with a topic: email that does not match it seldom belongs there, whatever its kind.
  const isByKind = likeliest !== undefined && isSupportedByKind(experts, best) && isWithoutTopic(likeliest)
  const byKind = isByKind ? Math.min(MAX_CONFIDENCE_BY_KIND, shares[best] ?? 0) : 0
  const confidence = Math.max(usual, byKind)
  const isUnsure = confidence < MIN_REVIEWED_CONFIDENCE
  const copied = copyReason(model, prediction, competing, { best, isUnsure })
  const review =
    copied?.review ??
    (!isUnsure && isContested(model, prediction, best, newFolder) ? 'instructions-against-learning' : null)
  if (review === 'instructions-against-learning' && newFolder) {
    const learned = newFolder.k === best ? filedElsewhere(model, prediction, best) : best
    // The inbox can only be second: it is no folder to choose.
    moveToFront(order, ...(competing[learned]?.id === INBOX ? [newFolder.k, learned] : [learned, newFolder.k]))
  }
  const first = order[0] ?? best
  const folder = competing[first]
  const basis = isNew(model, columns[best]) && (experts.traitCounts[best] ?? 0) === 0 ? 'instructions' : 'learning'
  const isByTextAlone = basis === 'instructions' && prediction.match !== null && !leadsInOpening(prediction.match, best)
  const matched = folder ? matchedTerms(features, folder) : []
  return {
    candidates: order.map((k) => ({ folderId: idAt(competing, k), probability: shares[k] ?? 0 })),
    confidence: review ? Math.min(MAX_REVIEW_CONFIDENCE, confidence) : confidence,
    review,
    mayBeCopied: copied !== null,
    limit: byKind > usual && review === null ? 'kind' : isByTextAlone ? 'text' : isByOneWord ? 'word' : null,
    basis,
    evidence: folder
      ? evidenceFor(model, features, rows, columns[first] ?? -1, columns[order[1] ?? -1] ?? -1, {
          matched,
          conceptual: conceptWords(features, folder, model.frequencies),
          topic: matched.length > 0 ? null : quoteTopic(features, folder),
          list: { id: listIdOf(mail.headers), weight: listWeight(features, folder) },
        })
      : [],
  }
}

function idAt(folders: readonly FolderToSort[], k: number): string {
  return folders[k]?.id ?? ''
}

function isNew(model: Model, column = -1): boolean {
  return examplesOf(model, column) < NEW_FOLDER_EXAMPLES
}

function moveToFront(order: number[], ...folders: readonly number[]): void {
  const others = order.filter((k) => !folders.includes(k))
  order.splice(0, order.length, ...folders, ...others)
}

/** The new folder takes its probability from all others. */
function withNewFolder(shares: Float64Array, { k, probability }: NewFolder): Float64Array {
  const rest = shares.map((share) => share * (1 - probability))
  rest[k] = (rest[k] ?? 0) + probability
  return rest
}

function confidenceIn(
  model: Model,
  prediction: Prediction,
  competing: readonly FolderToSort[],
  { best, newFolder }: { best: number; newFolder: NewFolder | null },
): { confidence: number; isByOneWord: boolean } {
  const { columns, shares, experts, match } = prediction
  const share = capBySupport(shares[best] ?? 0, supportOf(experts, match, best))
  const among = calibrated(model.calibration, share, model.folders[columns[best] ?? -1]?.confidenceShift)
  const taught = Math.min(1, model.mails / CALIBRATED_MESSAGES)
  const facts = belongingFeatures(model, prediction, best, share)
  const capped = capByBelonging(model.belonging, among, facts)
  const learned = among + taught * (capped - among)
  const others = newFolder && newFolder.k !== best ? 1 - newFolder.probability : 1
  const examples = examplesOf(model, columns[best] ?? -1)
  const confidence = match
    ? coldStartConfidence(learned * others, model, { shares, match, experts }, best, examples)
    : learned
  const own = newFolder?.k === best ? describedProbability(newFolder, model, facts) : 0
  const supported = match && leadsInOpening(match, best) ? own : Math.min(MAX_REVIEW_CONFIDENCE, own)
  const reached = Math.max(confidence, supported)
  const folder = competing[best]
  const isUnvisited = match !== null && isNew(model, columns[best]) && (experts.traitCounts[best] ?? 0) === 0
  const isByOneWord =
    reached > MAX_BY_ONE_WORD && isUnvisited && folder !== undefined && restsOnOneWord(prediction.features, folder)
  return { confidence: isByOneWord ? MAX_BY_ONE_WORD : reached, isByOneWord }
}

/** Its examples make a folder less sure of what its description says only where such mail may belong in no folder. */
function describedProbability(newFolder: NewFolder, model: Model, facts: Float64Array): number {
  return Math.max(newFolder.probability, capByBelonging(model.belonging, newFolder.probabilityWithoutExamples, facts))
}

/**
 * Guards against senders who know a folder's name or instructions; see `ReviewReason`. A copy is filed only where its
 * other words have the folder's topic, and never where it contains the instructions.
 *
 * @param isUnsure then a match that is weak without the name may be weak with it, too
 * @returns null where the message is no copy
 */
function copyReason(
  model: Model,
  { columns, features, match }: Prediction,
  competing: readonly FolderToSort[],
  { best, isUnsure }: { best: number; isUnsure: boolean },
): { review: ReviewReason | null } | null {
  const folder = competing[best]
  if (!folder || !match || !isNew(model, columns[best]) || isKnownSender(model, features)) return null
  if (containsInstructions(features, folder)) return { review: 'instructions-pasted' }
  const beyond = matchBeyondCopies(features, competing, best, model.frequencies)
  const isMatched = !isUnsure || descriptionScore(match, best) >= MIN_SCORE_BEYOND_COPIES
  const isBeyondCopies =
    descriptionScore(beyond, best) >= MIN_SCORE_BEYOND_COPIES &&
    descriptionProbability(beyond, best) >= MIN_PROBABILITY_BEYOND_COPIES
  const unlessOnTopic = (review: ReviewReason) => ({
    review: isOnTopicBeyondCopies(features, folder) ? null : review,
  })
  if (isMatched && !isBeyondCopies) return unlessOnTopic('name-only')
  return isCopyOnOtherTopic(features, competing, best, model.frequencies) ? unlessOnTopic('instructions-pasted') : null
}

/**
 * Whether only its described words, its headers or a calendar entry bring a message of an unknown sender into a folder:
 * without them it is not likely to belong there. An attacker who knows the folder can add them to any message.
 */
export function restsOnForgeries(
  model: Model,
  mail: MessageToSort,
  folders: readonly FolderToSort[],
  folder: FolderToSort,
): boolean {
  if (isKnownSender(model, cachedFeatures(model, mail))) return false
  const others = withoutForgeries(mail, folder)
  const { candidates, confidence } = rank(model, others, folders)
  return candidates[0]?.folderId !== folder.id || confidence < MIN_CONFIDENCE_WITHOUT_COPIES
}

/** Whether the instructions of the new folder match, and the user has filed this sender or list elsewhere. */
function isContested(model: Model, prediction: Prediction, best: number, newFolder: NewFolder | null): boolean {
  const { experts, match } = prediction
  return (
    match !== null &&
    newFolder !== null &&
    newFolder.probabilityOfUnknownSender >= CONTESTED &&
    leadsInOpening(match, newFolder.k) &&
    (newFolder.k === best ? filedElsewhere(model, prediction, best) >= 0 : (experts.traitCounts[best] ?? 0) > 0)
  )
}

/**
 * The folder other than `k` where the user files this sender or list; -1 where there is none. A sender whose messages
 * go into several folders says nothing about this one.
 */
function filedElsewhere(model: Model, { features, rows, columns }: Prediction, k: number): number {
  for (const { trait, row } of rows.knownTraits) {
    if (trait.kind !== 'list' && !(trait.kind === 'sender' && isKnownSender(model, features))) continue
    const counts = traitCounts(model, row, columns)
    const most = counts.reduce((top, count, other) => (other !== k && count > (counts[top] ?? 0) ? other : top), -1)
    const all = counts.reduce((sum, count) => sum + count, 0)
    if ((counts[most] ?? 0) >= Math.max(MIN_FILED_ELSEWHERE, HABITUAL_SHARE * all)) return most
  }
  return -1
}

/** Whether the user has filed a message of this sender anywhere. Lists and conversations can be forged more easily. */
const isKnownSender = ({ filedSenders }: Model, { senderKey }: Features): boolean => filedSenders.has(senderKey)

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
