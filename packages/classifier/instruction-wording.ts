import { type Clause, has, isNegation, type Meaning, type Word } from './instruction-clauses.ts'
import type { SenderToken } from './instruction-tokens.ts'

const MIN_NAME_LENGTH = 3

/** "Everything sent to robin+shop@…", "what I receive at …". */
export const isRecipient = ({ words, hasFrom }: Meaning, kind: SenderToken['kind']): boolean => {
  const last = words.findLast((word) => word.kind !== 'filler' && word.kind !== 'is')
  return last?.kind === 'to' || (words.at(-1)?.text === 'at' && kind === 'address' && !hasFrom)
}

/** "… where robin@… is in CC", "robin@… is the recipient". A header "To:" after a sender begins the next address. */
export function saysRecipient(tail: readonly Word[]): boolean {
  const at = tail.findIndex(({ kind, text }) => kind === 'to' && RECIPIENTS.has(text))
  return at >= 0 && (STARTS_OF_PHRASES.has(tail[at]?.text ?? '') || has(tail.slice(0, at), 'is'))
}
/** First words of phrases like "in CC", which alone are other kinds of words. */
const STARTS_OF_PHRASES: ReadonlySet<string> = new Set(['in', 'im', 'en', 'on', 'is'])
const RECIPIENTS: ReadonlySet<string> = new Set([
  ...STARTS_OF_PHRASES,
  'cc',
  'bcc',
  'recipient',
  'recipients',
  'empfanger',
  'destinataire',
  'destinatario',
  'ontvanger',
])

export const isOwnWord = ({ kind }: Word): boolean => kind !== 'and' && kind !== 'from' && kind !== 'of'

/** Words that are no name of the sender. */
export const describes = ({ words, content }: Meaning, value: string): boolean =>
  has(words, 'is') || content.some(({ text }) => !isNameIn(value, text))

export const isNameIn = (value: string, text: string): boolean => text.length >= MIN_NAME_LENGTH && value.includes(text)

export const startsWithFrom = ({ words }: Meaning): boolean => {
  const first = words.find(({ kind }) => kind !== 'and' && kind !== 'only' && kind !== 'filler')?.kind
  return first === 'from' || first === 'of'
}

export const endsWithOnly = (words: readonly Word[]): boolean =>
  words.findLast(({ kind }) => kind !== 'filler')?.kind === 'only'

/** "Vergeet nina@firm.example niet", "do not leave nina@firm.example out": the negation belongs to the verb. */
export function isWithdrawn({ senders, tail }: Clause): boolean {
  const [first] = senders
  if (senders.length !== 1 || !first || !tail.every(({ kind }) => kind === 'not' || kind === 'drop')) return false
  const { words } = first
  if (has(words, 'content')) return false
  if (has(tail, 'not')) return has(words, 'drop') && !words.some(isNegation)
  return has(tail, 'drop') && has(words, 'not') && has(words, 'stay') && !has(words, 'drop')
}

/** "Everything from A not newsletters", "tout de A pas les newsletters", without a comma. */
export function isBeforeNoun({ senders, tail: [negation, next] }: Clause): boolean {
  if (negation?.text === 'no') return senders.some(({ words }) => words.some(({ text }) => text === 'from'))
  if (negation?.text === 'pas') return next !== undefined && ARTICLES.has(next.text)
  return negation?.text === 'not' || negation?.text === 'geen'
}
const ARTICLES: ReadonlySet<string> = new Set(['le', 'la', 'l', 'les', 'de', 'd', 'des', 'leur', 'leurs'])
