import { type Clause, has, isNegation, type Meaning, meaningOf, type Word, wordsOf } from './instruction-clauses.ts'
import { newSentence, type SenderRule, type Sentence } from './instruction-sentence.ts'
import type { SenderToken } from './instruction-tokens.ts'
import {
  describes,
  isBeforeNoun,
  endsWithOnly,
  isNameIn,
  isOwnWord,
  isRecipient,
  isWithdrawn,
  saysRecipient,
  startsWithFrom,
} from './instruction-wording.ts'
import { isSharedProvider } from './shared-providers.ts'

const MAX_RULES = 100
const MAX_NAMES = 20
const MAX_NAME_WORDS = 4

export interface Draft extends SenderRule {
  isExclusive: boolean
  /** Words that the reader does not understand: a wish is no rule then. */
  isUnclear: boolean
}

export interface SenderName {
  /** Folded words, which all must occur in the display name. */
  words: string[]
  isExcluded: boolean
}

/** Reads clauses from left to right. A sentence knows nothing of the others, so their order has no effect. */
export class InstructionReader {
  readonly drafts: Draft[] = []
  readonly names: SenderName[] = []
  readonly quoted = new Set<string>()
  readonly shared = new Set<string>()
  readonly recipients = new Set<string>()
  /** A sentence without a sender excludes a kind of email: "No invoices." */
  excludesKind = false
  private sentence = newSentence(0)
  private outside: Sentence[] = []
  /** Effect before "except" turned it. */
  private effectBefore: SenderRule['effect'] = 'wanted'
  /** "From A but B" excludes B. */
  private butExcludes = false
  private endsWithSender = false
  private isNaming = false
  private name: SenderName | null = null

  read(clause: Clause): void {
    this.enter(clause)
    const start = this.drafts.length
    if (clause.senders.length > 0) this.readSenders(clause, start)
    else if (clause.start === 'close' && start > this.sentence.list)
      this.readTail(clause, this.sentence.list, start - 1)
    else if (clause.tail.length > 0) this.readRemark(clause)
    if (wordsOf(clause).length > 0 || clause.senders.length > 0) this.endsWithSender = clause.tail.length === 0
  }

  /** After the last clause. */
  end(): void {
    if (this.drafts.length === this.sentence.first) this.excludesKind ||= this.sentence.excludesKind
  }

  private enter({ start }: Clause): void {
    if (start === 'end') {
      this.end()
      this.sentence = newSentence(this.drafts.length)
      this.outside = []
      this.endsWithSender = false
    } else if (start === 'open') this.outside.push({ ...this.sentence })
    else if (start === 'close') {
      const { effect, excludesKind } = this.sentence
      this.endsWithSender &&= effect === 'wanted'
      this.sentence = { ...(this.outside.pop() ?? this.sentence), excludesKind }
      this.sentence.isLimited ||= excludesKind && this.drafts.length === this.sentence.first
    }
    const { sentence } = this
    this.name = null
    this.isNaming &&= start === 'comma' || start === 'and'
    this.effectBefore = sentence.effect
    this.butExcludes = start === 'but' && sentence.effect === 'wanted' && this.endsWithSender
    if (start === 'except' || start === 'but') this.contrast(start)
  }

  /** "Nothing from A except B" and "no advertising except from B" want B. */
  private contrast(start: 'except' | 'but'): void {
    const { sentence } = this
    const isAfterKind = sentence.afterUnwanted === 'no'
    const excludes = start === 'except' && sentence.effect === 'wanted' && !isAfterKind
    sentence.effect = excludes ? 'excluded' : 'wanted'
    sentence.scope = start === 'except' && isAfterKind ? 'some' : 'all'
    sentence.isExclusive = false
    sentence.afterUnwanted = null
  }

  private readSenders(clause: Clause, start: number): void {
    const { sentence } = this
    const [first] = clause.senders
    const isInside = clause.start === 'except' || clause.start === 'open' || clause.start === 'close'
    if (clause.start === 'but' || (!isInside && first?.words.some(isOwnWord))) sentence.list = start
    clause.senders.forEach(({ words, sender }, i) => {
      this.readSender(meaningOf(words), sender, i === 0 ? clause.start : null, start)
    })
    sentence.topic = []
    sentence.afterUnwanted = null
    this.readTail(clause, clause.start === 'open' ? start : Math.min(sentence.list, start), start)
  }

  /** @param start what separates the words from the previous clause; null after a sender of the same clause */
  private readSender(
    meaning: Meaning,
    { kind, value, isAngled }: SenderToken,
    start: Clause['start'] | null,
    clauseStart: number,
  ): void {
    const { sentence } = this
    this.readNames(meaning.words)
    if (meaning.hasFrom) sentence.isRecipient = false
    sentence.effect = this.effectOf(meaning, start)
    sentence.scope = this.scopeOf(meaning, start, value)
    if (meaning.isNegated || meaning.isRestart || has(meaning.words, 'affirm')) sentence.isExclusive = false
    if (meaning.isOnly) this.readOnly(meaning, value)
    const isKnown = meaning.hasFrom || meaning.isQuantified || meaning.isRest || isAngled
    if (isKnown || meaning.words.some(isOwnWord)) sentence.isUnclear = !isKnown && describes(meaning, value)
    // "No advertising and nothing from B" narrows what is wanted from A before.
    if (sentence.effect === 'excluded' && has(meaning.words, 'content') && !meaning.hasOwnKind)
      this.narrow(sentence.first, 'except')
    if (isRecipient(meaning, kind)) {
      sentence.isRecipient = true
      this.narrow(clauseStart, 'some')
    }
    if (sentence.isRecipient && kind === 'address') this.recipients.add(value)
    if (kind === 'domain' && isSharedProvider(value)) this.shared.add(value)
    else if (!sentence.isRecipient && !meaning.isNothingElse && this.drafts.length < MAX_RULES) {
      const { effect, scope, isExclusive } = sentence
      this.drafts.push({ kind, value, effect, scope, isExclusive, isUnclear: sentence.isUnclear })
    }
    this.name = null
    this.butExcludes = false
  }

  private effectOf(meaning: Meaning, start: Clause['start'] | null): SenderRule['effect'] {
    const { sentence } = this
    if (meaning.isNegated) return 'excluded'
    if (start !== 'except' && (meaning.isAffirmed || meaning.isRestart)) return 'wanted'
    if (this.butExcludes && meaning.words.length === 0) return 'excluded'
    if (start === null || sentence.afterUnwanted === null) return sentence.effect
    const hasWish = this.drafts.length > sentence.first || sentence.topic.length > 0
    const isBare = meaning.words.every(({ kind }) => kind === 'and')
    const continues =
      has(meaning.words, 'content') ||
      start === 'open' ||
      (isBare && sentence.afterUnwanted === 'except') ||
      (!hasWish && !has(meaning.words, 'mail'))
    return continues ? 'excluded' : sentence.effect
  }

  private scopeOf(meaning: Meaning, start: Clause['start'] | null, value: string): SenderRule['scope'] {
    const { topic, effect, scope, excludesKind, isLimited, first } = this.sentence
    if (meaning.isRest) return 'rest'
    if (meaning.isQualified || (has(meaning.words, 'about') && !meaning.isNegated)) return 'some'
    // "No newsletters but everything from A".
    const isOfAll = excludesKind && this.drafts.length === first && meaning.isRestart
    if (((isLimited && topic.length === 0) || isOfAll) && effect === 'wanted') return 'except'
    if (meaning.isNegated || meaning.isQuantified || meaning.content.length > 0) return 'all'
    const isAboutTopic = start === 'open' || start === 'dash' || (start !== 'close' && startsWithFrom(meaning))
    if (effect === 'wanted' && start !== null && isAboutTopic && topic.some((word) => !isNameIn(value, word)))
      return 'some'
    return scope
  }

  /** "Everything from firm.example, but only from nina@firm.example" wants nobody else there. */
  private readOnly(meaning: Meaning, value: string): void {
    const { sentence } = this
    const own = this.drafts.slice(sentence.first)
    sentence.isExclusive = !meaning.isQualified || !own.some(({ effect }) => effect === 'wanted')
    if (meaning.isQualified) return
    for (const draft of own)
      if (draft.kind === 'domain' && (value.endsWith(`@${draft.value}`) || value.endsWith(`.${draft.value}`)))
        draft.isUnclear = true
  }

  /**
   * Words after the clause's last sender.
   *
   * @param list index of the first sender to which they may refer
   * @param start index of the clause's first sender
   */
  private readTail(clause: Clause, list: number, start: number): void {
    const words = clause.tail
    const meaning = meaningOf(words)
    const own = this.drafts.slice(list)
    this.isNaming &&= words[0]?.kind === 'and'
    const isExcluding =
      clause.start === 'except' ||
      clause.start === 'but' ||
      clause.senders.some((one) => meaningOf(one.words).isNegated)
    this.readNames(words)
    if (words.at(-1)?.kind === 'to') this.sentence.isRecipient = true
    const first = words.findIndex(({ kind }) => kind !== 'filler' && kind !== 'here')
    const isShared = words[first]?.kind === 'and' && meaning.content.length > 0
    if (saysRecipient(words)) this.readRecipients(clause, start)
    // "Everything from A and newsletters stay in the inbox": of which of both, is not clear.
    else if (isShared && (meaning.isNegated || has(words, 'inbox')))
      for (const draft of this.drafts.slice(start)) draft.isUnclear = true
    else if (has(wordsOf(clause), 'inbox')) this.readInbox(clause, list, start)
    else if (has(words, 'except')) this.exclude(Math.max(list, this.drafts.length - 1))
    else if (isWithdrawn(clause)) for (const draft of this.drafts.slice(start)) draft.effect = 'wanted'
    else if (meaning.isNothingElse) for (const draft of own) draft.isExclusive = true
    else if (meaning.isNegated) this.readNegatedTail(clause, words.every(isNegation) ? start : list)
    else {
      if (has(words, 'about')) this.narrow(list, 'some', 'excluded')
      if (has(words, 'affirm')) this.sentence.list = this.drafts.length
      if (meaning.isOnly && endsWithOnly(words)) for (const draft of own) draft.isExclusive = true
      else if ((meaning.isOnly && meaning.content.length > 0) || has(words, 'about', 'if')) this.narrow(list, 'some')
      else if (meaning.content.length > 0 || has(words, 'else')) this.readContentTail(clause, list)
      if (has(words, 'here') && !isExcluding) {
        for (const draft of this.drafts.slice(start)) draft.effect = 'wanted'
        this.sentence.effect = 'wanted'
        this.sentence.list = this.drafts.length
      }
    }
  }

  /** "… where A is in CC", "from A where B is in CC". */
  private readRecipients({ senders }: Clause, start: number): void {
    const first = senders.findLastIndex(({ words }) => !words.every(({ kind }) => kind === 'and'))
    const isSender = senders.slice(first).some(({ words }) => meaningOf(words).hasFrom)
    const values = isSender ? [] : senders.slice(first).map(({ sender }) => sender.value)
    const own = this.drafts.splice(start)
    this.drafts.push(...own.filter(({ value }) => !values.includes(value)))
    this.narrow(start, 'some')
    for (const value of values.filter((one) => one.includes('@'))) this.recipients.add(value)
  }

  /** "Mail from A does not belong here", but "mail from A without attachments" and "mail from A that is not urgent". */
  private readNegatedTail(clause: Clause, list: number): void {
    const { words, content } = meaningOf(clause.tail)
    const negation = words.findIndex((word) => isNegation(word) || word.kind === 'drop')
    const isKind = words[negation]?.kind === 'no' || has(words.slice(0, negation), 'that', 'if')
    const isAll = negation === 0 && clause.senders.some((one) => has(one.words, 'all'))
    if (content.length > 0 && (isKind || (isAll && isBeforeNoun(clause))) && !has(words, 'here'))
      this.narrow(list, 'except')
    // "Todo de A no boletines" may be a kind, or a verb.
    else if (isAll && content.length > 0 && !has(words, 'here'))
      for (const draft of this.drafts.slice(list)) draft.isUnclear = true
    else this.exclude(list)
  }

  /** "Mail from A goes to Work" is not understood: a verb, or another folder. */
  private readContentTail({ senders, tail }: Clause, list: number): void {
    const last = this.drafts.at(-1)
    const first = tail.find(({ kind }) => kind !== 'filler')?.kind
    const hasFrom = senders.some(({ words }) => meaningOf(words).hasFrom)
    // "Booking.com bookings", "nina@firm.example and invoices".
    const isAdjective = tail[0]?.kind === 'content' && last?.kind === 'domain' && !hasFrom
    if (first === 'and') this.sentence.topic = tail.filter(({ kind }) => kind === 'content').map(({ text }) => text)
    if (first === 'and' && hasFrom) return
    if (first === 'and' || isAdjective) this.narrow(list, 'some')
    else for (const draft of this.drafts.slice(list)) draft.isUnclear ||= draft.scope === 'all' || has(tail, 'to')
  }

  /** What stays in the inbox does not come here. */
  private readInbox(clause: Clause, list: number, start: number): void {
    if (clause.start === 'except') return
    const words = wordsOf(clause)
    const isNegated = words.some(isNegation)
    const isDrop = has(words, 'drop')
    const isStay = has(words, 'stay')
    const isOneStatement = clause.senders.slice(1).every((one) => !one.words.some(isOwnWord))
    // "Never leave it in the inbox", "not in the inbox".
    const isWanted = isOneStatement && (isStay || isDrop ? isNegated !== isDrop : isNegated)
    for (const draft of this.drafts.slice(isWanted ? start : list))
      if (isWanted) draft.effect = 'wanted'
      else if (isNegated || isDrop || isStay) draft.effect = 'excluded'
      else draft.isUnclear = true
  }

  /** A clause without a sender. */
  private readRemark({ start, tail }: Clause): void {
    const { sentence } = this
    const meaning = meaningOf(tail)
    const list = start === 'open' ? Math.max(sentence.list, this.drafts.length - 1) : sentence.list
    const last = this.drafts.at(-1)
    const isAfterSender = this.drafts.length > list
    const content = meaning.content.filter(({ text }) => !isAfterSender || !last || !isNameIn(last.value, text))
    this.readNames(tail)
    if (tail.at(-1)?.kind === 'to') sentence.isRecipient = true
    if (meaning.isNothingElse) for (const draft of this.drafts.slice(list)) draft.isExclusive = true
    else if (meaning.isNegated || start === 'except' || has(tail, 'except')) this.readUnwanted(meaning, start, list)
    else if (meaning.isOnly) this.readOnlyRemark(meaning, list)
    else if (isAfterSender && has(tail, 'about', 'if')) this.narrow(list, 'some')
    else if (has(tail, 'affirm')) sentence.list = this.drafts.length
    else if (meaning.hasFrom) {
      // "…, mail from my colleague (tom@…)" begins a new statement.
      if (has(tail, 'mail') || meaning.isQuantified) sentence.list = this.drafts.length
      if (meaning.isRestart) sentence.effect = 'wanted'
      sentence.scope = meaning.isQualified ? 'some' : 'all'
    } else if (content.length > 0) {
      const isLimit =
        start === 'open' || (start === 'dash' && this.endsWithSender) || (start === 'but' && !has(tail, 'and'))
      if (isAfterSender && isLimit) this.narrow(list, 'some')
      else if (sentence.afterUnwanted !== null) sentence.effect = 'excluded'
      else sentence.topic = content.map(({ text }) => text)
    }
  }

  /** "…, not here", "…, no advertising", "…, except invoices", "not from the office, …". */
  private readUnwanted({ hasFrom, content }: Meaning, start: Clause['start'], list: number): void {
    const { sentence } = this
    if (content.length > 0 && !hasFrom) {
      if (start === 'except' && this.effectBefore === 'excluded') this.narrow(sentence.first, 'some', 'excluded')
      else this.excludeKind()
      sentence.effect = this.effectBefore
      sentence.afterUnwanted = start === 'except' ? 'except' : 'no'
    } else if (start === 'but' && !hasFrom && sentence.topic.length > 0) this.excludeKind()
    else if (!hasFrom && start !== 'except' && this.drafts.length > list) {
      // "…, except newsletters, which go to Reading" says nothing about other email.
      if (!sentence.excludesKind) this.exclude(list)
    } else if (start !== 'except') sentence.effect = 'excluded'
  }

  /** Emails of a kind do not belong here: "…, no advertising", "…, but newsletters go to Reading". */
  private excludeKind(): void {
    this.sentence.excludesKind = true
    this.narrow(this.sentence.first, 'except')
  }

  /** "…, only invoices" narrows; "only from the office, …" goes on with the next sender. */
  private readOnlyRemark({ words, hasFrom, content }: Meaning, list: number): void {
    if (content.length > 0 && !hasFrom) {
      this.narrow(list, 'some')
      this.sentence.topic = content.map(({ text }) => text)
    } else if (this.drafts.length === list) this.sentence.isExclusive = true
    else if (endsWithOnly(words)) for (const draft of this.drafts.slice(list)) draft.isExclusive = true
  }

  /** An exclusion that is only half understood stays. */
  private narrow(start: number, scope: 'some' | 'except', effect: SenderRule['effect'] = 'wanted'): void {
    for (const draft of this.drafts.slice(start))
      if (draft.effect === effect && (draft.scope === 'all' || draft.scope === 'except')) draft.scope = scope
  }

  /** Of "newsletters from … do not belong here" only newsletters. */
  private exclude(start: number): void {
    for (const draft of this.drafts.slice(start)) {
      draft.effect = 'excluded'
      if (draft.scope !== 'some') draft.scope = 'all'
    }
    this.sentence.effect = 'wanted'
  }

  /** Names after "from" and wanted quotes. They are evidence and no rules. */
  private readNames(words: readonly Word[]): void {
    let isExcluded = this.sentence.effect === 'excluded'
    for (const { kind, text, isCapitalized, isQuote } of words) {
      if (kind === 'not' || kind === 'no' || kind === 'ne' || kind === 'drop') isExcluded = true
      else if (kind === 'only' || kind === 'affirm' || kind === 'all') isExcluded = false
      if (isQuote && !isExcluded) this.quoted.add(text)
      if (kind === 'from' || kind === 'of') this.isNaming = true
      else if (kind === 'not' || kind === 'no' || (kind === 'content' && !isCapitalized)) this.isNaming = false
      const isName = this.isNaming && isCapitalized && text.length > 1 && (kind === 'content' || kind === 'person')
      if (isName) this.addName(text, isExcluded)
      else if (kind !== 'filler') this.name = null
    }
  }

  private addName(text: string, isExcluded: boolean): void {
    if (this.name && this.name.words.length < MAX_NAME_WORDS) this.name.words.push(text)
    else if (this.names.length < MAX_NAMES) {
      this.name = { words: [text], isExcluded }
      this.names.push(this.name)
    }
  }
}
