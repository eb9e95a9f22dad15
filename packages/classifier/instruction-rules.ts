import type { Draft, Segment, SenderRule, Sentence } from './instruction-reader-state.ts'
import { NEW_SENTENCE, newSegment, NOTHING, THAN } from './instruction-reader-state.ts'
import { RULE_WORDS } from './instruction-rule-words.ts'
import { type Token, tokensOf } from './instruction-tokens.ts'
import { isSharedProvider } from './shared-providers.ts'
import { fold } from './tokenize.ts'

/**
 * Senders that instructions name, read from five languages. Browsers load this file: it imports no lexicon.
 */
const INSTRUCTIONS_LIMIT = 4000
const MAX_RULES = 100
const MAX_NAMES = 20
const MAX_NAME_WORDS = 4

export type { SenderRule } from './instruction-reader-state.ts'

interface SenderName {
  /** Folded words, which all must occur in the display name. */
  words: string[]
  isExcluded: boolean
}

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
  /** Domains of public mail providers. They are no rules, because strangers share them. */
  sharedProviders: string[]
}

export function parseInstructionRules(instructions: string): InstructionRules {
  const reader = new InstructionReader()
  for (const token of tokensOf(instructions.slice(0, INSTRUCTIONS_LIMIT))) reader.read(token)
  return reader.finish()
}

/** Reads tokens from left to right. A sentence starts without knowledge of the others, so their order has no effect. */
class InstructionReader {
  private readonly drafts: Draft[] = []
  private readonly names: SenderName[] = []
  private readonly quoted = new Set<string>()
  private readonly shared = new Set<string>()
  private isExclusive = false
  private sentence: Sentence = { ...NEW_SENTENCE }
  private segment: Segment = newSegment()
  private outside: Sentence[] = []
  /** Kind of the previous word of the sentence. */
  private previous = ''
  private name: SenderName | null = null
  private sentenceStart = 0
  /** Index in `drafts` of this clause's first sender. */
  private clauseStart = 0
  /** Length of `drafts` at the clause's last negation; -1: none. */
  private negatedAfter = -1
  private isNegatedClause = false
  private saysHere = false
  private saysStay = false
  private saysInbox = false
  private isForgetting = false
  private isAfterSender = false
  private previousText = ''

  read(token: Token): void {
    if (token.type === 'word') this.readWord(token.text, token.isCapitalized)
    else if (token.type === 'sender') this.readSender(token.kind, token.value)
    else if (token.type === 'quote') this.readQuote(token.text)
    else this.readSeparator(token.type)
  }

  finish(): InstructionRules {
    this.endClause()
    const senders = new Map<string, SenderRule>()
    const contradictory = new Set<string>()
    for (const { kind, value, effect, scope } of this.drafts.filter(isClear)) {
      const known = senders.get(value)
      if (known && known.effect !== effect) contradictory.add(value)
      const rule = known === undefined || isStronger({ effect, scope }, known) ? { kind, value, effect, scope } : known
      senders.set(value, rule)
    }
    return {
      senders: [...senders.values()].sort((a, b) => (a.kind + a.value < b.kind + b.value ? -1 : 1)),
      isExclusive:
        this.isExclusive ||
        this.drafts.some((draft) => isClear(draft) && draft.isExclusive && draft.effect === 'wanted'),
      names: this.names
        .filter(({ words }) => words.length > 0)
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      quoted: [...this.quoted].sort(),
      contradictory: [...contradictory].sort(),
      sharedProviders: [...this.shared].sort(),
    }
  }

  private readSender(kind: SenderRule['kind'], value: string): void {
    this.name = null
    if (kind === 'domain' && isSharedProvider(value)) this.shared.add(value)
    else if (!this.sentence.isRecipient && !this.segment.isIgnored && this.previous !== 'to') this.addDraft(kind, value)
    if (this.previous === 'to') this.sentence.isRecipient = true
    this.segment = newSegment()
    this.isAfterSender = true
    this.previous = 'sender'
  }

  private addDraft(kind: SenderRule['kind'], value: string): void {
    const { segment, sentence } = this
    if (segment.excludesNext && !segment.hasWords) sentence.effect = 'excluded'
    if (segment.isRest) sentence.scope = 'rest'
    else if (segment.isQualified) sentence.scope = 'some'
    else if (segment.hasQuantifier || (segment.hasContent && !segment.hasFrom)) sentence.scope = 'all'
    const { effect, scope, isExclusive } = sentence
    const isKnown =
      segment.hasFrom || segment.hasQuantifier || segment.isRest || this.previous === 'open' || this.isForgetting
    const isUnclear = !isKnown && segment.content.some((word) => !value.includes(word))
    if (this.drafts.length < MAX_RULES) this.drafts.push({ kind, value, effect, scope, isExclusive, isUnclear })
  }

  private readQuote(text: string): void {
    if (this.sentence.effect === 'wanted') this.quoted.add(text)
    this.addContent()
    this.previous = 'quote'
  }

  private readSeparator(type: 'comma' | 'end' | 'open' | 'close'): void {
    if (type === 'open') {
      this.outside.push({ ...this.sentence })
      this.name = null
      return
    }
    // A comma before the clause's first sender ends the reach of "only": "only invoices, and …" excludes no sender.
    if (type === 'comma' && this.drafts.length === this.clauseStart) this.sentence.isExclusive = false
    this.endClause()
    this.segment = newSegment()
    if (type === 'end') {
      this.sentence = { ...NEW_SENTENCE }
      this.sentenceStart = this.drafts.length
      this.outside = []
    } else if (type === 'close') this.sentence = this.outside.pop() ?? this.sentence
    this.previous = type
  }

  private readWord(text: string, isCapitalized: boolean): void {
    const kind = NOTHING.has(this.previousText) && THAN.has(text) ? 'only' : (RULE_WORDS.get(text) ?? '')
    switch (kind) {
      case 'not':
        if (this.previous !== 'forget') this.negate()
        break
      case 'forget':
        if (this.previous === 'not') this.affirm()
        this.isForgetting = true
        break
      case 'is':
        this.segment.content.push(text)
        break
      case 'stay':
        this.saysStay = true
        break
      case 'inbox':
        this.saysInbox = true
        break
      case 'out':
        if (this.saysStay) this.negate()
        else this.readContent(text, isCapitalized)
        break
      case 'except':
        this.contrast(this.sentence.effect === 'wanted' ? 'excluded' : 'wanted')
        break
      case 'but':
        this.readBut()
        break
      case 'only':
        this.sentence.isExclusive = this.previous !== 'not' || THAN.has(text)
        this.affirm()
        break
      case 'all':
        this.quantify()
        break
      case 'else':
      case 'rest':
        this.readRest(kind)
        break
      case 'from':
      case 'of':
        this.readFrom(kind)
        break
      case 'about':
        this.segment.isQualified = true
        this.qualifyFrom(this.clauseStart)
        break
      case 'if':
        this.qualifyFrom(this.clauseStart)
        break
      case 'here':
        this.saysHere = true
        break
      case '':
        this.readContent(text, isCapitalized)
    }
    if (kind === 'and') {
      this.name = null
      this.segment.excludesNext = false
      this.isAfterSender = false
    }
    if (kind !== 'and' && kind !== 'not' && kind !== 'except' && kind !== 'but') this.segment.hasWords = true
    this.previous = kind
    this.previousText = text
  }

  /** "Not only …", "nothing but …", "don't forget …". */
  private affirm(): void {
    this.sentence.effect = 'wanted'
    this.isNegatedClause = false
    this.negatedAfter = -1
  }

  private negate(): void {
    this.sentence.effect = 'excluded'
    this.sentence.scope = 'all'
    this.isNegatedClause = true
    this.negatedAfter = this.drafts.length
    this.startSegment()
  }

  private contrast(effect: SenderRule['effect']): void {
    this.endClause()
    this.sentence.effect = effect
    this.sentence.scope = 'all'
    this.sentence.isExclusive = false
    this.isNegatedClause = effect === 'excluded'
    this.startSegment()
  }

  /** "Everything but …" and "everything from A but B" exclude; "not A but B" does not. */
  private readBut(): void {
    const excludes = this.sentence.effect === 'wanted' && (this.previous === 'all' || this.previous === 'sender')
    this.contrast('wanted')
    this.segment.excludesNext = excludes
  }

  private startSegment(): void {
    this.segment = newSegment()
    this.name = null
    this.sentence.isNaming = false
  }

  /**
   * "Everything", "all" … at the start of a clause or after "and" begins a new statement ("not from A, everything from
   * B"), but not directly after "not" or "except".
   */
  private quantify(): void {
    const isStart = !this.segment.hasWords || this.previous === 'and'
    if (isStart && this.previous !== 'not' && this.previous !== 'except') this.restart()
    this.segment.hasQuantifier = true
  }

  private restart(): void {
    this.sentence.effect = 'wanted'
    this.sentence.scope = 'all'
    if (this.previous !== 'only') this.sentence.isExclusive = false
  }

  private readRest(kind: 'else' | 'rest'): void {
    if (kind === 'rest' || this.segment.hasQuantifier) {
      if (this.previous !== 'not') this.sentence.effect = 'wanted'
      this.segment.isRest = true
    }
    // "Nothing else from …" says nothing about what was named before.
    if (this.sentence.effect === 'excluded') this.segment.isIgnored = true
  }

  private readFrom(kind: 'from' | 'of'): void {
    // An article or part of a list: "De facturen van …", "a@x.example of b@x.example".
    if (kind === 'of' && !this.segment.hasWords && this.previous === 'sender') return
    if (kind === 'from' || this.segment.hasWords) {
      if (!this.segment.hasFrom && this.segment.hasContent) this.segment.isQualified = true
      this.segment.hasFrom = true
      this.sentence.isRecipient = false
    }
    this.sentence.isNaming = true
    this.name = null
  }

  /** "From A about …", "everything from A except invoices". */
  private qualifyFrom(start: number): void {
    for (const draft of this.drafts.slice(start)) if (draft.scope === 'all') draft.scope = 'some'
  }

  private readContent(text: string, isCapitalized: boolean): void {
    if (this.sentence.isNaming && isCapitalized && text.length > 1) this.addName(text)
    else {
      this.sentence.isNaming = false
      this.name = null
    }
    this.segment.content.push(text)
    // "Mail from A goes to Work": another folder, or a verb that is not understood.
    const last = this.drafts.at(-1)
    if (last && this.drafts.length > this.clauseStart && this.isAfterSender) last.isUnclear ||= last.scope === 'all'
    this.addContent()
  }

  private addContent(): void {
    this.segment.hasContent = true
    this.segment.hasWords = true
    if (this.sentence.effect === 'excluded' && !this.segment.hasFrom) this.qualifyFrom(this.sentenceStart)
  }

  private addName(text: string): void {
    if (this.name && this.name.words.length < MAX_NAME_WORDS) {
      this.name.words.push(text)
      return
    }
    if (this.names.length >= MAX_NAMES) return
    const { effect, isExclusive } = this.sentence
    this.name = { words: [text], isExcluded: effect === 'excluded' }
    this.names.push(this.name)
    if (isExclusive && effect === 'wanted') this.isExclusive = true
  }

  /** "Mail from A does not belong here", and "not from A, mail from B goes here". */
  private endClause(): void {
    const own = this.drafts.slice(this.clauseStart)
    const isNegatedAtEnd =
      own.length > 0 && this.negatedAfter === this.drafts.length && !this.segment.hasContent && this.isNegatedClause
    if (isNegatedAtEnd) for (const draft of own) draft.effect = 'excluded'
    if (this.saysInbox)
      for (const draft of own)
        if (this.saysStay && !this.isNegatedClause) draft.effect = 'excluded'
        else draft.isUnclear = true
    if (this.previous === 'only') for (const draft of own) draft.isExclusive = true
    if (isNegatedAtEnd || (this.saysHere && !this.isNegatedClause)) this.sentence.effect = 'wanted'
    if (this.saysHere && !this.isNegatedClause) for (const draft of own) draft.effect = 'wanted'
    this.clauseStart = this.drafts.length
    this.negatedAfter = -1
    this.isNegatedClause = false
    this.saysHere = false
    this.saysStay = false
    this.saysInbox = false
    this.isForgetting = false
    this.isAfterSender = false
    this.previousText = ''
    this.name = null
  }
}

/** A wish that is not understood is no rule; an exclusion stays, because it files nothing. */
const isClear = ({ effect, isUnclear }: Draft): boolean => effect === 'excluded' || !isUnclear

const SCOPES = ['some', 'rest', 'all'] as const

/** An exclusion of all email is stronger than any wish, and a wish for more email stronger than one for less. */
function isStronger(a: Pick<SenderRule, 'effect' | 'scope'>, b: Pick<SenderRule, 'effect' | 'scope'>): boolean {
  if (a.effect !== b.effect) return a.effect === 'excluded'
  return SCOPES.indexOf(a.scope) > SCOPES.indexOf(b.scope)
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

/**
 * Whether the instructions rule out a sender.
 *
 * @param displayName decides only where the instructions name no address
 */
export function excludesSender(rules: InstructionRules, sender: string, displayName: string): boolean {
  const rule = ruleAbout(rules, sender)
  if (rule) return rule.effect === 'excluded'
  if (!rules.isExclusive) return false
  const words = new Set(fold(displayName).split(/[^\p{L}\p{N}]+/u))
  return !rules.names.some((name) => !name.isExcluded && name.words.every((one) => words.has(one)))
}

/** Values of which two folders want all email, so that neither gets it. */
export function sharedWishes(a: InstructionRules, b: InstructionRules): SenderRule[] {
  const isWish = ({ effect, scope }: SenderRule): boolean => effect === 'wanted' && scope !== 'some'
  return a.senders.filter(
    (one) => isWish(one) && b.senders.some((two) => isWish(two) && two.value === one.value && two.scope === one.scope),
  )
}
