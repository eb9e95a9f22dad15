import type { Features, Trait } from './features.ts'
import type { Model } from './state.ts'
import { bucketOfKey, findRow, makeRow } from './table.ts'

/** Lengths of the three parts of a mail as the softmax sees it: neither a long text nor a crowd of recipients is heard louder. */
const WORDS_LENGTH = 3
const TRAITS_LENGTH = 2.5
const SAYINGS_LENGTH = 1.5
/** How often a word is heard at most: whoever repeats it more shall gain nothing. */
const MOST_TIMES = 4
/** What a trait that every mail has still counts. */
const LEAST_RARITY = 0.05

/** A mail in the table's terms. Features that have no row are left out; they still count in the lengths. */
export interface Placed {
  /** Each row once; a trait in the bucket of a word is left out. */
  words: number[]
  traits: number[]
  /** Weight of each of `words`: repeated and rare ones more, the whole mail of length 1. */
  weights: number[]
  met: { trait: Trait; row: number }[]
  /** The mail as the softmax sees it: rows, and how much each counts. */
  inputs: Inputs
}

export interface Inputs {
  rows: number[]
  values: number[]
}

/** Rare features say more: the logarithm of how many mails there are for one that has it. */
function rarity(model: Model, row: number): number {
  const mails = row < 0 ? 0 : (model.table.mails[row] ?? 0)
  return Math.log((model.heard + 2) / (mails + 1))
}

/** To ask about a mail: rows are only looked up. */
export function findPlaces(model: Model, features: Features): Placed {
  return placed(model, features, (key) => findRow(model.table, key))
}

/** To learn a mail: every feature gets a row, which says nothing until something is learned there. */
export function makePlaces(model: Model, features: Features): Placed {
  return placed(model, features, (key) => makeRow(model.table, bucketOfKey(key)))
}

function placed(model: Model, features: Features, rowOf: (key: number) => number): Placed {
  const inputs: Inputs = { rows: [], values: [] }
  const words = new Map<number, number>()
  let squares = 0
  for (let i = 0; i < features.words.length; i++) {
    const row = rowOf(features.words[i] ?? 0)
    const times = Math.min(MOST_TIMES, features.times[i] ?? 1)
    const weight = (times === 1 ? 1 : 1 + Math.log(times)) * Math.max(0, rarity(model, row))
    squares += weight * weight
    if (row >= 0) words.set(row, (words.get(row) ?? 0) + weight)
  }
  const unit = 1 / (Math.sqrt(squares) || 1)
  const weights: number[] = []
  for (const [row, weight] of words) {
    weights.push(weight * unit)
    add(inputs, row, weight * unit * WORDS_LENGTH)
  }

  const met: Placed['met'] = []
  const traits = new Map<number, number>()
  squares = 0
  for (const trait of features.traits) {
    const row = rowOf(trait.key)
    const weight = Math.max(LEAST_RARITY, rarity(model, row))
    squares += weight * weight
    if (row < 0) continue
    met.push({ trait, row })
    if (!words.has(row)) traits.set(row, weight)
  }
  const share = TRAITS_LENGTH / (Math.sqrt(squares) || 1)
  for (const [row, weight] of traits) add(inputs, row, weight * share)

  const value = SAYINGS_LENGTH / Math.sqrt(Math.max(1, features.sayings.length))
  for (const row of new Set(features.sayings.map(rowOf))) {
    if (row >= 0 && !words.has(row) && !traits.has(row)) add(inputs, row, value)
  }
  return { words: [...words.keys()], traits: [...traits.keys()], weights, met, inputs }
}

function add({ rows, values }: Inputs, row: number, value: number): void {
  if (value === 0) return
  rows.push(row)
  values.push(value)
}
