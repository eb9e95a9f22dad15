import { readFileSync } from 'node:fs'
import { hashText } from './hash.ts'
import { STOP_STEMS } from './instruction-phrases.ts'
import { stemOfShape } from './shapes.ts'
import { eachWord, fold, stemText } from './tokenize.ts'

/**
 * What everyday email is about, finer than the concepts: the words and phrases that occur in such email, and those with
 * which people describe a folder for it, in five languages, and its shape (topics.txt, written for this purpose).
 */
const LINE = /^(?<name>#.*)|shape: (?<shape>\w+)|(?<language>[a-z]{2}) (?<side>mail|folder): (?<phrases>.*)$/

/** The words of the other side count too, but less; so do the words of a phrase that is not complete. */
const DESCRIPTION_IN_MAIL = 0.5
const MAIL_IN_DESCRIPTION = 0.6
const PART_OF_PHRASE = 0.45
const COMPLETE_PHRASE = 1.5
/** How sure a few words make of a topic, for a message and for a phrase of a description. */
const MESSAGE_SHARPNESS = 12
const PHRASE_SHARPNESS = 9
/** A compound's last part counts less than the word itself. */
const LAST_PART = 0.7
/**
 * What a shape adds to the score of its topics where words name none: about two words of the subject, for the words of
 * another topic to outweigh it. It counts fully up to the first, and not from the second score of a topic by words.
 */
const SHAPE = 1.6
/** People write from private addresses about everything. */
const FROM_PERSON = 0.8
const FEW_WORDS = 1
const ENOUGH_WORDS = 2
const MIN_COMPOUND = 9
const MIN_PART = 5
const MIN_FIRST_PART = 4

type Side = 'mail' | 'folder'
/** Topics that a word or phrase speaks for, and how much: in email, and in descriptions of folders. */
interface Entry extends Record<Side, number[]> {
  topics: number[]
}
interface Phrase extends Entry {
  stems: number[]
}

const stemOf = (word: string): number => hashText(stemText(word))

const TOPIC_NAMES: string[] = []
const WORDS = new Map<number, Entry>()
/** By their first stem. */
const PHRASES = new Map<number, Phrase[]>()
/** By the stem that stands for it. */
const SHAPES = new Map<number, { topics: number[]; weight: number }>()
readTopics()
export { TOPIC_NAMES }

/** Reads 1 MB at each start of a process: folds lines instead of phrases, and makes no strings of words. */
function readTopics(): void {
  const known = new Map<string, Phrase>()
  const text = readFileSync(new URL('./topics.txt', import.meta.url), 'utf8').replaceAll('\n  ', ' ')
  for (const line of text.split('\n')) {
    const { name, shape, side, phrases = '' } = LINE.exec(line)?.groups ?? {}
    if (name !== undefined) TOPIC_NAMES.push(name.slice(1).trim())
    if (shape !== undefined) addShape(stemOfShape(shape), shape === 'person' ? FROM_PERSON : SHAPE)
    const mail = side === 'mail' ? 1 : DESCRIPTION_IN_MAIL
    const folder = side === 'folder' ? 1 : MAIL_IN_DESCRIPTION
    for (const stems of phrasesOf(fold(phrases))) {
      const unique = [...new Set(stems)].sort((one, other) => one - other)
      if (unique.length > 1) add(phraseOf(unique, known), mail, folder)
      else if (unique[0] !== undefined) add(wordOf(unique[0]), mail, folder)
      if (stems.length > 1) for (const stem of unique) add(wordOf(stem), PART_OF_PHRASE * mail, PART_OF_PHRASE * folder)
    }
  }
  for (const entry of [...WORDS.values(), ...known.values()]) {
    weighByRarity(entry.mail)
    weighByRarity(entry.folder)
  }
}

/** The stems of the phrases between commas. */
function phrasesOf(folded: string): number[][] {
  const phrases: number[][] = []
  let stems: number[] = []
  let comma = -1
  eachWord(folded, folded.length, (_word, stem, start, end) => {
    if (comma < start) {
      stems = []
      phrases.push(stems)
      comma = folded.indexOf(',', start)
      if (comma === -1) comma = folded.length
    }
    // A single letter is what is left of "Q&A".
    if (end - start > 1 && !STOP_STEMS.has(stem)) stems.push(stem)
  })
  return phrases
}

function wordOf(stem: number): Entry {
  const word = WORDS.get(stem) ?? { topics: [], mail: [], folder: [] }
  WORDS.set(stem, word)
  return word
}

function phraseOf(stems: number[], known: Map<string, Phrase>): Phrase {
  const key = stems.join(' ')
  const there = known.get(key)
  if (there) return there
  const phrase = { topics: [], mail: [], folder: [], stems }
  known.set(key, phrase)
  const [first = 0] = stems
  const others = PHRASES.get(first)
  if (others) others.push(phrase)
  else PHRASES.set(first, [phrase])
  return phrase
}

/** Adds the topic that is being read, or the larger weights where the entry has it. */
function add({ topics, mail, folder }: Entry, inMail: number, inFolder: number): void {
  const topic = TOPIC_NAMES.length - 1
  const at = topics.at(-1) === topic ? topics.length - 1 : topics.length
  topics[at] = topic
  mail[at] = Math.max(inMail, mail[at] ?? 0)
  folder[at] = Math.max(inFolder, folder[at] ?? 0)
}

function addShape(stem: number, weight: number): void {
  const topics = SHAPES.get(stem)?.topics ?? []
  SHAPES.set(stem, { topics: [...topics, TOPIC_NAMES.length - 1], weight })
}

/** A word weighs less the more topics have it. */
function weighByRarity(weights: number[]): void {
  let all = 0
  for (const weight of weights) all += weight
  const rarity = Math.log(1 + TOPIC_NAMES.length / all) / Math.log(1 + TOPIC_NAMES.length)
  for (const [at, weight] of weights.entries()) weights[at] = weight * rarity
}

/** Shares of the topics in a message. @param heard its stems with the weight of their field */
export function topicsOfMessage(
  stems: ReadonlyMap<number, number>,
  spelling: ReadonlyMap<number, string>,
  weightOf: (fields: number) => number,
): Float64Array {
  const heard = new Map<number, number>()
  const hear = (stem: number, weight: number) => heard.set(stem, Math.max(weight, heard.get(stem) ?? 0))
  for (const [stem, fields] of stems) {
    if (STOP_STEMS.has(stem)) continue
    const weight = weightOf(fields)
    hear(stem, weight)
    const part = WORDS.has(stem) ? null : lastPartOf(spelling.get(stem) ?? '')
    if (part !== null) hear(part, LAST_PART * weight)
  }
  const sums = scores('mail', heard)
  addShapes(stems, sums)
  return softmax(sums, MESSAGE_SHARPNESS / Math.sqrt(heard.size + 4))
}

function addShapes(stems: ReadonlyMap<number, number>, sums: Float64Array): void {
  const top = sums.reduce((most, sum) => Math.max(most, sum), 0)
  const silence = Math.min(1, (ENOUGH_WORDS - top) / (ENOUGH_WORDS - FEW_WORDS))
  if (silence <= 0) return
  for (const [shape, { topics, weight }] of SHAPES) {
    if (stems.has(shape)) for (const topic of topics) sums[topic] = (sums[topic] ?? 0) + weight * silence
  }
}

/** The last part of a compound: "autoversicherung" ends with "versicherung". Most words come again. */
function lastPartOf(word: string): number | null {
  if (word.length < MIN_COMPOUND) return null
  const known = LAST_PARTS.get(word)
  if (known !== undefined) return known
  let part: number | null = null
  for (let cut = MIN_FIRST_PART; part === null && cut <= word.length - MIN_PART; cut++) {
    const stem = stemOf(word.slice(cut))
    if (WORDS.has(stem)) part = stem
  }
  if (LAST_PARTS.size >= MAX_LAST_PARTS) LAST_PARTS.clear()
  LAST_PARTS.set(word, part)
  return part
}
const LAST_PARTS = new Map<string, number | null>()
const MAX_LAST_PARTS = 20_000

/** Shares of the topics in a phrase of a description; all are equal where it names none. */
export function topicsOfPhrase(stems: readonly number[]): Float64Array {
  const heard = new Map(stems.map((stem) => [stem, 1]))
  return softmax(scores('folder', heard), PHRASE_SHARPNESS / Math.sqrt(heard.size + 1))
}

function scores(side: Side, heard: ReadonlyMap<number, number>): Float64Array {
  const sums = new Float64Array(TOPIC_NAMES.length)
  const count = ({ topics, [side]: weights }: Entry, scale: number) => {
    for (let i = 0; i < topics.length; i++) {
      const topic = topics[i] ?? 0
      sums[topic] = (sums[topic] ?? 0) + scale * (weights[i] ?? 0)
    }
  }
  for (const [stem, weight] of heard) {
    const alone = WORDS.get(stem)
    if (alone) count(alone, weight)
    for (const phrase of PHRASES.get(stem) ?? []) {
      if (!phrase.stems.every((one) => heard.has(one))) continue
      const mean = phrase.stems.reduce((sum, one) => sum + (heard.get(one) ?? 0), 0) / phrase.stems.length
      count(phrase, COMPLETE_PHRASE * mean)
    }
  }
  return sums
}

function softmax(sums: Float64Array, sharpness: number): Float64Array {
  let top = 0
  for (const sum of sums) if (sum > top) top = sum
  // Most topics have no word in common with the text.
  const none = Math.exp(-sharpness * top)
  let all = 0
  for (let t = 0; t < sums.length; t++) {
    const sum = sums[t] ?? 0
    const power = sum === 0 ? none : Math.exp(sharpness * (sum - top))
    sums[t] = power
    all += power
  }
  for (let t = 0; t < sums.length; t++) sums[t] = (sums[t] ?? 0) / all
  return sums
}

/** Logarithm of how much more likely than chance both have the same topic; at least log ½. */
export function topicSimilarity(about: Float64Array, wanted: Float64Array): number {
  let same = 0
  for (let t = 0; t < about.length; t++) same += (about[t] ?? 0) * (wanted[t] ?? 0)
  return Math.log((1 + same * TOPIC_NAMES.length) / 2)
}
