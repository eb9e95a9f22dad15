import {
  excludesSender,
  type FolderToSort,
  type InstructionRules,
  isMoreSpecific,
  isOfUnwantedKind,
  type MessageToSort,
  parseInstructionRules,
  ruleAbout,
  type SenderRule,
} from '../../../packages/classifier/classifier.ts'
import { senderToMatch } from './match-conditions.ts'

/** Folders that want a message by their most specific rule about its sender. Several contradict each other. */
export interface SenderMatch {
  folders: FolderToSort[]
  rule: SenderRule
}

/** What the instructions of the folders say about the sender of a message, by scope of the rule. */
export interface SenderMatches {
  /** Also of rules with exceptions, for an email that is no exception. */
  all: SenderMatch | null
  rest: SenderMatch | null
  /** Exact addresses only: a kind of email of a whole domain is for the classifier to recognize. */
  some: SenderMatch | null
}

/** An exact address decides before a domain, a longer domain before a shorter one. Display names never count. */
export function matchSender(mail: MessageToSort, folders: readonly FolderToSort[]): SenderMatches {
  const sender = senderToMatch(mail)
  const wanted = folders.flatMap((folder) => {
    const rule = ruleAbout(rulesOf(folder), sender)
    if (rule?.effect !== 'wanted' || (rule.scope === 'some' && rule.kind === 'domain')) return []
    return isException(mail, folder) ? [] : [{ folder, rule }]
  })
  const match = (...scopes: SenderRule['scope'][]): SenderMatch | null => {
    const same = wanted.filter(({ rule }) => scopes.includes(rule.scope))
    const best = same.filter(({ rule }) => !same.some((other) => isMoreSpecific(other.rule, rule)))
    return best[0] ? { folders: best.map(({ folder }) => folder), rule: best[0].rule } : null
  }
  return { all: match('all', 'except'), rest: match('rest'), some: match('some') }
}

/** The folders whose instructions do not exclude the sender. */
export function foldersOpenTo(mail: MessageToSort, folders: readonly FolderToSort[]): FolderToSort[] {
  const sender = senderToMatch(mail)
  return folders.filter((folder) => !excludesSender(rulesOf(folder), sender))
}

/** Those that the classifier and a language model choose from: without those whose instructions except this email. */
export const foldersToChooseFrom = (mail: MessageToSort, folders: readonly FolderToSort[]): FolderToSort[] =>
  foldersOpenTo(mail, folders).filter((folder) => !isException(mail, folder))

/** "Everything from acme.example, but no newsletters", and the message is a newsletter of that sender. */
function isException(mail: MessageToSort, folder: FolderToSort): boolean {
  const rule = ruleAbout(rulesOf(folder), senderToMatch(mail))
  const mayExcept = rule?.effect === 'wanted' && (rule.scope === 'except' || rule.scope === 'rest')
  return mayExcept && isOfUnwantedKind(mail, folder)
}

/** Keyed by the caller's object and checked against its content. */
const PARSED = new WeakMap<FolderToSort, { name: string; instructions: string; rules: InstructionRules }>()

function rulesOf(folder: FolderToSort): InstructionRules {
  const { name, instructions } = folder
  const known = PARSED.get(folder)
  if (known?.name === name && known.instructions === instructions) return known.rules
  const rules = parseInstructionRules(instructions, name)
  PARSED.set(folder, { name, instructions, rules })
  return rules
}
