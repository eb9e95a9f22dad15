import { exactAddress } from '../../../contract/address.ts'
import { maxEvidence } from '../../../contract/limits.ts'
import type { ReasonCode } from '../../../contract/reasons.ts'
import type { Evidence } from '../../../contract/tables.ts'
import { inSpellingOf, quoteEvidence, quoteSentence } from './quote-evidence.ts'
import {
  fileByContent,
  INBOX,
  listIdOf,
  type MessageToSort,
  MIN_OFFERED_CONFIDENCE,
  type Ranking,
  wordsOf,
} from '../../../packages/classifier/classifier.ts'
import { type Candidate, type Correction, type Decision, type DecisionContext, left, sorted } from './decision.ts'
import { fromInstructions, fromWeakerInstructions } from './decide-by-instructions.ts'
import { firstMatchingCondition, type Condition } from './match-conditions.ts'
import { matchSender, foldersOpenTo, foldersToChooseFrom } from './match-instructions.ts'
import {
  byInstructions,
  instructionsAgainstInbox,
  instructionsConflict,
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
  oneWord,
  sameKind,
  textAlone,
} from './explanation-texts.ts'

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
    return left('correction', 'instructions_conflict', null, correctedToExcludingFolder(about, folder.name), {
      evidence,
      runnerUp: { folderId: folder.id, confidence: null },
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
  const { candidates, confidence, evidence: features, basis, review, limit } = ranking
  const [best, second, third] = candidates
  const [folder, other] = [best, second].map((candidate) => folders.find(({ id }) => id === candidate?.folderId))
  if (!best || !folder || outcome === 'none') {
    const isClosest = features.length > 0 || confidence >= MIN_OFFERED_CONFIDENCE
    const closest = folder && isClosest ? folder.name : null
    const explanation = noMatch({ folders: all.length, open: folders.length, closest })
    const secondChoiceId = folder && isClosest ? folder.id : null
    return left('classifier', 'no_match', confidence, explanation, { basis, secondChoiceId, actionsWait })
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
  const estimate = review === null && limit === null ? confidence : null
  if (outcome === 'filed') {
    const instructed = basis === 'instructions' ? sortedByInstructions(mail, folder, folders, context) : null
    const explanation = instructed ?? matchingFeatures(inSpellingOf(mail, features), basis)
    const filed = sorted('classifier', folder.id, explanation, evidence)
    // The probabilities are not calibrated; their ratio is.
    const share = best.probability > 0 ? (second?.probability ?? 0) / best.probability : 0
    const next = second ? { folderId: second.folderId, confidence: estimate && estimate * Math.min(share, 1) } : null
    return {
      ...filed,
      confidence: estimate,
      basis,
      runnerUp: next,
      secondChoiceId: third?.folderId ?? null,
      actionsWait,
    }
  }
  const [reason, explanation] = reasonForReview(ranking, folder.name, threshold)
  return left('classifier', reason, estimate, explanation, {
    basis,
    evidence,
    runnerUp: { folderId: best.folderId, confidence: estimate },
    secondChoiceId: second?.folderId ?? null,
    actionsWait,
  })
}

const limitTexts = { text: textAlone, word: oneWord, kind: sameKind } as const

function reasonForReview(
  { review, limit, confidence }: Ranking,
  folder: string,
  threshold: number,
): [ReasonCode, string] {
  if (review === 'name-only') return ['name_only', nameOnly(folder)]
  if (review === 'instructions-pasted') return ['instructions_pasted', instructionsPasted(folder)]
  // With another folder, `fromClassifier` offers both.
  if (review === 'instructions-against-learning') return ['low_confidence', instructionsAgainstInbox(folder)]
  if (limit !== null) return ['low_confidence', limitTexts[limit](folder)]
  return ['low_confidence', belowThreshold(folder, confidence, threshold)]
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
