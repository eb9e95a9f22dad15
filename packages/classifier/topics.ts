import { hashText } from './hash.ts'
import { STOP_STEMS } from './instruction-phrases.ts'
import { stemText } from './tokenize.ts'
import { readTopics, type TopicEntries } from './topic-lexicon.ts'

const COMPLETE_PHRASE = 1.5
/** How sure a few words make of a topic, for a message and for a phrase of a description. */
const MESSAGE_SHARPNESS = 12
const PHRASE_SHARPNESS = 9
/** A compound's last part counts less than the word itself. */
const LAST_PART = 0.7
/** A shape counts fully up to the first score of a topic by words, and not from the second one. */
const FEW_WORDS = 1
const ENOUGH_WORDS = 2
const MIN_COMPOUND = 9
const MIN_PART = 5
const MIN_FIRST_PART = 4

const stemOf = (word: string): number => hashText(stemText(word))

const { names: TOPIC_NAMES, words: WORDS, phrases: PHRASES, shapes: SHAPES } = readTopics()
export { TOPIC_NAMES }

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
    const part = WORDS.byStem.has(stem) ? null : lastPartOf(spelling.get(stem) ?? '')
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
    if (WORDS.byStem.has(stem)) part = stem
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

function scores(side: 'mail' | 'folder', heard: ReadonlyMap<number, number>): Float64Array {
  const sums = new Float64Array(TOPIC_NAMES.length)
  const count = ({ starts, topics, [side]: weights }: TopicEntries, entry: number, scale: number): void => {
    for (let cell = starts[entry] ?? 0; cell < (starts[entry + 1] ?? 0); cell++) {
      const topic = topics[cell] ?? 0
      sums[topic] = (sums[topic] ?? 0) + scale * (weights[cell] ?? 0)
    }
  }
  for (const [stem, weight] of heard) {
    const word = WORDS.byStem.get(stem)
    if (word !== undefined) count(WORDS.entries, word, weight)
    for (const phrase of PHRASES.byFirstStem.get(stem) ?? []) {
      const mean = meanWeight(phrase, heard)
      if (mean !== null) count(PHRASES.entries, phrase, COMPLETE_PHRASE * mean)
    }
  }
  return sums
}

/** @returns null where a stem of the phrase is missing */
function meanWeight(phrase: number, heard: ReadonlyMap<number, number>): number | null {
  const from = PHRASES.starts[phrase] ?? 0
  const to = PHRASES.starts[phrase + 1] ?? 0
  let sum = 0
  for (let at = from; at < to; at++) {
    const weight = heard.get(PHRASES.stems[at] ?? 0)
    if (weight === undefined) return null
    sum += weight
  }
  return sum / (to - from)
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
