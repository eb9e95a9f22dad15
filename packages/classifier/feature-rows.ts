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

/** Looks up rows without creating any, for a prediction. */
export function findFeatureRows({ table, messagesSeen }: Model, features: Features): FeatureRows {
  const most = features.words.length + features.traits.length + features.senderWords.length
  const buckets = new Int32Array(most)
  const rows = new Int32Array(most)
  const values = new Float64Array(most)
  let size = 0
  /** Position of a bucket; appended if it is new. */
  const placeOf = (bucket: number) => {
    const known = POSITION_OF[bucket] ?? 0
    if (known > 0) return known - 1
    buckets[size] = bucket
    rows[size] = (table.rowOf[bucket] ?? 0) - 1
    POSITION_OF[bucket] = ++size
    return size - 1
  }
  /** Rare features weigh more: logarithm of the number of messages per message with the feature. */
  const rarityOf = (bucket: number) => {
    const row = (table.rowOf[bucket] ?? 0) - 1
    return Math.log((messagesSeen + 2) / ((row < 0 ? 0 : (table.mails[row] ?? 0)) + 1))
  }

  let squares = 0
  for (let i = 0; i < features.words.length; i++) {
    const bucket = bucketOfKey(features.words[i] ?? 0)
    const times = Math.min(MAX_REPEATS, features.counts[i] ?? 1)
    const weight = (times === 1 ? 1 : 1 + Math.log(times)) * Math.max(0, rarityOf(bucket))
    squares += weight * weight
    const place = placeOf(bucket)
    values[place] = (values[place] ?? 0) + weight
  }
  const words = size
  scale(values, 0, words, WORDS_LENGTH / (Math.sqrt(squares) || 1))

  const knownTraits: FeatureRows['knownTraits'] = []
  squares = 0
  for (const trait of features.traits) {
    const bucket = bucketOfKey(trait.key)
    const weight = Math.max(MIN_RARITY, rarityOf(bucket))
    squares += weight * weight
    const place = placeOf(bucket)
    if (place >= words) values[place] = weight
    const row = rows[place] ?? -1
    if (row >= 0) knownTraits.push({ trait, row })
  }
  const traits = size - words
  scale(values, words, size, TRAITS_LENGTH / (Math.sqrt(squares) || 1))

  const saying = SENDER_WORDS_LENGTH / Math.sqrt(Math.max(1, features.senderWords.length))
  for (const key of features.senderWords) {
    const before = size
    const place = placeOf(bucketOfKey(key))
    if (place === before) values[place] = saying
  }
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

function scale(values: Float64Array, from: number, to: number, by: number): void {
  for (let i = from; i < to; i++) values[i] = (values[i] ?? 0) * by
}

/** Creates the missing rows, for training; a new row has zero weights. */
export function insertFeatureRows({ table }: Model, { buckets, rows }: FeatureRows): void {
  for (let i = 0; i < rows.length; i++) if ((rows[i] ?? -1) < 0) rows[i] = ensureRow(table, buckets[i] ?? 0)
}
