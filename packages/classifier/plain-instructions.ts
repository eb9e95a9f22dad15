import {
  type Context,
  destinationOf,
  isKindWord,
  isMove,
  isNegation,
  mayBeSent,
  namesPlace,
} from './instruction-places.ts'
import { type PlacedWord, placedWordsOf } from './placed-words.ts'
import { withoutSplitForms } from './split-forms.ts'

/** Instructions in which every exception and every other place has one form. */
interface PlainInstructions {
  /** "(no newsletters)" for "newsletters go to Reading", "newsletters stay in the inbox", "newsletters: no". */
  text: string
  /** Parts that may name another folder, verbatim. They exclude nothing. */
  unclear: string[]
}

const SENTENCE_END = /((?<![.!?;])[.!?;]+(?=\s|$)|\n+)/
const PART = /([,:()]|\s[-\u2013\u2014]\s)/
const WORD = /[\p{L}\p{N}]/u
const ONE_WORD = /^\s*\p{L}+\s*$/u
const MAY_NAME_SENDER = /[.@]/
/** Longer parts around a colon are descriptions. */
const MAX_LABEL_WORDS = 3

/**
 * @param name of the folder, which is no other place
 * @param isPart the text is a part of longer instructions
 */
export function inPlainForm(text: string, name = '', isPart = false): PlainInstructions {
  const sentences = withoutSplitForms(text)
    .split(SENTENCE_END)
    .map((sentence) => withLeadInBrackets(sentence).split(PART))
  const hasOthers = isPart || sentences.flat().filter((part) => WORD.test(part)).length > 1
  const unclear: string[] = []
  const plain = sentences.map((parts) => plainSentence(parts, { name, hasOthers }, unclear))
  return { text: plain.join(''), unclear: unclear.map((part) => part.trim()) }
}

/** The parts of instructions that name one of these senders. */
export function partsNaming(senders: readonly string[], text: string): string[] {
  const parts = text.split(SENTENCE_END).flatMap((sentence) => sentence.split(PART))
  const names = (part: string): boolean => senders.some((sender) => part.toLowerCase().includes(sender))
  return parts.filter(names).map((part) => part.trim())
}

/** Every second part is a separator. */
function plainSentence(parts: readonly string[], context: Context, unclear: string[]): string {
  let text = ''
  for (let i = 0; i < parts.length; i += 2) {
    const [part = '', separator = '', value = ''] = parts.slice(i, i + 3)
    if (parts[i - 1] === ',' && startsAnew(part)) text += ' but'
    const at = separator === ':' ? labelStart(part) : 0
    const pair = separator === ':' || separator === ',' ? plainPair(part.slice(at), separator, value, context) : null
    if (pair !== null) {
      text += plainPart(part.slice(0, at), context, unclear) + pair + (parts[i + 3] ?? '')
      i += 2
      continue
    }
    if (separator === ':' && i + 3 >= parts.length && mayBePlace(part, value)) unclear.push(`${part}:${value}`)
    text += plainPart(part, context, unclear) + separator
  }
  return text
}

/** "No newsletters, everything from …", "no newsletters, what … sends": the negation ends. */
function startsAnew(part: string): boolean {
  if (!MAY_NAME_SENDER.test(part)) return false
  const words = placedWordsOf(part)
  const first = words.find(({ kind }) => kind !== 'and')
  const isWish = first?.kind === 'all' || ['what', 'was', 'wat', 'ce', 'lo'].includes(first?.text ?? '')
  return isWish && words.some(({ kind }) => kind === 'sender')
}

/** "Newsletters: no", "newsletters: inbox", "Exceptions: newsletters". Null where nothing of this kind is said. */
function plainPair(label: string, separator: string, value: string, context: Context): string | null {
  if (separator !== ':' && !ONE_WORD.test(value)) return null
  const [about, said] = [placedWordsOf(label), placedWordsOf(value)]
  const joined = separator === ':' ? `${label} ${value}` : label + value
  if (separator === ':' && about.at(-1)?.kind === 'except' && !about.some(isKindWord))
    return plainPart(joined, context, [])
  // "Sí" folds to the Spanish "if".
  if (isLabel(about) && said.length === 1 && said[0]?.text === 'si') return label
  const isSaid = separator === ':' ? !said.some(isKindWord) : said.length === 1 && said.every(isNegation)
  if (!isSaid || !isLabel(about) || said.some(({ kind }) => kind === 'sender')) return null
  const plain = plainPart(joined, { ...context, hasOthers: true }, [])
  return plain === joined ? null : plain
}

/** Index of "newsletters" in "everything from acme.example, and newsletters: no". */
const labelStart = (part: string): number => {
  const words = placedWordsOf(part)
  const start = isLabel(words) ? 0 : words.findLastIndex(({ kind }) => kind === 'but' || kind === 'and') + 1
  return words[start]?.start ?? 0
}

/** "Die Newsletter", "de nieuwsbrieven". */
const isArticle = ({ kind }: PlacedWord): boolean => kind === 'that' || kind === 'of'

function isLabel(words: readonly PlacedWord[]): boolean {
  const own = words[0]?.kind === 'but' ? words.slice(1) : words
  const isPart = (word: PlacedWord, i: number): boolean =>
    isKindWord(word) || word.kind === 'filler' || word.kind === 'and' || (i === 0 && isArticle(word))
  return own.length <= MAX_LABEL_WORDS && own.some(isKindWord) && own.every(isPart)
}

/** "Newsletters: Reading". */
function mayBePlace(label: string, value: string): boolean {
  const place = placedWordsOf(value)
  const isPlace = place.length > 0 && place.every((word) => isKindWord(word) && word.isCapitalized)
  return isPlace && place.length <= MAX_LABEL_WORDS && isLabel(placedWordsOf(label))
}

/** Words between two separators. */
function plainPart(part: string, context: Context, unclear: string[]): string {
  const all = placedWordsOf(part)
  const words = all.filter((word, i) => !isPostposition(word, i, all))
  const starts = startsOf(words)
  return starts.reduceRight((text, start, i) => {
    const statement = words.slice(start, starts[i + 1] === undefined ? words.length : (starts[i + 1] ?? 0) - 1)
    const before = words[start - 1]
    const isContrast = before?.kind === 'but' || words.length < all.length
    const own = { ...context, hasOthers: context.hasOthers || starts.length > 1, isContrast }
    const isExcepted = before?.text === 'but' && mayBeExcepted(words.slice(0, start - 1), statement)
    if (isExcepted && !destinationOf(statement, own)) return replaced(text, [before], 'except')
    return plainStatement(text, statement, own, unclear)
  }, part)
}

function plainStatement(text: string, words: readonly PlacedWord[], context: Context, unclear: string[]): string {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return text
  const destination = destinationOf(words, context)
  if (destination) {
    const { about, isHere, own } = destination
    if (isHere && own.length > 0) return replaced(text, own, 'here')
    const senders = words.filter(({ kind }) => kind === 'sender')
    if (about.length === 0 && senders.length === 0) return replaced(text, words, isHere ? 'here' : 'not here')
    if (about.length > 0) {
      const plain = isHere ? textOf(text, about) + fromText(text, senders) : unwanted(text, about, senders)
      return replaced(text, words, plain)
    }
  } else if (context.hasOthers && mayBeSent(words)) unclear.push(text.slice(first.start, last.end))
  else if (context.hasOthers && first.kind === 'drop') return replaced(text, [first], 'not')
  return words
    .filter(({ kind }) => kind === 'except')
    .reduceRight((plain, word) => replaced(plain, [word], 'except'), text)
}

const unwanted = (text: string, about: readonly PlacedWord[], senders: readonly PlacedWord[]): string =>
  `(no ${textOf(text, about)}${fromText(text, senders)})`

const fromText = (text: string, senders: readonly PlacedWord[]): string =>
  senders.length > 0 ? ` from ${textOf(text, senders, ' and ')}` : ''

const textOf = (text: string, words: readonly PlacedWord[], separator = ' '): string =>
  words.map(({ start, end }) => text.slice(start, end)).join(separator)

const replaced = (text: string, words: readonly PlacedWord[], plain: string): string =>
  text.slice(0, words[0]?.start) + plain + text.slice(words.at(-1)?.end)

/** "Newsletter aber nach Lesen", "newsletters go however to Reading": the contrast begins no statement. */
const isPostposition = ({ kind, text }: PlacedWord, i: number, words: readonly PlacedWord[]): boolean => {
  if (kind !== 'but' || !POSTPOSITIONS.has(text)) return false
  const before = words.slice(0, i)
  const isVerb = (word: PlacedWord, at: number): boolean => word.text === 'van' || isMove(word, at, words)
  return isLabel(before) || (namesPlace(words[i + 1]) && isLabel(before.filter((word, at) => !isVerb(word, at))))
}
/** "Sin" is the first word of "sin embargo". */
const POSTPOSITIONS: ReadonlySet<string> = new Set(
  'however though aber jedoch allerdings hingegen dagegen cependant toutefois echter sin en par'.split(' '),
)

/** After "but", after "and" before a verb ("… and keep newsletters in the inbox"), and between two places. */
function startsOf(words: readonly PlacedWord[]): number[] {
  const starts = [0]
  const lastPlace = words.findLastIndex(namesPlace)
  let hasPlace = false
  words.forEach((word, i) => {
    const isStart =
      word.kind === 'but' || (word.kind === 'and' && (beginsStatement(words, i + 1) || (hasPlace && lastPlace > i)))
    if (isStart) starts.push(i + 1)
    hasPlace = !isStart && (hasPlace || namesPlace(word))
  })
  return starts
}

function beginsStatement(words: readonly PlacedWord[], at: number): boolean {
  const next = words[at]
  if (!next) return false
  return STARTING_KINDS.has(next.kind) || isMove(next, at, words) || STARTS_OF_STATEMENTS.has(next.text)
}
const STARTING_KINDS: ReadonlySet<PlacedWord['kind']> = new Set<PlacedWord['kind']>(['stay', 'drop', 'not', 'all'])
const STARTS_OF_STATEMENTS: ReadonlySet<string> = new Set(
  'i we ich wir je j nous ik wij for fur pour para voor'.split(' '),
)

/** "Everything from firm.example but newsletters". */
function mayBeExcepted(before: readonly PlacedWord[], after: readonly PlacedWord[]): boolean {
  const [first] = after
  return (
    before.at(-1)?.kind === 'sender' &&
    before.some(({ kind }) => kind === 'all') &&
    (first?.kind === 'content' || first?.kind === 'filler') &&
    after.every((word) => isKindWord(word) || word.kind === 'filler' || word.kind === 'and')
  )
}

/**
 * "Everything (except newsletters) from firm.example" for "everything except newsletters from firm.example", and
 * "(except newsletters), everything from firm.example": the exception is one of the sender that follows.
 */
function withLeadInBrackets(sentence: string): string {
  if (!MAY_NAME_SENDER.test(sentence)) return sentence
  const words = placedWordsOf(sentence)
  const except = words.findIndex(({ kind }) => kind === 'except')
  const before = words.slice(0, except)
  if (except < 0 || before.some((word) => isKindWord(word) || BEFORE_OTHER_EXCEPTIONS.has(word.kind))) return sentence
  const end = words.findIndex(({ kind }, i) => {
    const isOf = kind === 'of' && words[i + 1]?.kind === 'sender'
    return i > except && (isOf || kind === 'from' || kind === 'all' || kind === 'rest' || kind === 'sender')
  })
  const excepted = words.slice(except, words.slice(0, Math.max(0, end)).findLastIndex(isKindWord) + 1)
  const isLead = end >= 0 && excepted.some(isKindWord) && words.slice(end).some(({ kind }) => kind === 'sender')
  return isLead ? replaced(sentence, excepted, `(${textFrom(sentence, excepted)})`) : sentence
}
const BEFORE_OTHER_EXCEPTIONS: ReadonlySet<PlacedWord['kind']> = new Set<PlacedWord['kind']>([
  'sender',
  'not',
  'no',
  'ne',
  'drop',
  'only',
])

const textFrom = (text: string, words: readonly PlacedWord[]): string => text.slice(words[0]?.start, words.at(-1)?.end)
