import type { Features } from './message-features.ts'

/**
 * Expected word counts of unlabelled messages per folder: words that occur together with a folder's own words support
 * it as well (self-training with expected counts; Nigam, McCallum, Thrun and Mitchell, 2000).
 */
export interface ExpectedCounts {
  /** Hash of name and instructions. When they change, counting starts over. */
  descriptionHash: number
  /** Expected number of messages, in units of 1/32, and the number of them that contain a stem, by its bucket. */
  mails: number
  stems: Uint32Array
}

/**
 * Number of messages of the mailbox, filed or not, that contain each word: words that are rare here distinguish names
 * and instructions best.
 */
export interface DocumentFrequencies {
  mails: number
  /** Messages by hash of the stem. */
  stems: Uint16Array
  /** Expected counts of unlabelled messages, by folder id. */
  expected: Map<string, ExpectedCounts>
}

const STEM_BITS = 13
export const STEM_BUCKETS = 1 << STEM_BITS
/** At this number all counts are halved: topics change, and 16 bits must suffice. */
export const MAX_DOCUMENTS = 8192
/** Number of messages at which the frequencies are trusted half. Without messages all words weigh the same. */
const HALF_RELIABLE_DOCUMENTS = 50
/** Weight of a word never seen in this mailbox, relative to an unknown mailbox. */
const MAX_INVERSE_FREQUENCY = 2

export function createDocumentFrequencies(): DocumentFrequencies {
  return { mails: 0, stems: new Uint16Array(STEM_BUCKETS), expected: new Map() }
}

export function bucketOf(stem: number): number {
  return stem >>> (32 - STEM_BITS)
}

export function addDocument(frequencies: DocumentFrequencies, { stems: said }: Features): void {
  const { stems } = frequencies
  if (frequencies.mails >= MAX_DOCUMENTS) {
    frequencies.mails >>= 1
    for (let i = 0; i < STEM_BUCKETS; i++) stems[i] = (stems[i] ?? 0) >> 1
  }
  frequencies.mails++
  for (const stem of said.keys()) {
    const bucket = bucketOf(stem)
    stems[bucket] = Math.min(frequencies.mails, (stems[bucket] ?? 0) + 1)
  }
}

/** How far the frequencies can be trusted, from 0 to 1. */
export function reliability({ mails }: DocumentFrequencies): number {
  return mails / (mails + HALF_RELIABLE_DOCUMENTS)
}

/**
 * Weight of a stem: 1 in an unknown mailbox, 0 where every message contains it, MAX_INVERSE_FREQUENCY where none does.
 */
export function inverseFrequencies(frequencies: DocumentFrequencies): (stem: number) => number {
  const { mails, stems } = frequencies
  if (mails === 0) return () => 1
  const believed = reliability(frequencies)
  const scale = MAX_INVERSE_FREQUENCY / Math.log(1 + mails)
  return (stem) => 1 + believed * (MAX_INVERSE_FREQUENCY - scale * Math.log(1 + (stems[bucketOf(stem)] ?? 0)) - 1)
}
