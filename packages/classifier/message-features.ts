import { ADDRESS_LIMIT, cleanAddress, DOMAIN_ENDING, domainOf, listIdOf } from './message-addresses.ts'
import { eachReaderWord, SUBJECT_END, TEXT_END } from './reader-words.ts'
import { hashText, mix } from './hash.ts'
import type { Shape } from './shapes.ts'
import { shapesOf, stemOfShape } from './shapes.ts'
import type { MessageToSort } from './types.ts'
import { eachWord, fold } from './tokenize.ts'

/** Bounds on the work for one message, whatever it contains. */
const TEXT_LIMIT = 3000
const SUBJECT_LIMIT = 300
const WORD_LIMIT = 320
const RECIPIENT_LIMIT = 12
const ATTACHMENT_LIMIT = 10

/** Fields that contain a word, as bits. */
export const IN_SUBJECT = 1
export const IN_TEXT = 2
export const IN_SENDER = 4
export const IN_ATTACHMENT = 8

/**
 * Facts about the sender and the conversation. Kept apart from words, because one such fact outweighs a hundred words.
 */
const TRAIT_KINDS = ['sender', 'domain', 'list', 'thread', 'circle', 'pattern', 'person', 'other'] as const
export type TraitKind = (typeof TRAIT_KINDS)[number]

export interface Trait {
  kind: TraitKind
  key: number
  /** Label for the explanation; empty where it would mean nothing to the user. */
  label: string
}

export interface Features {
  /** Hashes of words and word pairs, each once; `counts` holds their occurrences. */
  words: number[]
  counts: number[]
  /** Words of the subject combined with the sender: senders use the same word differently. */
  senderWords: number[]
  traits: Trait[]
  /** Hash of the sender's address: 32 bits, unsigned. */
  senderKey: number
  /** Stem → fields that contain it, for matching names and instructions; also `stemOfShape`. */
  stems: Map<number, number>
  /** Stem → the word as first written. */
  spelling: Map<number, string>
  subjectWords: { key: number; spelling: string }[]
  shapes: ReadonlySet<Shape>
  /** Milliseconds since 1970. */
  receivedAt: number
}

export const REPLY_MARK = /^\s*(?:(?:re|fw|fwd|aw|wg|tr|rv|antw|sv|vs|doorst)\s*(?:\[\d+\])?\s*:\s*)+/i
const REPLY_HEADERS = ['in-reply-to', 'references'] as const
const FLAG_HEADERS = [
  'list-unsubscribe',
  'precedence',
  'auto-submitted',
  'x-priority',
  'importance',
  'errors-to',
] as const
const ADDRESS_HEADERS = ['reply-to', 'sender', 'return-path'] as const

export function threadSubject(subject: string): string {
  return fold(subject.slice(0, SUBJECT_LIMIT)).replace(REPLY_MARK, '').replace(/\s+/g, ' ').trim()
}

/** "mail.shop.example" → "shop.example": newsletters vary the first label. */
function siteOf(domain: string): string {
  return domain.split('.').slice(-2).join('.')
}

const SUBJECT_SALT = 0x51
const PAIR_SALT = 0x52
const SAYING_SALT = 0x53

/** @param isAtSharedDomain then the domain of the sender says nothing: only the whole address counts */
export function featuresOf(mail: MessageToSort, isAtSharedDomain = false): Features {
  const found: WordsInProgress = { words: new Map(), stems: new Map(), spelling: new Map() }
  const { senderWords, subjectWords } = addSubject(found, mail)
  addText(found, mail.text)
  addNames(found, mail)
  const shapes = shapesOf(mail)
  // The whole message has the shape, so that it counts like a word of the subject.
  for (const shape of shapes) if (shape !== 'list') found.stems.set(stemOfShape(shape), IN_SUBJECT)
  return {
    words: [...found.words.keys()],
    counts: [...found.words.values()],
    senderWords,
    traits: traitsOf(mail, isAtSharedDomain),
    senderKey: traitKey('sender', cleanAddress(mail.from)) >>> 0,
    stems: found.stems,
    spelling: found.spelling,
    subjectWords,
    shapes,
    receivedAt: mail.receivedAt.getTime(),
  }
}

/** Words and stems of the fields read so far. */
interface WordsInProgress extends Pick<Features, 'stems' | 'spelling'> {
  words: Map<number, number>
}

const countWord = ({ words }: WordsInProgress, word: number) => words.set(word, (words.get(word) ?? 0) + 1)

const addStemOf =
  ({ stems, spelling }: WordsInProgress, field: number, text: string) =>
  (stem: number, start: number, end: number) => {
    const before = stems.get(stem)
    if (before === undefined) spelling.set(stem, text.slice(start, end))
    stems.set(stem, (before ?? 0) | field)
  }

function addSubject(found: WordsInProgress, mail: MessageToSort): Pick<Features, 'senderWords' | 'subjectWords'> {
  const senderHash = hashText(cleanAddress(mail.from), SAYING_SALT)
  const senderWords = new Set<number>()
  const subjectWords: Features['subjectWords'] = []
  const subject = fold(mail.subject.slice(0, SUBJECT_LIMIT))
  let previous = 0
  const addSubjectWord = (word: number, start: number, end: number) => {
    countWord(found, word)
    found.words.set(mix(word, SUBJECT_SALT), 1)
    if (previous) found.words.set(mix(mix(previous, PAIR_SALT), word), 1)
    senderWords.add(mix(word, senderHash))
    previous = word
    subjectWords.push({ key: word, spelling: subject.slice(start, end) })
  }
  eachReaderWord(subject, SUBJECT_LIMIT, SUBJECT_END, addSubjectWord, addStemOf(found, IN_SUBJECT, subject))
  return { senderWords: [...senderWords], subjectWords }
}

/** Stems after the last word that is counted are left out too. */
function addText(found: WordsInProgress, text: string): void {
  const body = fold(text.slice(0, TEXT_LIMIT))
  const limit = found.words.size + WORD_LIMIT
  let bodyEnd = 0
  const addTextWord = (word: number, _start: number, end: number) => {
    if (found.words.size >= limit) return
    countWord(found, word)
    bodyEnd = end
  }
  const addTextStem = addStemOf(found, IN_TEXT, body)
  eachReaderWord(body, TEXT_LIMIT, TEXT_END, addTextWord, (stem, start, end) => {
    if (end <= bodyEnd) addTextStem(stem, start, end)
  })
}

/** Names of the sender and of attachments: only their stems count. */
function addNames(found: WordsInProgress, mail: MessageToSort): void {
  const address = mail.from.slice(0, ADDRESS_LIMIT).replace(DOMAIN_ENDING, '')
  const sender = fold(`${mail.fromName.slice(0, ADDRESS_LIMIT)} ${address}`)
  const addSenderStem = addStemOf(found, IN_SENDER, sender)
  eachWord(sender, sender.length, (_word, stem, start, end) => addSenderStem(stem, start, end))
  for (const name of mail.attachmentNames.slice(0, ATTACHMENT_LIMIT)) {
    const folded = fold(name.slice(0, ADDRESS_LIMIT))
    const addFileNameStem = addStemOf(found, IN_ATTACHMENT, folded)
    eachWord(folded, folded.length, (_word, stem, start, end) => addFileNameStem(stem, start, end))
  }
}

export function traitKey(kind: TraitKind, value: string): number {
  return mix(hashText(value), 0x1000 + TRAIT_KINDS.indexOf(kind))
}

function traitsOf(mail: MessageToSort, isAtSharedDomain: boolean): Trait[] {
  const traits: Trait[] = []
  const seen = new Set<number>()
  const add = (kind: TraitKind, value: string, label = '') => {
    if (value === '') return
    const key = traitKey(kind, value)
    if (seen.has(key)) return
    seen.add(key)
    traits.push({ kind, key, label })
  }

  const from = cleanAddress(mail.from)
  const domain = isAtSharedDomain ? '' : domainOf(from)
  const list = listIdOf(mail.headers)
  const thread = threadSubject(mail.subject)
  add('sender', from, from)
  add('domain', domain, domain)
  add('list', list, list)
  if (thread.length > 3) add('thread', thread, 'the same conversation')
  const people = [...mail.to, ...mail.cc].slice(0, RECIPIENT_LIMIT).map(cleanAddress)
  add('circle', `${domain || from} ${[...people].sort().join(' ')}`)
  add('pattern', `${from} ${thread.replace(/\d+/g, '0').slice(0, 60)}`)

  for (const person of people) add('person', person)
  add('person', from)
  for (const name of ADDRESS_HEADERS) {
    const value = mail.headers[name]
    if (value) add('other', `${name} ${cleanAddress(value)}`)
  }
  if (domain !== '') add('other', `site ${siteOf(domain)}`)
  for (const name of FLAG_HEADERS) {
    const value = mail.headers[name]
    if (value !== undefined)
      add('other', name === 'list-unsubscribe' ? name : `${name} ${value.slice(0, 12).toLowerCase()}`)
  }
  const agent = mail.headers['x-mailer'] ?? mail.headers['user-agent']
  if (agent)
    add(
      'other',
      `agent ${agent
        .slice(0, 40)
        .split(/[\s/(]/)[0]
        ?.toLowerCase()}`,
    )
  const isReply = REPLY_MARK.test(mail.subject) || REPLY_HEADERS.some((name) => mail.headers[name] !== undefined)
  add('other', isReply ? 'reply' : 'first')
  add('other', `recipients ${Math.min(5, Math.round(Math.log2(1 + mail.to.length + mail.cc.length)))}`)
  add('other', `length ${Math.round(Math.log2(1 + mail.text.length))}`)
  for (const name of mail.attachmentNames.slice(0, ATTACHMENT_LIMIT)) {
    add('other', `file ${name.slice(0, ADDRESS_LIMIT).split('.').pop()?.toLowerCase() ?? ''}`)
  }
  return traits
}
