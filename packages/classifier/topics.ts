import { readFileSync } from 'node:fs'
import { STOP_WORDS } from './concepts.ts'
import { hashText } from './hash.ts'
import { stemsOf, stemText, wordsOf } from './tokenize.ts'

/**
 * What everyday email is about, finer than the concepts: the words and phrases that occur in such email, and those with
 * which people describe a folder for it, in five languages (topics.txt, written for this purpose).
 */
const LINE = /^(?<name>#.*)|(?<language>[a-z]{2}) (?<side>mail|folder): (?<phrases>.*)$/

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
const MIN_COMPOUND = 9
const MIN_PART = 5
const MIN_FIRST_PART = 4

/** Topics that a word or phrase speaks for, and how much. */
interface Entry {
  topics: number[]
  weights: number[]
}
interface Phrase extends Entry {
  stems: number[]
}
interface Words {
  single: Map<number, Entry>
  /** By their first stem. */
  phrases: Map<number, Phrase[]>
}

const STOP_STEMS = stemsOf(STOP_WORDS)
const stemOf = (word: string): number => hashText(stemText(word))

const { names: TOPIC_NAMES, mail: MAIL_WORDS, folder: FOLDER_WORDS } = readTopics()
export { TOPIC_NAMES }

type Weights = Map<string, Map<number, number>>

function readTopics(): { names: string[]; mail: Words; folder: Words } {
  const names: string[] = []
  const mail: Weights = new Map()
  const folder: Weights = new Map()
  const text = readFileSync(new URL('./topics.txt', import.meta.url), 'utf8').replaceAll('\n  ', ' ')
  for (const line of text.split('\n')) {
    const { name, side, phrases = '' } = LINE.exec(line)?.groups ?? {}
    if (name !== undefined) names.push(name.slice(1).trim())
    const topic = names.length - 1
    for (const phrase of phrases.split(',')) {
      const stems = wordsOf(phrase)
        // A single letter is what is left of "Q&A".
        .filter((word) => word.length > 1)
        .map(stemOf)
        .filter((stem) => !STOP_STEMS.has(stem))
      if (stems.length === 0) continue
      addPhrase(mail, stems, topic, side === 'mail' ? 1 : DESCRIPTION_IN_MAIL)
      addPhrase(folder, stems, topic, side === 'folder' ? 1 : MAIL_IN_DESCRIPTION)
    }
  }
  return { names, mail: wordsFrom(mail, names.length), folder: wordsFrom(folder, names.length) }
}

function addPhrase(side: Weights, stems: readonly number[], topic: number, weight: number): void {
  put(side, [...new Set(stems)].sort((a, b) => a - b).join(' '), topic, weight)
  if (stems.length > 1) for (const stem of stems) put(side, String(stem), topic, PART_OF_PHRASE * weight)
}

function put(side: Weights, key: string, topic: number, weight: number): void {
  const weights = side.get(key) ?? new Map<number, number>()
  weights.set(topic, Math.max(weight, weights.get(topic) ?? 0))
  side.set(key, weights)
}

/** A word weighs less the more topics have it. */
function wordsFrom(side: Weights, count: number): Words {
  const single: Words['single'] = new Map()
  const phrases: Words['phrases'] = new Map()
  for (const [key, weights] of side) {
    const stems = key.split(' ').map(Number)
    const [first = 0] = stems
    const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
    const rarity = Math.log(1 + count / all) / Math.log(1 + count)
    const entry = { topics: [...weights.keys()], weights: [...weights.values()].map((weight) => weight * rarity) }
    if (stems.length === 1) single.set(first, entry)
    else phrases.set(first, [...(phrases.get(first) ?? []), { ...entry, stems }])
  }
  return { single, phrases }
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
    const part = MAIL_WORDS.single.has(stem) ? null : lastPartOf(spelling.get(stem) ?? '')
    if (part !== null) hear(part, LAST_PART * weight)
  }
  return softmax(scores(MAIL_WORDS, heard), MESSAGE_SHARPNESS / Math.sqrt(heard.size + 4))
}

/** The last part of a compound: "autoversicherung" ends with "versicherung". Most words come again. */
function lastPartOf(word: string): number | null {
  if (word.length < MIN_COMPOUND) return null
  const known = LAST_PARTS.get(word)
  if (known !== undefined) return known
  let part: number | null = null
  for (let cut = MIN_FIRST_PART; part === null && cut <= word.length - MIN_PART; cut++) {
    const stem = stemOf(word.slice(cut))
    if (MAIL_WORDS.single.has(stem)) part = stem
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
  return softmax(scores(FOLDER_WORDS, heard), PHRASE_SHARPNESS / Math.sqrt(heard.size + 1))
}

function scores({ single, phrases }: Words, heard: ReadonlyMap<number, number>): Float64Array {
  const sums = new Float64Array(TOPIC_NAMES.length)
  const add = ({ topics, weights }: Entry, scale: number) => {
    for (let i = 0; i < topics.length; i++) {
      const topic = topics[i] ?? 0
      sums[topic] = (sums[topic] ?? 0) + scale * (weights[i] ?? 0)
    }
  }
  for (const [stem, weight] of heard) {
    const alone = single.get(stem)
    if (alone) add(alone, weight)
    for (const phrase of phrases.get(stem) ?? []) {
      if (!phrase.stems.every((one) => heard.has(one))) continue
      const mean = phrase.stems.reduce((sum, one) => sum + (heard.get(one) ?? 0), 0) / phrase.stems.length
      add(phrase, COMPLETE_PHRASE * mean)
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
