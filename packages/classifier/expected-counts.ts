import type { Features } from './message-features.ts'
import { hashText } from './hash.ts'
import type { FolderToSort } from './types.ts'
import { bucketOf, STEM_BUCKETS, type DocumentFrequencies, type ExpectedCounts } from './document-frequencies.ts'

/** Integers, so that encoding a model does not change it. */
const STEPS = 32
/** At this number the counts of a folder are halved: topics change. */
export const MAX_EXPECTED = 4096 * STEPS
/** Smaller probabilities are dropped: they are hardly ever right, and each would have to be stored. */
const MIN_SHARE = 0.1
/** Factor of the matches, in the exponent, when a message is shared out among folders. */
const SHARPNESS = 2
/** A folder that matches less than this is less likely than none. */
const NO_FOLDER_FIT = 0.6
/** Number of messages with average frequencies that every folder starts with. */
const SMOOTHING = 30
/** Upper bound of the log ratio between a word's frequency in the folder and overall. */
const MAX_LOG_RATIO = 2
const SCALE = 1 / 6

function descriptionHash({ name, instructions }: FolderToSort): number {
  return hashText(`${name}\n${instructions}`)
}

/**
 * Adds a message to the folders it may belong to. @param fits match of each folder by name, instructions and earlier
 * counts
 */
export function addExpectedCounts(
  expected: Map<string, ExpectedCounts>,
  { stems }: Features,
  folders: readonly FolderToSort[],
  fits: Float64Array,
): void {
  const odds = fits.map((fit) => Math.exp(SHARPNESS * (fit - NO_FOLDER_FIT)))
  const sum = odds.reduce((all, one) => all + one, 1)
  folders.forEach((folder, k) => {
    const share = (odds[k] ?? 0) / sum
    if (share < MIN_SHARE) return
    const steps = Math.round(share * STEPS)
    const counts = expectedCountsFor(expected, folder)
    if (counts.mails >= MAX_EXPECTED) halve(counts)
    counts.mails += steps
    for (const stem of stems.keys()) {
      const bucket = bucketOf(stem)
      counts.stems[bucket] = Math.min(counts.mails, (counts.stems[bucket] ?? 0) + steps)
    }
  })
}

function expectedCountsFor(expected: Map<string, ExpectedCounts>, folder: FolderToSort): ExpectedCounts {
  const hash = descriptionHash(folder)
  const known = expected.get(folder.id)
  if (known?.descriptionHash === hash) return known
  const counts = { descriptionHash: hash, mails: 0, stems: new Uint32Array(STEM_BUCKETS) }
  expected.set(folder.id, counts)
  return counts
}

function halve(counts: ExpectedCounts): void {
  counts.mails >>= 1
  for (let i = 0; i < counts.stems.length; i++) counts.stems[i] = (counts.stems[i] ?? 0) >> 1
}

/**
 * Log ratio between a word's frequency in the messages expected in a folder and in all messages; 0 where it is not
 * higher or hardly known.
 */
function logFrequencyRatio(stem: number, counts: ExpectedCounts, frequencies: DocumentFrequencies): number {
  const bucket = bucketOf(stem)
  const mails = frequencies.stems[bucket] ?? 0
  // A single occurrence is no evidence.
  if (mails < 2) return 0
  const usual = mails / frequencies.mails
  const there = (counts.stems[bucket] ?? 0) / STEPS + SMOOTHING * usual
  return Math.min(MAX_LOG_RATIO, Math.max(0, Math.log(there / ((counts.mails / STEPS + SMOOTHING) * usual))))
}

/** The folder's counts, unless its description has changed. */
function currentExpectedCounts(frequencies: DocumentFrequencies, folder: FolderToSort): ExpectedCounts | null {
  const counts = frequencies.expected.get(folder.id)
  return counts?.descriptionHash === descriptionHash(folder) ? counts : null
}

/**
 * Support of each folder by words that are more frequent in its expected messages than overall. @param weightOf weight
 * of the fields that contain a word
 */
export function matchCooccurrences(
  { stems }: Features,
  folders: readonly FolderToSort[],
  frequencies: DocumentFrequencies,
  weightOf: (fields: number) => number,
): Float64Array {
  const out = new Float64Array(folders.length)
  if (frequencies.expected.size === 0) return out
  const expected = folders.map((folder) => currentExpectedCounts(frequencies, folder))
  for (const [stem, fields] of stems) {
    const mails = frequencies.stems[bucketOf(stem)] ?? 0
    if (mails === 0) continue
    const weight = weightOf(fields) * Math.log(frequencies.mails / mails)
    expected.forEach((counts, k) => {
      if (counts) out[k] = (out[k] ?? 0) + weight * logFrequencyRatio(stem, counts, frequencies)
    })
  }
  // A long text repeats itself.
  const factor = SCALE / Math.sqrt(stems.size + 4)
  return out.map((sum) => sum * factor)
}

/** Support of a folder by one word; see `matchCooccurrences`. */
export function cooccurrenceWeight(stem: number, folder: FolderToSort, frequencies: DocumentFrequencies): number {
  const counts = currentExpectedCounts(frequencies, folder)
  return counts ? logFrequencyRatio(stem, counts, frequencies) : 0
}
