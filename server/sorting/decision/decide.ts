import { exactAddress } from '../../../contract/address.ts'
import { maxEvidence } from '../../../contract/limits.ts'
import type { DecidedBy, DecisionBasis, ReasonCode } from '../../../contract/reasons.ts'
import type { Evidence } from '../../../contract/tables.ts'
import { inSpellingOf, quoteEvidence, quoteSentence } from './quote-evidence.ts'
import {
  fileByContent,
  type FolderToSort,
  INBOX,
  isMoreSpecific,
  listIdOf,
  type MessageToSort,
  MIN_OFFERED_CONFIDENCE,
  type Model,
  rank,
  type Ranking,
  type SenderRule,
  wordsOf,
} from '../../../packages/classifier/classifier.ts'
import { firstMatchingCondition, type Condition } from './match-conditions.ts'
import {
  type SenderMatch,
  type SenderMatches,
  matchSender,
  foldersOpenTo,
  foldersToChooseFrom,
} from './match-instructions.ts'
import {
  byInstructions,
  instructedFolderDisabled,
  instructedSender,
  instructionsAgainstInbox,
  instructionsConflict,
  instructionsContradict,
  instructionsPasted,
} from './instruction-texts.ts'
import { keptUnread } from './security-email.ts'
import {
  conditionMatched,
  conditionFolderDisabled,
  correctedToInbox,
  correctedSender,
  matchingFeatures,
  noMatch,
  correctedFolderDisabled,
  correctedToExcludingFolder,
  belowThreshold,
  knownSender,
  nameOnly,
  sameKind,
  textAlone,
} from './explanation-texts.ts'

/** A folder that mail may be sorted into: active and included in AI. */
export interface Candidate extends FolderToSort {
  /** In Outlook, since: its mail stays in the inbox. */
  isDeleted?: boolean
  /** Unread email of `securityFinding` is filed here, too. */
  includesSecurityEmail?: boolean
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
  /** Null where the classifier has an upper limit instead of an estimate. */
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
  /** Where instructions contradict what was learned: the learned folder, which the review offers after `runnerUp`. */
  secondChoiceId: string | null
  /** A language model was called, with or without a valid answer. */
  askedModel: boolean
  /** An unknown sender may have copied the folder's name or instructions: its actions wait for the user. */
  actionsWait: boolean
}

/**
 * Decides where a mail goes, and why. In order: the user's conditions, senders that instructions name, corrections
 * about the sender or list, what instructions say about some of a sender's mail, known senders, the classifier.
 * Whatever they decide, unread codes, notices about accounts and phishing stay in the inbox. Pure: the same arguments
 * give the same decision.
 */
export function decide(mail: MessageToSort, folders: readonly Candidate[], context: DecisionContext): Decision {
  const decision = decideFolder(mail, folders, context)
  const kept = context.isRead ? null : keptUnread(mail, folders, decision)
  if (!kept) return decision
  const evidence = quoteEvidence(mail, [{ kind: 'sender', label: exactAddress(mail.from) }])
  return left('security', kept.reason, 1, kept.explanation, { evidence, runnerUp: kept.runnerUp })
}

function decideFolder(mail: MessageToSort, folders: readonly Candidate[], context: DecisionContext): Decision {
  const candidates = folders.filter((folder) => folder.id !== INBOX)
  const matches = matchSender(mail, candidates)
  const toChooseFrom = foldersToChooseFrom(mail, candidates)
  return (
    fromConditions(mail, candidates, context.conditions) ??
    fromInstructions(mail, matches.all, context) ??
    fromCorrections(mail, candidates, context.corrections, foldersOpenTo(mail, candidates)) ??
    fromWeakerInstructions(mail, matches, toChooseFrom, context) ??
    fromKnownPeople(mail, context) ??
    fromClassifier(mail, { candidates, open: toChooseFrom }, context)
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

/** An address or domain in the instructions of a folder works like a condition. */
function fromInstructions(mail: MessageToSort, match: SenderMatch | null, context: DecisionContext): Decision | null {
  const { all: off } = matchSender(mail, context.disabledFolders ?? [])
  if (off && (!match || isMoreSpecific(off.rule, match.rule))) return leftForDisabled(mail, off.rule)
  return match && sortedAsInstructed(mail, match, context)
}

function leftForDisabled(mail: MessageToSort, rule: SenderRule): Decision {
  const evidence = quoteSender(mail, rule)
  return left('condition', 'disabled', 1, instructedFolderDisabled(rule), { evidence, basis: 'instructions' })
}

/**
 * "Invoices from billing@acme.example" where the classifier is sure of this folder; "everything else from acme.example"
 * unless the classifier is sure of another folder.
 */
function fromWeakerInstructions(
  mail: MessageToSort,
  { some, rest }: SenderMatches,
  open: readonly Candidate[],
  context: DecisionContext,
): Decision | null {
  const { rest: off } = matchSender(mail, context.disabledFolders ?? [])
  if (!some && !rest && !off) return null
  const { ranking, outcome } = fileByContent(context.model, mail, open, context.threshold)
  const best = open.find(({ id }) => id === ranking.candidates[0]?.folderId)
  const isSure = best !== undefined && outcome === 'filed'
  // The sender alone is no invoice: the classifier must be as sure as without the rule. If two folders want this kind
  // of email and neither is sure, the user chooses.
  if (some && best && some.folders.includes(best)) {
    if (isSure) return sortedAsInstructed(mail, { ...some, folders: [best] }, context)
    if (some.folders.length > 1 && ranking.evidence.length > 0) return sortedAsInstructed(mail, some, context)
  }
  if (off && !isSure && (!rest || isMoreSpecific(off.rule, rest.rule))) return leftForDisabled(mail, off.rule)
  if (!rest) return null
  const isElsewhere = isSure && !rest.folders.includes(best)
  return isElsewhere ? null : sortedAsInstructed(mail, rest, context)
}

/** Several folders that want the same email contradict each other: the user chooses. */
function sortedAsInstructed(
  mail: MessageToSort,
  { folders, rule }: SenderMatch,
  { model }: DecisionContext,
): Decision | null {
  const evidence = quoteSender(mail, rule)
  const order = rank(model, mail, folders).candidates.map(({ folderId }) => folders.find(({ id }) => id === folderId))
  const [first, second] = order
  if (!first) return null
  const basis = 'instructions'
  if (!second) return { ...sorted('condition', first.id, instructedSender(rule), evidence), basis }
  return left(
    'condition',
    'instructions_conflict',
    CONTRADICTION,
    instructionsContradict(rule, first.name, second.name),
    {
      basis,
      evidence,
      runnerUp: { folderId: first.id, confidence: CONTRADICTION },
      secondChoiceId: second.id,
    },
  )
}
/** Confidence in each of two folders that want the same email. */
const CONTRADICTION = 0.5

function quoteSender(mail: MessageToSort, { kind, value }: SenderRule): Evidence[] {
  return quoteEvidence(mail, [{ kind: kind === 'address' ? 'sender' : 'domain', label: value }])
}

/**
 * The last correction about exactly this sender or list. The sender can choose any display name or part of an
 * address.
 */
function fromCorrections(
  mail: MessageToSort,
  folders: readonly Candidate[],
  corrections: readonly Correction[],
  open: readonly Candidate[],
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
  if (!open.includes(folder))
    return left('correction', 'instructions_conflict', CONTRADICTION, correctedToExcludingFolder(about, folder.name), {
      evidence,
      runnerUp: { folderId: folder.id, confidence: CONTRADICTION },
    })
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
  { candidates: all, open: folders }: { candidates: readonly Candidate[]; open: readonly Candidate[] },
  context: DecisionContext,
): Decision {
  const { model, threshold } = context
  const { ranking, outcome, actionsWait } = fileByContent(model, mail, folders, threshold)
  const { candidates, confidence, evidence: features, basis, review } = ranking
  const [best, second] = candidates
  const [folder, other] = [best, second].map((candidate) => folders.find(({ id }) => id === candidate?.folderId))
  if (!best || !folder || outcome === 'none') {
    const isClosest = features.length > 0 || confidence >= MIN_OFFERED_CONFIDENCE
    const closest = folder && isClosest ? folder.name : null
    const explanation = noMatch({ folders: all.length, open: folders.length, closest })
    return left('classifier', 'no_match', confidence, explanation, { basis, actionsWait })
  }
  if (review === 'instructions-against-learning' && other) {
    const explanation = instructionsConflict(other.name, folder.name, features)
    return left('classifier', 'instructions_conflict', null, explanation, {
      basis,
      evidence: evidenceFor(mail, other, { features, basis: 'instructions' }),
      runnerUp: { folderId: other.id, confidence: null },
      secondChoiceId: folder.id,
    })
  }
  const evidence = evidenceFor(mail, folder, { features, basis })
  if (outcome === 'filed') {
    const instructed = basis === 'instructions' ? sortedByInstructions(mail, folder, folders, context) : null
    const explanation = instructed ?? matchingFeatures(inSpellingOf(mail, features), basis)
    const filed = sorted('classifier', folder.id, explanation, evidence)
    // The probabilities are not calibrated; their ratio is.
    const share = best.probability > 0 ? (second?.probability ?? 0) / best.probability : 0
    const next = second ? { folderId: second.folderId, confidence: confidence * Math.min(share, 1) } : null
    return { ...filed, confidence, basis, runnerUp: next, actionsWait }
  }
  const estimate = hasEstimate(ranking) ? confidence : null
  const [reason, explanation] = reasonForReview(ranking, folder.name, { estimate, threshold })
  return left('classifier', reason, estimate, explanation, {
    basis,
    evidence,
    runnerUp: { folderId: best.folderId, confidence: estimate },
    actionsWait,
  })
}

const hasEstimate = ({ review, isByTextAlone, isByKind }: Ranking): boolean =>
  review === null && !isByTextAlone && !isByKind

function reasonForReview(
  { review, isByKind }: Ranking,
  folder: string,
  { estimate, threshold }: { estimate: number | null; threshold: number },
): [ReasonCode, string] {
  if (review === 'name-only') return ['name_only', nameOnly(folder)]
  if (review === 'instructions-pasted') return ['instructions_pasted', instructionsPasted(folder)]
  // With another folder, `fromClassifier` offers both.
  if (review === 'instructions-against-learning') return ['low_confidence', instructionsAgainstInbox(folder)]
  if (isByKind) return ['low_confidence', sameKind(folder)]
  return ['low_confidence', estimate === null ? textAlone(folder) : belowThreshold(folder, estimate, threshold)]
}

/** The features of the mail, and the sentence of the folder's instructions that matched. */
function evidenceFor(
  mail: MessageToSort,
  folder: Candidate,
  { features, basis }: Pick<Ranking, 'basis'> & { features: Ranking['evidence'] },
): Evidence[] {
  const quoted = quoteEvidence(mail, features)
  if (basis === 'learning' && !features.some(({ kind }) => kind === 'instructions')) return quoted
  // The topic can also stand in the folder's name, which is no sentence of the instructions.
  const topic = features.find(({ kind, label }) => kind === 'topic' && folder.instructions.includes(label))
  const sentence = quoteSentence(mail, folder) ?? topic?.label
  if (sentence === undefined) return quoted
  const one: Evidence = { kind: 'instruction_sentence', text: sentence }
  return basis === 'instructions'
    ? [one, ...quoted.slice(0, maxEvidence - 1)]
    : [...quoted.slice(0, maxEvidence - 1), one]
}

/** Also names the folder that would have been chosen by what was learned, and what it has of this sender. */
function sortedByInstructions(
  mail: MessageToSort,
  folder: Candidate,
  folders: readonly Candidate[],
  { model, threshold }: DecisionContext,
): string | null {
  const sentence = quoteSentence(mail, folder)
  if (sentence === null) return null
  const others = folders.filter(({ id }) => id !== folder.id)
  const { ranking, outcome } = fileByContent(model, mail, others, threshold)
  const lost = others.find(({ id }) => id === ranking.candidates[0]?.folderId)
  const isLearned = ranking.basis === 'learning' && outcome === 'filed'
  return byInstructions(sentence, lost && isLearned ? { folder: lost.name, features: ranking.evidence } : null)
}

/** The user's own rule: confidence 1. */
function sorted(by: DecidedBy, folderId: string, explanation: string, evidence: Evidence[]): Decision {
  return { ...undecided, folderId, confidence: 1, by, reason: 'sorted', explanation, evidence }
}

function left(
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
