import type { Features, Trait } from './features.ts'
import type { Model } from './state.ts'
import { BUCKETS, bucketOfKey, makeRow } from './table.ts'

/** Lengths of the three parts of a mail as the softmax sees it: neither a long text nor a crowd of recipients is heard louder. */
export const WORDS_LENGTH = 3
const TRAITS_LENGTH = 2.5
const SAYINGS_LENGTH = 1.5
/** How often a word is heard at most: whoever repeats it more shall gain nothing. */
const MOST_TIMES = 4
/** What a trait that every mail has still counts. */
const LEAST_RARITY = 0.05

/** A mail in the table's terms: its features, each bucket once, first the words, then the traits that are in no word's bucket, then sayings. */
export interface Placed {
  buckets: Int32Array
  /** The row of each; -1 where nothing was learned yet. Such features still count in the lengths. */
  rows: Int32Array
  /** How much the softmax hears of each. */
  values: Float64Array
  words: number
  traits: number
  met: { trait: Trait; row: number }[]
}

/** Bucket → place in the mail that is being placed, + 1. Emptied after each mail, for making it anew costs more than all the rest. */
const PLACE_OF = new Int32Array(BUCKETS)

/** Rows are only looked up: for a mail that is asked about. */
export function findPlaces({ table, heard }: Model, features: Features): Placed {
  const most = features.words.length + features.traits.length + features.sayings.length
  const buckets = new Int32Array(most)
  const rows = new Int32Array(most)
  const values = new Float64Array(most)
  let size = 0
  /** The place of a bucket, a new one where it has none. */
  const placeOf = (bucket: number) => {
    const known = PLACE_OF[bucket] ?? 0
    if (known > 0) return known - 1
    buckets[size] = bucket
    rows[size] = (table.rowOf[bucket] ?? 0) - 1
    PLACE_OF[bucket] = ++size
    return size - 1
  }
  /** Rare features say more: the logarithm of how many mails there are for one that has it. */
  const rarityOf = (bucket: number) => {
    const row = (table.rowOf[bucket] ?? 0) - 1
    return Math.log((heard + 2) / ((row < 0 ? 0 : (table.mails[row] ?? 0)) + 1))
  }

  let squares = 0
  for (let i = 0; i < features.words.length; i++) {
    const bucket = bucketOfKey(features.words[i] ?? 0)
    const times = Math.min(MOST_TIMES, features.times[i] ?? 1)
    const weight = (times === 1 ? 1 : 1 + Math.log(times)) * Math.max(0, rarityOf(bucket))
    squares += weight * weight
    const place = placeOf(bucket)
    values[place] = (values[place] ?? 0) + weight
  }
  const words = size
  scale(values, 0, words, WORDS_LENGTH / (Math.sqrt(squares) || 1))

  const met: Placed['met'] = []
  squares = 0
  for (const trait of features.traits) {
    const bucket = bucketOfKey(trait.key)
    const weight = Math.max(LEAST_RARITY, rarityOf(bucket))
    squares += weight * weight
    const place = placeOf(bucket)
    if (place >= words) values[place] = weight
    const row = rows[place] ?? -1
    if (row >= 0) met.push({ trait, row })
  }
  const traits = size - words
  scale(values, words, size, TRAITS_LENGTH / (Math.sqrt(squares) || 1))

  const saying = SAYINGS_LENGTH / Math.sqrt(Math.max(1, features.sayings.length))
  for (const key of features.sayings) {
    const before = size
    const place = placeOf(bucketOfKey(key))
    if (place === before) values[place] = saying
  }
  for (let i = 0; i < size; i++) PLACE_OF[buckets[i] ?? 0] = 0
  return {
    buckets: buckets.subarray(0, size),
    rows: rows.subarray(0, size),
    values: values.subarray(0, size),
    words,
    traits,
    met,
  }
}

function scale(values: Float64Array, from: number, to: number, by: number): void {
  for (let i = from; i < to; i++) values[i] = (values[i] ?? 0) * by
}

/** To learn a mail: every feature gets a row, which says nothing until something is learned there. */
export function makePlaces({ table }: Model, { buckets, rows }: Placed): void {
  for (let i = 0; i < rows.length; i++) if ((rows[i] ?? -1) < 0) rows[i] = makeRow(table, buckets[i] ?? 0)
}
