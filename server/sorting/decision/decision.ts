import type { FilingSchedule } from '../../../contract/filing-time.ts'
import type { DecidedBy, DecisionBasis, ReasonCode } from '../../../contract/reasons.ts'
import type { Evidence } from '../../../contract/tables.ts'
import type { FolderToSort, Model } from '../../../packages/classifier/classifier.ts'
import type { Condition } from './match-conditions.ts'

/** A folder that mail may be sorted into: active and included in AI. */
export interface Candidate extends FolderToSort {
  /** In Outlook, since: its mail stays in the inbox. */
  isDeleted?: boolean
  /** Unread email of `securityFinding` is filed here, too. */
  includesSecurityEmail?: boolean
  /** When email is moved there; missing where the folder exists only here, so that nothing is moved. */
  schedule?: FilingSchedule
}

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
  /** Folders that are switched off: email that their instructions match is left, as with conditions. */
  disabledFolders?: readonly Candidate[]
  /** The user has read the email: codes and the like may be filed. */
  isRead?: boolean
  /** The mailbox's setting: minimum confidence for sorting, 0 to 1. */
  threshold: number
}

export interface Decision {
  /** Null: leave the mail in the inbox. */
  folderId: string | null
  /** Null where the classifier has an upper limit instead of an estimate, and where instructions contradict. */
  confidence: number | null
  by: DecidedBy
  reason: ReasonCode
  explanation: string
  /** The parts of the mail that decided, verbatim, the most important first. */
  evidence: Evidence[]
  /** What the classifier's decision, or a rule of the user, is due to; null where neither decided. */
  basis: DecisionBasis | null
  /** The second best folder, on the scale of `confidence`. The best folder where the mail stays in the inbox. */
  runnerUp: { folderId: string; confidence: number | null } | null
  /**
   * The folder that is offered after `runnerUp`: the next likely one. Where instructions contradict what was learned,
   * the learned one.
   */
  secondChoiceId: string | null
  /** A language model was called, with or without a valid answer. */
  askedModel: boolean
  /** An unknown sender may have copied the folder's name or instructions: its actions wait for the user. */
  actionsWait: boolean
}

/** The user's own rule: confidence 1. */
export function sorted(by: DecidedBy, folderId: string, explanation: string, evidence: Evidence[]): Decision {
  return { ...undecided, folderId, confidence: 1, by, reason: 'sorted', explanation, evidence }
}

export function left(
  by: DecidedBy,
  reason: ReasonCode,
  confidence: number | null,
  explanation: string,
  more: Partial<Pick<Decision, 'evidence' | 'basis' | 'runnerUp' | 'secondChoiceId' | 'actionsWait'>>,
): Decision {
  return { ...undecided, confidence, by, reason, explanation, ...more }
}

const undecided = {
  folderId: null,
  evidence: [],
  basis: null,
  runnerUp: null,
  secondChoiceId: null,
  askedModel: false,
  actionsWait: false,
} satisfies Partial<Decision>
