import { kindAt, MAX_PHRASE_WORDS, type WordKind } from './instruction-rule-words.ts'
import type { SenderToken, Separator, Token } from './instruction-tokens.ts'

/** A quote is a word, too. */
export interface Word {
  kind: WordKind
  text: string
  isCapitalized: boolean
  isQuote: boolean
}

/** What separates a clause from the one before. */
type Start = Separator | 'except' | 'but' | 'and'

export interface Clause {
  start: Start
  /** Each sender with the words before it. */
  senders: { words: Word[]; sender: SenderToken }[]
  /** Words after the last sender. */
  tail: Word[]
}

type Part = (Word & { type: 'word' }) | SenderToken | { type: Separator }

/** After "and", these begin a new clause: "from A and not from B". */
const STARTS_CLAUSE: ReadonlySet<WordKind> = new Set<WordKind>(['not', 'no', 'drop', 'stay', 'all', 'only', 'affirm'])

export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = []
  const parts = partsOf(tokens)
  let clause = newClause('end')
  const begin = (start: Start): void => {
    const previous = clauses.at(-1)
    const isEmpty = clause.tail.length === 0 && clause.senders.length === 0
    // "nina@firm.example excepted."
    if (clause.start === 'except' && isEmpty && (start === 'end' || start === 'close') && previous)
      previous.tail.push({ kind: 'except', text: '', isCapitalized: false, isQuote: false })
    else clauses.push(clause)
    clause = newClause(start)
  }
  parts.forEach((part, i) => {
    if (part.type === 'sender') {
      clause.senders.push({ words: part.isAngled ? withDisplayName(clause.tail) : clause.tail, sender: part })
      clause.tail = []
    } else if (part.type !== 'word') begin(part.type)
    else if (part.kind === 'except' || part.kind === 'but') begin(part.kind)
    else {
      const next = parts[i + 1]
      if (part.kind === 'and' && next?.type === 'word' && STARTS_CLAUSE.has(next.kind)) begin('and')
      clause.tail.push(part)
    }
  })
  begin('end')
  return clauses.map(withMeaningOfOut)
}

const newClause = (start: Start): Clause => ({ start, senders: [], tail: [] })

/** Words with their kind; several words that together mean one become one. */
function partsOf(tokens: readonly Token[]): Part[] {
  const parts: Part[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    if (token?.type === 'word') {
      const { kind, length } = kindAt(textsAt(tokens, i))
      parts.push({ type: 'word', kind, text: token.text, isCapitalized: token.isCapitalized, isQuote: false })
      i += length - 1
    } else if (token?.type === 'quote')
      parts.push({ type: 'word', kind: 'content', text: token.text, isCapitalized: false, isQuote: true })
    else if (token) parts.push(token)
  }
  return parts
}

function textsAt(tokens: readonly Token[], start: number): string[] {
  const texts: string[] = []
  for (let i = start; i < start + MAX_PHRASE_WORDS; i++) {
    const token = tokens[i]
    if (token?.type !== 'word') break
    texts.push(token.text)
  }
  return texts
}

/** "Nina Berg <nina@…>": the capitalized words directly before the address describe the sender. */
function withDisplayName(words: readonly Word[]): Word[] {
  const isName = ({ kind, isCapitalized, isQuote }: Word): boolean => kind === 'content' && (isCapitalized || isQuote)
  const last = words.findLastIndex((word) => !isName(word))
  return words.map((word, i) => (i > last ? { ...word, kind: 'person' } : word))
}

/** "Out" excludes in "keep … out" and "move … out of here", not in "check out …". */
function withMeaningOfOut(clause: Clause): Clause {
  const isExcluding = has(wordsOf(clause), 'stay', 'here', 'inbox')
  const last = clause.tail.at(-1)
  const read = (word: Word): Word => {
    if (word.kind !== 'out' && word.kind !== 'particle') return word
    return { ...word, kind: word === last || (isExcluding && word.kind === 'out') ? 'drop' : 'content' }
  }
  return {
    start: clause.start,
    senders: clause.senders.map(({ words, sender }) => ({ words: words.map(read), sender })),
    tail: clause.tail.map(read),
  }
}

export const wordsOf = ({ senders, tail }: Clause): Word[] => [...senders.flatMap(({ words }) => words), ...tail]

export const has = (words: readonly Word[], ...kinds: WordKind[]): boolean =>
  words.some(({ kind }) => kinds.includes(kind))

/** What the words before a sender, or after the last one, say. */
export interface Meaning {
  words: readonly Word[]
  isNegated: boolean
  /** "Not only …", "do not forget …", "only …". */
  isAffirmed: boolean
  isOnly: boolean
  hasFrom: boolean
  /** Content before the first "from": "invoices from …". */
  isQualified: boolean
  /** Content of the same item of the list: "invoices from …", but not "no advertising and nothing from …". */
  hasOwnKind: boolean
  isQuantified: boolean
  /** "Everything …" begins a new wish, but "anything …" does not. */
  isRestart: boolean
  isRest: boolean
  /** "Nothing else from …" says nothing about what is named elsewhere. */
  isNothingElse: boolean
  /** What email is about, a name, or a verb that is not understood. */
  content: Word[]
}

export const isNegation = ({ kind }: Word): boolean => kind === 'not' || kind === 'no' || kind === 'ne'
/** "Ne … que" is "only", except with another negation ("ne … pas que", "ne … plus que"). */
const isNeQue = (words: readonly Word[]): boolean =>
  !has(words, 'not', 'no', 'and') &&
  words.slice(lastIndexOf(words, 'ne')).some(({ text }) => text === 'que' || text === 'qu') &&
  has(words, 'ne')
const isContent = ({ kind }: Word): boolean => kind === 'content'
const lastIndexOf = (words: readonly Word[], ...kinds: WordKind[]): number =>
  words.findLastIndex(({ kind }) => kinds.includes(kind))

export function meaningOf(words: readonly Word[]): Meaning {
  const isDrop = has(words, 'drop')
  const affirms = isDrop && words.some((word, i) => isNegation(word) && isFollowedByDrop(words, i))
  const isOnly = lastIndexOf(words, 'only') > lastIndexOf(words, 'not', 'no', 'affirm') || isNeQue(words)
  const isNegated = (isDrop || words.some(isNegation)) && !affirms && !isOnly
  const from = fromIndex(words)
  const before = from < 0 ? [] : words.slice(0, from)
  const start = from < 0 ? words : before
  const isQuantified = has(words, 'all', 'any')
  const isRest = has(start, 'rest', 'else')
  return {
    words,
    isNegated,
    isAffirmed: affirms || isOnly || has(words, 'affirm'),
    isOnly,
    hasFrom: from >= 0,
    isQualified: isNegated
      ? isUnwantedKind(before, words[from])
      : (itemOf(before).length > 0 ? itemOf(before) : before).some(isContent),
    hasOwnKind: itemOf(before).some(isContent),
    isQuantified,
    isRestart: has(start, 'all', 'rest') && !isNegated,
    isRest: isRest && !isNegated,
    isNothingElse: has(words, 'nothing-else') || (isRest && isNegated),
    content: (from < 0 ? itemOf(words) : words).filter(isContent),
  }
}

/** "Do not forget", but not "no mail from A, remove them". */
function isFollowedByDrop(words: readonly Word[], at: number): boolean {
  const next = words.slice(at + 1).find(({ kind }) => kind !== 'filler' && kind !== 'stay')
  return next?.kind === 'drop' || words[at - 1]?.kind === 'drop'
}

/**
 * Index of "from", or of "of" after other words: "Les factures de …". Elsewhere "de" is an article, and "of" means "or"
 * in Dutch.
 */
function fromIndex(words: readonly Word[]): number {
  return words.findIndex(
    ({ kind }, i) => kind === 'from' || (kind === 'of' && words.slice(0, i).some(isMoreThanNegation)),
  )
}
const isMoreThanNegation = (word: Word): boolean => word.kind !== 'and' && !isNegation(word)

/** The last item of "tennis and mail". */
const itemOf = (words: readonly Word[]): Word[] => words.slice(lastIndexOf(words, 'and') + 1)

/**
 * "No invoices from …" excludes some email. "Do not admit mail from …" excludes all: a verb that is not understood is
 * no kind of email.
 */
function isUnwantedKind(words: readonly Word[], from: Word | undefined): boolean {
  const before = words.slice(words.findIndex((word) => isNegation(word) || word.kind === 'drop'))
  if (!before.some(isContent)) return false
  // The English "no" belongs to a noun, the Spanish one to a verb.
  const isVerb = before.some(
    ({ kind, text }) => kind === 'drop' || kind === 'ne' || (kind === 'not' && (text !== 'no' || from?.kind === 'of')),
  )
  const last = before.findLast(({ kind }) => kind !== 'filler' && kind !== 'that')
  return !(isVerb && last && ['mail', 'any', 'all', 'not'].includes(last.kind))
}
