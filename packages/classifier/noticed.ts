import type { Features } from './features.ts'
import type { Guess } from './guesses.ts'

/** In how many mails of the mailbox, filed or not, words came: what is rare among them tells names and instructions apart. */
export interface Noticed {
  mails: number
  /** Mails by a hash of the stem. */
  stems: Uint16Array
  /** Of mail that nobody has filed, by folder. */
  guesses: Map<string, Guess>
}

const STEM_BITS = 13
export const STEM_BUCKETS = 1 << STEM_BITS
/** At so many, all are halved: what people write about changes, and sixteen bits shall do. */
export const MOST_MAILS = 8192
/** After so many mails the mailbox is believed half: before the first one, all words are equally telling. */
const HALF_BELIEVED = 50
/** A word that no mail has is told so many times as loudly as one in a mailbox that is not known. */
const RAREST = 2

export function createNoticed(): Noticed {
  return { mails: 0, stems: new Uint16Array(STEM_BUCKETS), guesses: new Map() }
}

export function bucketOf(stem: number): number {
  return stem >>> (32 - STEM_BITS)
}

/** Takes in what a mail says, without where it belongs. */
export function take(noticed: Noticed, { stems: said }: Features): void {
  const { stems } = noticed
  if (noticed.mails >= MOST_MAILS) {
    noticed.mails >>= 1
    for (let i = 0; i < STEM_BUCKETS; i++) stems[i] = (stems[i] ?? 0) >> 1
  }
  noticed.mails++
  for (const stem of said.keys()) {
    const bucket = bucketOf(stem)
    stems[bucket] = Math.min(noticed.mails, (stems[bucket] ?? 0) + 1)
  }
}

/** How far the mailbox is known, from 0 to 1. */
export function known({ mails }: Noticed): number {
  return mails / (mails + HALF_BELIEVED)
}

/** How telling a stem is: 1 in a mailbox that is not known, 0 where every mail has it, RAREST where none has. */
export function raritiesIn(noticed: Noticed): (stem: number) => number {
  const { mails, stems } = noticed
  if (mails === 0) return () => 1
  const believed = known(noticed)
  const scale = RAREST / Math.log(1 + mails)
  return (stem) => 1 + believed * (RAREST - scale * Math.log(1 + (stems[bucketOf(stem)] ?? 0)) - 1)
}
