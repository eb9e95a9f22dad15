import { exactAddress } from '../../../contract/address.ts'
import type { DecidedBy, ReasonCode } from '../../../contract/reasons.ts'
import type { Evidence } from '../../../contract/tables.ts'
import { quoteEvidence } from './quote-evidence.ts'
import {
  type FolderToSort,
  INBOX,
  listIdOf,
  type MessageToSort,
  type Model,
  rank,
  wordsOf,
} from '../../../packages/classifier/classifier.ts'
import { firstMatchingCondition, type Condition } from './match-conditions.ts'
import {
  conditionMatched,
  conditionFolderDisabled,
  correctedToInbox,
  correctedSender,
  matchingFeatures,
  noMatch,
  correctedFolderDisabled,
  belowThreshold,
  knownSender,
} from './explanation-texts.ts'

/** A folder that mail may be sorted into: active and included in AI. */
export type Candidate = FolderToSort

/** The user moved mail of this sender or list, in Outlook or in the processing history. */
export interface Correction {
  kind: 'sender' | 'list'
  /** The exact address, or the exact list id. */
  value: string
  /** A folder's id, or 'inbox': leave such mail alone. */
  folderId: string
}

export interface DecisionContext {
  model: Model
  /** In the user's order. */
  conditions: readonly Condition[]
  /** Newest first. */
  corrections: readonly Correction[]
  /** The user has written to the sender, and the mailbox keeps mail from known senders in the inbox. */
  isFromKnownSender: boolean
  /** The mailbox's setting: minimum confidence for sorting, 0 to 1. */
  threshold: number
}

export interface Decision {
  /** Null: leave the mail in the inbox. */
  folderId: string | null
  confidence: number
  by: DecidedBy
  reason: ReasonCode
  explanation: string
  /** The parts of the mail that decided, verbatim, the most important first. */
  evidence: Evidence[]
  /** The second best folder, on the scale of `confidence`. The best folder where the mail stays in the inbox. */
  runnerUp: { folderId: string; confidence: number } | null
  /** A language model was called, with or without a valid answer. */
  askedModel: boolean
}

/**
 * Decides where a mail goes, and why. In order: the user's conditions, corrections about the sender or list, known
 * senders, the classifier. Pure: the same arguments give the same decision.
 */
export function decide(mail: MessageToSort, folders: readonly Candidate[], context: DecisionContext): Decision {
  const candidates = folders.filter((folder) => folder.id !== INBOX)
  return (
    fromConditions(mail, candidates, context.conditions) ??
    fromCorrections(mail, candidates, context.corrections) ??
    fromKnownPeople(mail, context) ??
    fromClassifier(mail, candidates, context)
  )
}

function fromConditions(
  mail: MessageToSort,
  folders: readonly Candidate[],
  conditions: readonly Condition[],
): Decision | null {
  const matched = firstMatchingCondition(mail, conditions)
  if (!matched) return null
  const { kind, value } = matched
  const words = kind === 'subject' ? wordsOf(value) : [value]
  const evidence = quoteEvidence(
    mail,
    words.map((label) => ({ kind: kind === 'address' ? 'sender' : kind, label })),
  )
  const folder = folders.find(({ id }) => id === matched.folderId)
  // As with corrections: no other folder overrules the user's choice.
  if (!folder) return left('condition', 'disabled', 1, conditionFolderDisabled(matched), { evidence })
  return sorted('condition', folder.id, conditionMatched(matched), evidence)
}

/**
 * The last correction about exactly this sender or list. The sender can choose any display name or part of an
 * address.
 */
function fromCorrections(
  mail: MessageToSort,
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
  const evidence = quoteEvidence(mail, [{ kind: last.kind, label: about }])
  if (last.folderId === INBOX) return left('correction', 'no_match', 1, correctedToInbox(about), { evidence })
  const folder = folders.find(({ id }) => id === last.folderId)
  // The user's folder is switched off. A second-best folder would overrule the user; the inbox does not.
  if (!folder) return left('correction', 'disabled', 1, correctedFolderDisabled(about), { evidence })
  return sorted('correction', folder.id, correctedSender(about), evidence)
}

function fromKnownPeople(mail: MessageToSort, { isFromKnownSender }: DecisionContext): Decision | null {
  if (!isFromKnownSender) return null
  const sender = exactAddress(mail.from)
  const evidence = quoteEvidence(mail, [{ kind: 'sender', label: sender }])
  return left('known_person', 'known_person', 1, knownSender(sender), { evidence })
}

function fromClassifier(
  mail: MessageToSort,
  folders: readonly Candidate[],
  { model, threshold }: DecisionContext,
): Decision {
  const { candidates, confidence, evidence: features } = rank(model, mail, folders)
  const [best, second] = candidates
  const folder = folders.find(({ id }) => id === best?.folderId)
  const evidence = quoteEvidence(mail, features)
  // Without a feature that points to a folder there is no second best folder either.
  if (!best || !folder || features.length === 0)
    return left('classifier', 'no_match', confidence, noMatch(folders.length), {})
  if (confidence >= threshold) {
    // The probabilities are not calibrated; their ratio is.
    const share = best.probability > 0 ? (second?.probability ?? 0) / best.probability : 0
    const runnerUp = second ? { folderId: second.folderId, confidence: confidence * Math.min(share, 1) } : null
    const explanation = matchingFeatures(features)
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
  return left('classifier', 'low_confidence', confidence, belowThreshold(folder.name, confidence, threshold), {
    evidence,
    runnerUp: { folderId: best.folderId, confidence },
  })
}

/** The user's own rule: confidence 1. */
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
