import { readFileSync } from 'node:fs'
import { STOP_STEMS } from './instruction-phrases.ts'
import { stemOfShape } from './shapes.ts'
import { eachWord, fold } from './tokenize.ts'

/**
 * What everyday email is about, finer than the concepts: the words and phrases that occur in such email, and those with
 * which people describe a folder for it, in five languages, and its shape (topics.txt, written for this purpose).
 */
const LINE = /^(?<name>#.*)|shape: (?<shape>\w+)|(?<language>[a-z]{2}) (?<side>mail|folder): (?<phrases>.*)$/

/** The words of the other side count too, but less; so do the words of a phrase that is not complete. */
const DESCRIPTION_IN_MAIL = 0.5
const MAIL_IN_DESCRIPTION = 0.6
const PART_OF_PHRASE = 0.45
/**
 * What a shape adds to the score of its topics where words name none: about two words of the subject, for the words of
 * another topic to outweigh it.
 */
const SHAPE = 1.6
/** People write from private addresses about everything. */
const FROM_PERSON = 0.8

/**
 * Topics that words or phrases speak for, and how much: in email, and in descriptions of folders. The cells of an entry
 * are those from `starts[entry]` to `starts[entry + 1]`. An object for each entry would take ten times the memory.
 */
export interface TopicEntries {
  starts: Uint32Array
  topics: Uint16Array
  mail: Float64Array
  folder: Float64Array
}

interface TopicLexicon {
  names: string[]
  words: { byStem: ReadonlyMap<number, number>; entries: TopicEntries }
  /** The stems of a phrase are those from `starts[phrase]` to `starts[phrase + 1]`. */
  phrases: {
    byFirstStem: ReadonlyMap<number, readonly number[]>
    starts: Uint32Array
    stems: Int32Array
    entries: TopicEntries
  }
  /** By the stem that stands for it. */
  shapes: ReadonlyMap<number, { topics: number[]; weight: number }>
}

/** Reads 1 MB at each start of a process: folds lines instead of phrases, and makes no strings of words. */
export function readTopics(): TopicLexicon {
  const names: string[] = []
  const words = new WordsInReading()
  const phrases = new PhrasesInReading()
  const shapes = new Map<number, { topics: number[]; weight: number }>()
  const text = readFileSync(new URL('./topics.txt', import.meta.url), 'utf8').replaceAll('\n  ', ' ')
  for (const line of text.split('\n')) {
    const { name, shape, side, phrases: listed = '' } = LINE.exec(line)?.groups ?? {}
    if (name !== undefined) names.push(ownText(name.slice(1).trim()))
    const topic = names.length - 1
    if (shape !== undefined) addShape(shapes, shape, topic)
    const mail = side === 'mail' ? 1 : DESCRIPTION_IN_MAIL
    const folder = side === 'folder' ? 1 : MAIL_IN_DESCRIPTION
    for (const stems of phrasesOf(fold(listed))) {
      const unique = [...new Set(stems)].sort((one, other) => one - other)
      if (unique.length > 1) phrases.cells.add(phrases.entryOf(unique), topic, mail, folder)
      else if (unique[0] !== undefined) words.cells.add(words.entryOf(unique[0]), topic, mail, folder)
      if (stems.length === 1) continue
      for (const stem of unique)
        words.cells.add(words.entryOf(stem), topic, PART_OF_PHRASE * mail, PART_OF_PHRASE * folder)
    }
  }
  return {
    names,
    words: { byStem: words.byStem, entries: words.cells.toEntries(names.length) },
    phrases: {
      byFirstStem: phrases.byFirstStem,
      starts: Uint32Array.from(phrases.starts),
      stems: Int32Array.from(phrases.stems),
      entries: phrases.cells.toEntries(names.length),
    },
    shapes,
  }
}

/** A part of a string keeps all of it in memory. */
const ownText = (part: string): string => Buffer.from(part).toString()

function addShape(shapes: Map<number, { topics: number[]; weight: number }>, shape: string, topic: number): void {
  const stem = stemOfShape(shape)
  const topics = shapes.get(stem)?.topics ?? []
  shapes.set(stem, { topics: [...topics, topic], weight: shape === 'person' ? FROM_PERSON : SHAPE })
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

class WordsInReading {
  readonly byStem = new Map<number, number>()
  readonly cells = new CellsInReading()

  entryOf(stem: number): number {
    const known = this.byStem.get(stem)
    if (known !== undefined) return known
    this.byStem.set(stem, this.byStem.size)
    return this.byStem.size - 1
  }
}

class PhrasesInReading {
  readonly byFirstStem = new Map<number, number[]>()
  readonly starts = [0]
  readonly stems: number[] = []
  readonly cells = new CellsInReading()

  entryOf(stems: readonly number[]): number {
    const [first = 0] = stems
    const others = this.byFirstStem.get(first)
    const known = others?.find((phrase) => this.isAt(phrase, stems))
    if (known !== undefined) return known
    const phrase = this.starts.length - 1
    this.stems.push(...stems)
    this.starts.push(this.stems.length)
    if (others) others.push(phrase)
    else this.byFirstStem.set(first, [phrase])
    return phrase
  }

  private isAt(phrase: number, stems: readonly number[]): boolean {
    const start = this.starts[phrase] ?? 0
    return this.starts[phrase + 1] === start + stems.length && stems.every((stem, i) => this.stems[start + i] === stem)
  }
}

/** Cells in the order in which the file names them. */
class CellsInReading {
  private readonly lastCell: number[] = []
  private readonly entries: number[] = []
  private readonly topics: number[] = []
  private readonly mail: number[] = []
  private readonly folder: number[] = []

  /** Adds the topic that is being read, or the larger weights where the entry has it. */
  add(entry: number, topic: number, mail: number, folder: number): void {
    const last = this.lastCell[entry]
    const isKnown = last !== undefined && this.topics[last] === topic
    const cell = isKnown ? last : this.topics.length
    this.lastCell[entry] = cell
    this.entries[cell] = entry
    this.topics[cell] = topic
    this.mail[cell] = Math.max(mail, this.mail[cell] ?? 0)
    this.folder[cell] = Math.max(folder, this.folder[cell] ?? 0)
  }

  toEntries(topicCount: number): TopicEntries {
    const starts = new Uint32Array(this.lastCell.length + 1)
    for (const entry of this.entries) starts[entry + 1] = (starts[entry + 1] ?? 0) + 1
    for (let entry = 0; entry < this.lastCell.length; entry++)
      starts[entry + 1] = (starts[entry + 1] ?? 0) + (starts[entry] ?? 0)
    const next = starts.slice()
    const places = this.entries.map((entry) => {
      const place = next[entry] ?? 0
      next[entry] = place + 1
      return place
    })
    const topics = new Uint16Array(places.length)
    for (const [cell, place] of places.entries()) topics[place] = this.topics[cell] ?? 0
    const inOrder = (weights: readonly number[]): Float64Array => {
      const ordered = new Float64Array(places.length)
      for (const [cell, place] of places.entries()) ordered[place] = weights[cell] ?? 0
      for (const [entry, start] of starts.entries())
        weighByRarity(ordered.subarray(start, starts[entry + 1]), topicCount)
      return ordered
    }
    return { starts, topics, mail: inOrder(this.mail), folder: inOrder(this.folder) }
  }
}

/** A word weighs less the more topics have it. */
function weighByRarity(weights: Float64Array, topicCount: number): void {
  let all = 0
  for (const weight of weights) all += weight
  const rarity = Math.log(1 + topicCount / all) / Math.log(1 + topicCount)
  for (const [at, weight] of weights.entries()) weights[at] = weight * rarity
}
