import { exactAddress } from '../../../contract/address.ts'
import type { DecidedBy, ReasonCode } from '../../../contract/reasons.ts'
import type { Evidence } from '../../../contract/tables.ts'
import { asWritten } from './as-written.ts'
import { listIdOf } from '../../../packages/classifier/features.ts'
import type { FolderToSort, MailToSort } from '../../../packages/classifier/mail.ts'
import { wordsOf } from '../../../packages/classifier/tokens.ts'
import { firstFulfilled, type Condition } from './conditions.ts'
import type { Model } from '../../../packages/classifier/model.ts'
import { INBOX, rank } from '../../../packages/classifier/model.ts'
import {
  conditionFulfilled,
  conditionSwitchedOff,
  keptInInbox,
  learnedSender,
  likely,
  nothingFits,
  switchedOff,
  unsure,
  writtenTo,
} from './explanation.ts'

/** A folder that mail may be sorted into: active and included in AI. */
export type Candidate = FolderToSort

/** The user moved mail of this sender or list, by hand or in the log. */
export interface Correction {
  kind: 'sender' | 'list'
  /** The exact address, or the exact list id. */
  value: string
  /** A folder's id, or 'inbox': leave such mail alone. */
  folderId: string
}

export interface Memory {
  model: Model
  /** In the user's order. */
  conditions: readonly Condition[]
  /** Latest first. */
  corrections: readonly Correction[]
  /** Somebody wrote it whom the user has written to, and the mailbox keeps such mail in the inbox. */
  isFromKnownPerson: boolean
  /** The mailbox's own: sorted from this confidence on, 0 to 1. */
  threshold: number
}

export interface Decision {
  /** Null: leave the mail in the inbox. */
  folderId: string | null
  confidence: number
  by: DecidedBy
  reason: ReasonCode
  explanation: string
  /** What of the mail weighed most, verbatim, weightiest first. */
  evidence: Evidence[]
  /** The folder that came next, on the scale of the decision's own confidence; the likeliest one where none was sure enough. */
  runnerUp: { folderId: string; confidence: number } | null
  /** A language model was asked, whatever became of its answer. */
  askedModel: boolean
}

/**
 * Where a mail goes, and why: the user's conditions, what they taught about this very sender or list, people they know, the classifier.
 * Pure: the same mail, folders and memory always give the same answer.
 */
export function decide(mail: MailToSort, folders: readonly Candidate[], memory: Memory): Decision {
  const candidates = folders.filter((folder) => folder.id !== INBOX)
  return (
    fromConditions(mail, candidates, memory.conditions) ??
    fromCorrections(mail, candidates, memory.corrections) ??
    fromKnownPeople(mail, memory) ??
    fromClassifier(mail, candidates, memory)
  )
}

function fromConditions(
  mail: MailToSort,
  folders: readonly Candidate[],
  conditions: readonly Condition[],
): Decision | null {
  const fulfilled = firstFulfilled(mail, conditions)
  if (!fulfilled) return null
  const { kind, value } = fulfilled
  const words = kind === 'subject' ? wordsOf(value) : [value]
  const evidence = asWritten(
    mail,
    words.map((label) => ({ kind: kind === 'address' ? 'sender' : kind, label })),
  )
  const folder = folders.find(({ id }) => id === fulfilled.folderId)
  // As with corrections: no folder of ours overrules the user's.
  if (!folder) return left('condition', 'disabled', 1, conditionSwitchedOff(fulfilled), { evidence })
  return sorted('condition', folder.id, conditionFulfilled(fulfilled), evidence)
}

/** The last word of the user about this very sender or list. Never the display name or a part of an address: strangers choose those. */
function fromCorrections(
  mail: MailToSort,
  folders: readonly Candidate[],
  corrections: readonly Correction[],
): Decision | null {
  const sender = exactAddress(mail.from)
  const list = listIdOf(mail.headers)
  const last = corrections.find(({ kind, value }) => {
    const own = kind === 'list' ? list : sender
    return own !== '' && value === own
  })
  if (!last) return null
  const about = last.kind === 'list' ? list : sender
  const evidence = asWritten(mail, [{ kind: last.kind, label: about }])
  if (last.folderId === INBOX) return left('correction', 'no_match', 1, keptInInbox(about), { evidence })
  const folder = folders.find(({ id }) => id === last.folderId)
  // The user's folder is switched off. A second-best folder of ours would overrule them; the inbox does not.
  if (!folder) return left('correction', 'disabled', 1, switchedOff(about), { evidence })
  return sorted('correction', folder.id, learnedSender(about), evidence)
}

function fromKnownPeople(mail: MailToSort, { isFromKnownPerson }: Memory): Decision | null {
  if (!isFromKnownPerson) return null
  const sender = exactAddress(mail.from)
  const evidence = asWritten(mail, [{ kind: 'sender', label: sender }])
  return left('known_person', 'known_person', 1, writtenTo(sender), { evidence })
}

function fromClassifier(mail: MailToSort, folders: readonly Candidate[], { model, threshold }: Memory): Decision {
  const { candidates, confidence, evidence: weighed } = rank(model, mail, folders)
  const [best, second] = candidates
  const folder = folders.find(({ id }) => id === best?.folderId)
  const evidence = asWritten(mail, weighed)
  // Where nothing speaks for any folder there is no next one either.
  if (!best || !folder || weighed.length === 0)
    return left('classifier', 'no_match', confidence, nothingFits(folders.length), {})
  if (confidence >= threshold) {
    // Shares are not calibrated; their ratio is.
    const share = best.probability > 0 ? (second?.probability ?? 0) / best.probability : 0
    const runnerUp = second ? { folderId: second.folderId, confidence: confidence * Math.min(share, 1) } : null
    const explanation = likely(weighed)
    return {
      folderId: folder.id,
      confidence,
      by: 'classifier',
      reason: 'sorted',
      explanation,
      evidence,
      runnerUp,
      askedModel: false,
    }
  }
  return left('classifier', 'low_confidence', confidence, unsure(folder.name, confidence, threshold), {
    evidence,
    runnerUp: { folderId: best.folderId, confidence },
  })
}

/** As the user said: nothing is surer. */
function sorted(by: DecidedBy, folderId: string, explanation: string, evidence: Evidence[]): Decision {
  return { folderId, confidence: 1, by, reason: 'sorted', explanation, evidence, runnerUp: null, askedModel: false }
}

function left(
  by: DecidedBy,
  reason: ReasonCode,
  confidence: number,
  explanation: string,
  { evidence = [], runnerUp = null }: Partial<Pick<Decision, 'evidence' | 'runnerUp'>>,
): Decision {
  return { folderId: null, confidence, by, reason, explanation, evidence, runnerUp, askedModel: false }
}
