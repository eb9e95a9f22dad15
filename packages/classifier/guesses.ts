import type { Features } from './features.ts'
import { hashText } from './hash.ts'
import type { FolderToSort } from './mail.ts'
import { bucketOf, STEM_BUCKETS, type Noticed } from './noticed.ts'

/**
 * What mail that nobody has filed says of a folder, if it belongs where names and instructions would put it: words that keep company with a
 * folder's own words speak for it, too (self-training with expected counts; Nigam, McCallum, Thrun and Mitchell, 2000).
 */
export interface Guess {
  /** Hash of the name and instructions by which it was guessed: described otherwise, a folder starts again. */
  described: number
  /** Mails that are thought to belong there, by how likely, in STEPS; and in how many of them a stem came, by its bucket. */
  mails: number
  stems: Uint32Array
}

/** Whole numbers, so that storing a model changes nothing. */
const STEPS = 32
/** From so many mails on a folder's are halved: what people write about changes. */
export const MOST_GUESSED = 4096 * STEPS
/** Guesses that are less likely are left out: hardly ever right, and each would have to be stored. */
const LEAST_LIKELY = 0.1
/** How boldly it is guessed, and how well the mail has to fit to belong to a folder rather than to none. */
const BOLDNESS = 2
const FIT_OF_NONE = 0.6
/** Mails that a folder's words are believed to have come in as everywhere, before any is guessed. */
const SMOOTHING = 30
/** How much oftener a word can come than everywhere, as a logarithm. */
const MOST_OFTEN = 2
const LOUDNESS = 1 / 6

function describedAs({ name, instructions }: FolderToSort): number {
  return hashText(`${name}\n${instructions}`)
}

/** Adds a mail to the folders where it may belong. @param fits how well each of them fits, by names, instructions and earlier guesses */
export function addGuess(
  guesses: Map<string, Guess>,
  { stems }: Features,
  folders: readonly FolderToSort[],
  fits: Float64Array,
): void {
  const odds = fits.map((fit) => Math.exp(BOLDNESS * (fit - FIT_OF_NONE)))
  const sum = odds.reduce((all, one) => all + one, 1)
  folders.forEach((folder, k) => {
    const share = (odds[k] ?? 0) / sum
    if (share < LEAST_LIKELY) return
    const steps = Math.round(share * STEPS)
    const guess = guessOf(guesses, folder)
    if (guess.mails >= MOST_GUESSED) halve(guess)
    guess.mails += steps
    for (const stem of stems.keys()) {
      const bucket = bucketOf(stem)
      guess.stems[bucket] = Math.min(guess.mails, (guess.stems[bucket] ?? 0) + steps)
    }
  })
}

function guessOf(guesses: Map<string, Guess>, folder: FolderToSort): Guess {
  const described = describedAs(folder)
  const known = guesses.get(folder.id)
  if (known?.described === described) return known
  const guess = { described, mails: 0, stems: new Uint32Array(STEM_BUCKETS) }
  guesses.set(folder.id, guess)
  return guess
}

function halve(guess: Guess): void {
  guess.mails >>= 1
  for (let i = 0; i < guess.stems.length; i++) guess.stems[i] = (guess.stems[i] ?? 0) >> 1
}

/** By how much oftener a word comes in the mail guessed to belong to a folder than in all mail, as a logarithm; 0 where no oftener, or hardly known. */
function oftenerBy(stem: number, guess: Guess, noticed: Noticed): number {
  const bucket = bucketOf(stem)
  const mails = noticed.stems[bucket] ?? 0
  // Once is no habit.
  if (mails < 2) return 0
  const usual = mails / noticed.mails
  const there = (guess.stems[bucket] ?? 0) / STEPS + SMOOTHING * usual
  return Math.min(MOST_OFTEN, Math.max(0, Math.log(there / ((guess.mails / STEPS + SMOOTHING) * usual))))
}

/** The folder's guess, where it is still described as it was. */
function standingGuess(noticed: Noticed, folder: FolderToSort): Guess | null {
  const guess = noticed.guesses.get(folder.id)
  return guess?.described === describedAs(folder) ? guess : null
}

/** How much each folder is spoken for by words that its guessed mail has oftener than all mail. @param weightOf of the fields where a word stands */
export function companyOf(
  { stems }: Features,
  folders: readonly FolderToSort[],
  noticed: Noticed,
  weightOf: (fields: number) => number,
): Float64Array {
  const out = new Float64Array(folders.length)
  if (noticed.guesses.size === 0) return out
  const guesses = folders.map((folder) => standingGuess(noticed, folder))
  for (const [stem, fields] of stems) {
    const mails = noticed.stems[bucketOf(stem)] ?? 0
    if (mails === 0) continue
    const told = weightOf(fields) * Math.log(noticed.mails / mails)
    guesses.forEach((guess, k) => {
      if (guess) out[k] = (out[k] ?? 0) + told * oftenerBy(stem, guess, noticed)
    })
  }
  // A long text says the same more often.
  const factor = LOUDNESS / Math.sqrt(stems.size + 4)
  return out.map((sum) => sum * factor)
}

/** How much one word speaks for a folder by its company; see `companyOf`. */
export function companySpeaksFor(stem: number, folder: FolderToSort, noticed: Noticed): number {
  const guess = standingGuess(noticed, folder)
  return guess ? oftenerBy(stem, guess, noticed) : 0
}
