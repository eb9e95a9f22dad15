import { withoutNameBesideWord } from './description-guard.ts'
import type { Model } from './model-state.ts'
import { cachedFeatures } from './predict.ts'
import type { Ranking } from './rank.ts'
import { rank, restsOnForgeries } from './rank.ts'
import type { SecurityFinding } from './security-kind.ts'
import { securityFinding } from './security-kind.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

/** A folder that is wrong three times out of four is not offered. */
export const MIN_OFFERED_CONFIDENCE = 0.25
/** The same where no word or topic can be named: below, nine of ten such messages do not belong in the folder. */
const MIN_OFFERED_WITHOUT_EVIDENCE = 0.5

/** `review`: the first candidate is offered to the user. `none`: no folder fits. */
type Outcome = 'filed' | 'review' | 'none'

interface Filing {
  ranking: Ranking
  outcome: Outcome
  /** Where the message is filed, nothing that leaves the mailbox may start without the user. */
  actionsWait: boolean
}

/** What the classifier decides, where no rule of the user does. `securityFindingFor` may still keep it in the inbox. */
export function fileByContent(
  model: Model,
  mail: MessageToSort,
  folders: readonly FolderToSort[],
  threshold: number,
): Filing {
  const ranking = rank(model, mail, folders)
  const folder = folders.find(({ id }) => id === ranking.candidates[0]?.folderId)
  const unnamed = folder && ranking.review === 'name-only' ? rankWithoutName(model, mail, folders, folder) : null
  if (unnamed && outcomeOf(unnamed, threshold) === 'filed')
    return { ranking: unnamed, outcome: 'filed', actionsWait: true }
  const outcome = outcomeOf(ranking, threshold)
  const isFiled = outcome === 'filed' && folder !== undefined
  const actionsWait = ranking.mayBeCopied || (isFiled && restsOnForgeries(model, mail, folders, folder))
  return { ranking, outcome, actionsWait }
}

/**
 * A name that fits makes nothing worse: what the instructions file under another name is no copy of the name.
 * @returns null where another folder is the likeliest then
 */
function rankWithoutName(
  model: Model,
  mail: MessageToSort,
  folders: readonly FolderToSort[],
  folder: FolderToSort,
): Ranking | null {
  const unnamed = folders.map((one) => (one === folder ? { ...one, name: '' } : one))
  const ranking = rank(model, withoutNameBesideWord(mail, cachedFeatures(model, mail), folder), unnamed)
  return ranking.candidates[0]?.folderId === folder.id ? { ...ranking, mayBeCopied: true } : null
}

function outcomeOf({ candidates, confidence, review, evidence, limit }: Ranking, threshold: number): Outcome {
  if (candidates.length === 0) return 'none'
  if (review !== null) return confidence >= MIN_OFFERED_CONFIDENCE ? 'review' : 'none'
  if (confidence >= threshold) return 'filed'
  const isExplained = evidence.length > 0 || limit === 'kind'
  return confidence >= (isExplained ? MIN_OFFERED_CONFIDENCE : MIN_OFFERED_WITHOUT_EVIDENCE) ? 'review' : 'none'
}

interface FolderForSecurity extends FolderToSort {
  /** Unread email of `securityFinding` is filed here, too. */
  includesSecurityEmail?: boolean
}

/** Why an unread message stays in the inbox although a folder fits. @param folder null where none does */
export function securityFindingFor(mail: MessageToSort, folder: FolderForSecurity | null): SecurityFinding | null {
  return folder?.includesSecurityEmail ? null : securityFinding(mail)
}

/** The folder where an unread message is filed if no rule of the user decides; null: it stays in the inbox. */
export function folderOfUnread(
  mail: MessageToSort,
  folders: readonly FolderForSecurity[],
  { ranking, outcome }: Filing,
): string | null {
  const folder = folders.find(({ id }) => id === ranking.candidates[0]?.folderId)
  return folder && outcome === 'filed' && !securityFindingFor(mail, folder) ? folder.id : null
}
