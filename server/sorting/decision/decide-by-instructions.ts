import type { Evidence } from '../../../contract/tables.ts'
import {
  fileByContent,
  isMoreSpecific,
  type MessageToSort,
  rank,
  type SenderRule,
} from '../../../packages/classifier/classifier.ts'
import { type Candidate, type Decision, type DecisionContext, left, sorted } from './decision.ts'
import { instructedFolderDisabled, instructedSender, instructionsContradict } from './instruction-texts.ts'
import { matchSender, type SenderMatch, type SenderMatches } from './match-instructions.ts'
import { quoteEvidence } from './quote-evidence.ts'

/** An address or domain in the instructions of a folder works like a condition. */
export function fromInstructions(
  mail: MessageToSort,
  match: SenderMatch | null,
  context: DecisionContext,
): Decision | null {
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
export function fromWeakerInstructions(
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
  return left('condition', 'instructions_conflict', null, instructionsContradict(rule, first.name, second.name), {
    basis,
    evidence,
    runnerUp: { folderId: first.id, confidence: null },
    secondChoiceId: second.id,
  })
}
function quoteSender(mail: MessageToSort, { kind, value }: SenderRule): Evidence[] {
  return quoteEvidence(mail, [{ kind: kind === 'address' ? 'sender' : 'domain', label: value }])
}
