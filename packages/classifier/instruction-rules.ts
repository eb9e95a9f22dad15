import { clausesOf } from './instruction-clauses.ts'
import { type Draft, InstructionReader, type SenderName, type SenderRule } from './instruction-reader.ts'
import { tokensOf } from './instruction-tokens.ts'

/**
 * Senders that instructions name, read from five languages. Browsers load this file: it imports no lexicon.
 */
const INSTRUCTIONS_LIMIT = 4000

export type { SenderRule } from './instruction-reader.ts'

export interface InstructionRules {
  /** Each sender once, in order of kind and value. */
  senders: SenderRule[]
  /** Email of senders that are not wanted does not belong here ("only from …"). */
  isExclusive: boolean
  names: SenderName[]
  /** Quoted words and phrases that are wanted, folded. */
  quoted: string[]
  /** Values that the instructions both want and exclude. They count as excluded. */
  contradictory: string[]
  /** Addresses to which email is sent. They are no rules. */
  recipients: string[]
  /** Domains of public mail providers. They are no rules, because strangers share them. */
  sharedProviders: string[]
}

export function parseInstructionRules(instructions: string): InstructionRules {
  const reader = new InstructionReader()
  for (const clause of clausesOf(tokensOf(instructions.slice(0, INSTRUCTIONS_LIMIT)))) reader.read(clause)
  reader.end()
  const { names, quoted, shared, recipients } = reader
  const drafts = reader.excludesKind ? reader.drafts.map(withoutKind) : reader.drafts
  const byValue = Map.groupBy(drafts.filter(isClear), ({ value }) => value)
  const resolved = [...byValue.values()].flatMap((same) => resolve(same) ?? [])
  return {
    senders: resolved.map(({ rule }) => rule).sort((a, b) => (a.kind + a.value < b.kind + b.value ? -1 : 1)),
    isExclusive: drafts.some((draft) => isClear(draft) && draft.isExclusive && draft.effect === 'wanted'),
    names: names.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    quoted: [...quoted].sort(),
    contradictory: resolved.flatMap(({ rule, isContradictory }) => (isContradictory ? [rule.value] : [])).sort(),
    recipients: [...recipients].sort(),
    sharedProviders: [...shared].sort(),
  }
}

/** A wish that is not understood is no rule; an exclusion stays, because it files nothing. */
const isClear = ({ effect, isUnclear }: Draft): boolean => effect === 'excluded' || !isUnclear

const withoutKind = (draft: Draft): Draft =>
  draft.effect === 'wanted' && draft.scope === 'all' ? { ...draft, scope: 'except' } : draft

const SCOPES = ['some', 'rest', 'except', 'all'] as const

/**
 * An exclusion of all email is stronger than any wish, and a wish for more email stronger than one for less. An
 * exclusion of some email narrows a wish: "Everything from A. No advertising from A."
 */
function resolve(drafts: readonly Draft[]): { rule: SenderRule; isContradictory: boolean } | null {
  const [first] = drafts
  if (!first) return null
  const { kind, value } = first
  const wanted = drafts.filter(({ effect }) => effect === 'wanted')
  const excluded = drafts.filter(({ effect }) => effect === 'excluded')
  const excludesAll = excluded.some(({ scope }) => scope === 'all')
  if (excludesAll || wanted.length === 0)
    return {
      rule: { kind, value, effect: 'excluded', scope: excludesAll ? 'all' : 'some' },
      isContradictory: wanted.length > 0,
    }
  const most = SCOPES.findLast((scope) => wanted.some((draft) => draft.scope === scope)) ?? 'some'
  const scope = excluded.length === 0 || most === 'except' ? most : most === 'all' ? 'except' : 'some'
  return { rule: { kind, value, effect: 'wanted', scope }, isContradictory: false }
}

/** The most specific rule about a sender: its address, then the longest domain. @param sender in normal form */
export function ruleAbout({ senders }: InstructionRules, sender: string): SenderRule | null {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  let best: SenderRule | null = null
  for (const rule of senders) {
    if (rule.effect === 'excluded' && rule.scope !== 'all') continue
    const { kind, value } = rule
    const matches = kind === 'address' ? sender === value : domain === value || domain.endsWith(`.${value}`)
    if (matches && (best === null || isMoreSpecific(rule, best))) best = rule
  }
  return best
}

export function isMoreSpecific(a: SenderRule, b: SenderRule): boolean {
  if (a.kind !== b.kind) return a.kind === 'address'
  return a.kind === 'domain' && a.value.length > b.value.length
}

/** Whether the instructions rule out a sender. Display names never count, because the sender chooses them. */
export function excludesSender(rules: InstructionRules, sender: string): boolean {
  return (ruleAbout(rules, sender)?.effect ?? (rules.isExclusive ? 'excluded' : 'wanted')) === 'excluded'
}

/** Values of which two folders want all email, so that neither gets it. */
export function sharedWishes(a: InstructionRules, b: InstructionRules): SenderRule[] {
  const isWish = ({ effect, scope }: SenderRule): boolean => effect === 'wanted' && scope !== 'some'
  const isRest = ({ scope }: SenderRule): boolean => scope === 'rest'
  return a.senders.filter(
    (one) =>
      isWish(one) && b.senders.some((two) => isWish(two) && two.value === one.value && isRest(two) === isRest(one)),
  )
}
