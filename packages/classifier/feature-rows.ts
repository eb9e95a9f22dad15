import type { Features, Trait } from './message-features.ts'
import type { Model } from './model-state.ts'
import { BUCKETS, bucketOfKey, ensureRow } from './feature-table.ts'

/** Vector lengths of the three parts of a message for the softmax: a long text or many recipients count no more. */
export const WORDS_LENGTH = 3
const TRAITS_LENGTH = 2.5
const SENDER_WORDS_LENGTH = 1.5
/** Upper bound of a word's repetitions: repeating it gains nothing. */
const MAX_REPEATS = 4
/** Weight of a trait that every message has. */
const MIN_RARITY = 0.05

/**
 * Features of a message as rows of the table, each bucket once: first words, then traits in other buckets, then words
 * combined with the sender.
 */
export interface FeatureRows {
  buckets: Int32Array
  /** Row of each feature; -1 where nothing has been learned. Such features still count in the vector length. */
  rows: Int32Array
  /** Feature values for the softmax. */
  values: Float64Array
  words: number
  traits: number
  knownTraits: { trait: Trait; row: number }[]
}

/**
 * Bucket → position in the current message + 1. Reset after each message, because allocating it would cost more than
 * everything else.
 */
const POSITION_OF = new Int32Array(BUCKETS)

/** Rows found so far; the arrays have space for every feature. */
interface RowsInProgress {
  buckets: Int32Array
  rows: Int32Array
  values: Float64Array
  size: number
}

/** Looks up rows without creating any, for a prediction. */
export function findFeatureRows(model: Model, features: Features): FeatureRows {
  const most = features.words.length + features.traits.length + features.senderWords.length
  const found = { buckets: new Int32Array(most), rows: new Int32Array(most), values: new Float64Array(most), size: 0 }
  addWords(found, model, features)
  const words = found.size
  const knownTraits = addTraits(found, model, features.traits)
  const traits = found.size - words
  addSenderWords(found, model, features.senderWords)
  const { buckets, rows, values, size } = found
  for (let i = 0; i < size; i++) POSITION_OF[buckets[i] ?? 0] = 0
  return {
    buckets: buckets.subarray(0, size),
    rows: rows.subarray(0, size),
    values: values.subarray(0, size),
    words,
    traits,
    knownTraits,
  }
}

function addWords(found: RowsInProgress, model: Model, { words, counts }: Features): void {
  let squares = 0
  for (let i = 0; i < words.length; i++) {
    const bucket = bucketOfKey(words[i] ?? 0)
    const times = Math.min(MAX_REPEATS, counts[i] ?? 1)
    const weight = (times === 1 ? 1 : 1 + Math.log(times)) * Math.max(0, rarityOf(model, bucket))
    squares += weight * weight
    const place = placeOf(found, model, bucket)
    found.values[place] = (found.values[place] ?? 0) + weight
  }
  scale(found.values, 0, found.size, WORDS_LENGTH / (Math.sqrt(squares) || 1))
}

/** A trait in the bucket of a word keeps the word's value. An unknown sender may have a known bucket. */
function addTraits(found: RowsInProgress, model: Model, traits: readonly Trait[]): FeatureRows['knownTraits'] {
  const words = found.size
  const knownTraits: FeatureRows['knownTraits'] = []
  let squares = 0
  for (const trait of traits) {
    const bucket = bucketOfKey(trait.key)
    const weight = Math.max(MIN_RARITY, rarityOf(model, bucket))
    squares += weight * weight
    const place = placeOf(found, model, bucket)
    if (place >= words) found.values[place] = weight
    const row = found.rows[place] ?? -1
    if (row >= 0 && (trait.kind !== 'sender' || model.filedSenders.has(trait.key >>> 0)))
      knownTraits.push({ trait, row })
  }
  scale(found.values, words, found.size, TRAITS_LENGTH / (Math.sqrt(squares) || 1))
  return knownTraits
}

function addSenderWords(found: RowsInProgress, model: Model, senderWords: readonly number[]): void {
  const value = SENDER_WORDS_LENGTH / Math.sqrt(Math.max(1, senderWords.length))
  for (const key of senderWords) {
    const before = found.size
    const place = placeOf(found, model, bucketOfKey(key))
    if (place === before) found.values[place] = value
  }
}

/** Position of a bucket; appended if it is new. */
function placeOf(found: RowsInProgress, { table }: Model, bucket: number): number {
  const known = POSITION_OF[bucket] ?? 0
  if (known > 0) return known - 1
  const place = found.size++
  found.buckets[place] = bucket
  found.rows[place] = (table.rowOf[bucket] ?? 0) - 1
  POSITION_OF[bucket] = found.size
  return place
}

/** Rare features weigh more: logarithm of the number of messages per message with the feature. */
function rarityOf({ table, messagesSeen }: Model, bucket: number): number {
  const row = (table.rowOf[bucket] ?? 0) - 1
  return Math.log((messagesSeen + 2) / ((row < 0 ? 0 : (table.mails[row] ?? 0)) + 1))
}

function scale(values: Float64Array, from: number, to: number, by: number): void {
  for (let i = from; i < to; i++) values[i] = (values[i] ?? 0) * by
}

/** Creates the missing rows, for training; a new row has zero weights. */
export function insertFeatureRows({ table }: Model, { buckets, rows }: FeatureRows): void {
  for (let i = 0; i < rows.length; i++) if ((rows[i] ?? -1) < 0) rows[i] = ensureRow(table, buckets[i] ?? 0)
}
