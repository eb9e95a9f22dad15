import { clausesOf } from './instruction-clauses.ts'
import { type Draft, InstructionReader, type SenderName } from './instruction-reader.ts'
import type { SenderRule } from './instruction-sentence.ts'
import { tokensOf } from './instruction-tokens.ts'
import { inPlainForm, partsNaming } from './plain-instructions.ts'

/**
 * Senders that instructions name, read from five languages. Browsers load this file: it imports no lexicon.
 */
const INSTRUCTIONS_LIMIT = 4000

export type { SenderRule } from './instruction-sentence.ts'

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
  /** Parts that are not understood, verbatim. They are no rule and exclude nothing. */
  unclear: string[]
  /** Domains of public mail providers. They are no rules, because strangers share them. */
  sharedProviders: string[]
}

/** @param name of the folder: "goes to Work" means here in Work */
export function parseInstructionRules(instructions: string, name = ''): InstructionRules {
  const reader = new InstructionReader()
  const plain = inPlainForm(instructions.slice(0, INSTRUCTIONS_LIMIT), name)
  for (const clause of clausesOf(tokensOf(plain.text))) reader.read(clause)
  reader.end()
  const { names, quoted, shared, recipients } = reader
  const drafts = reader.excludesKind ? reader.drafts.map(withoutKind) : reader.drafts
  const byValue = Map.groupBy(drafts.filter(isClear), ({ value }) => value)
  const resolved = [...byValue.values()].flatMap((same) => resolve(same) ?? [])
  const rules = resolved.map(({ rule }) => rule)
  const senders = drafts.filter((draft) => !isClear(draft) && !byValue.has(draft.value)).map(({ value }) => value)
  return {
    senders: rules.map((rule) => withKinds(rule, rules)).sort((a, b) => (a.kind + a.value < b.kind + b.value ? -1 : 1)),
    isExclusive: drafts.some((draft) => isClear(draft) && draft.isExclusive && draft.effect === 'wanted'),
    names: names.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    quoted: [...quoted].sort(),
    contradictory: resolved.flatMap(({ rule, isContradictory }) => (isContradictory ? [rule.value] : [])).sort(),
    recipients: [...recipients].sort(),
    unclear: drafts.length > 0 ? [...new Set([...plain.unclear, ...partsNaming(senders, instructions)])].sort() : [],
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
  const scope = excluded.length > 0 && most === 'all' ? 'except' : most
  return { rule: { kind, value, effect: 'wanted', scope }, isContradictory: false }
}

/**
 * An exclusion of a kind of email limits a wish for another part of the same domain: "Everything from acme.example, but
 * no newsletters from news@acme.example", and the other way round.
 */
function withKinds(rule: SenderRule, senders: SenderRule[]): SenderRule {
  if (isKindExclusion(rule)) {
    const wish = ruleAbout({ senders }, rule.value)
    if (wish?.effect !== 'wanted' || wish.scope === 'some') return rule
    return { ...rule, effect: 'wanted', scope: wish.scope === 'rest' ? 'rest' : 'except' }
  }
  const isLimited = senders.some((other) => isKindExclusion(other) && matches(other, rule.value))
  return isLimited && rule.effect === 'wanted' && rule.scope === 'all' ? { ...rule, scope: 'except' } : rule
}

const isKindExclusion = ({ effect, scope }: SenderRule): boolean => effect === 'excluded' && scope === 'some'

/** The most specific rule about a sender: its address, then the longest domain. @param sender in normal form */
export function ruleAbout({ senders }: Pick<InstructionRules, 'senders'>, sender: string): SenderRule | null {
  let best: SenderRule | null = null
  for (const rule of senders) {
    if (isKindExclusion(rule) || !matches(rule, sender)) continue
    if (best === null || isMoreSpecific(rule, best)) best = rule
  }
  return best
}

function matches({ kind, value }: SenderRule, sender: string): boolean {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return kind === 'address' ? sender === value : domain === value || domain.endsWith(`.${value}`)
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
