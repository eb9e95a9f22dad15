import type { Considered } from './consider.ts'
import { known } from './noticed.ts'
import { supportOf } from './opinions.ts'
import type { Match } from './profile.ts'
import type { Model } from './state.ts'

/**
 * How sure to be of an answer before the user has filed anything. Evidence is then no finer than a few levels, so each has the share of right
 * answers that it had in other mailboxes (histogram binning; Zadrozny and Elkan, 2001). What a level is worth depends on the folders: where
 * most are named as everybody names them ("Travel", "Rechnungen"), a clear answer is nearly always right; where names mean something to their
 * owner alone, the same words in a mail say far less.
 *
 * Levels: nothing speaks for the folder; it is one of many, one of few, one of two; it is clear, very clear, hardly to be doubted, beyond doubt.
 */
const EVERYDAY = [0.02, 0.28, 0.48, 0.59, 0.74, 0.87, 0.94, 0.99]
/** Names of one's own: in a mailbox of which nothing is known, and in one of which it is known what words are common there. */
const OWN = [0.05, 0.19, 0.28, 0.44, 0.47, 0.54, 0.74, 0.8]
const OWN_NOTICED = [0.05, 0.21, 0.38, 0.54, 0.58, 0.66, 0.77, 0.82]
const ONE_OF_TWO = 3
/** What speaks for a folder less than this is no more than every mail has. */
const LEAST_SUPPORT = 0.1
/** A folder is still in question that is less than e times as unlikely as the first. */
const FEW = 5
/** Logarithms of how many times likelier the first folder is than the next, from which on the answer is clear and so on. */
const LEADS = [1, 2, 4, 6]
/** Shares of everyday names from which on, and up to which, they count. */
const SOME_EVERYDAY = 0.4
const MOST_EVERYDAY = 0.7
/**
 * With few folders most mail belongs in none, and a lead over the others says little. Then it counts what speaks for the folder by itself: hardly
 * any words of its name and instructions, some, many; and, ahead of the others in subject and sender too, very many or an everyday name there.
 */
const ALONE = [0.12, 0.3, 0.5, 0.8]
const ALONE_NOTICED = [0.15, 0.55, 0.75, 0.8]
const FEW_FOLDERS = 4
const MANY_FOLDERS = 12
/** Weights of the words matched from which on they are some, many, very many; in proportion to those of a folder's own words. */
const SOME_WORDS = 0.6
const MANY_WORDS = 1.2
const MOST_WORDS = 1.8
/** Mails learned from which on this has no say: by then the calibration has learned from the mailbox itself. */
const TAUGHT = 60

/** What the level is read from. */
export interface Evident extends Pick<Considered, 'shares' | 'opinions'> {
  match: Match
}

/** @param learned how sure the calibration is of the folder `best`, which knows nothing before the first lessons */
export function untaught(
  learned: number,
  { noticed, mails }: Pick<Model, 'noticed' | 'mails'>,
  evident: Evident,
  best: number,
): number {
  const { shares, match } = evident
  const weight = 1 - ramp(mails, 0, TAUGHT)
  if (weight === 0) return learned
  const alone = Math.min(learned, aloneOf(evident, best, known(noticed)))
  // What stands in the text alone may be there to be matched: whoever wants to choose the folder would write it there, too.
  const level = opens(evident, best) ? levelOf(evident, best) : Math.min(levelOf(evident, best), ONE_OF_TWO)
  const own = between(OWN[level], OWN_NOTICED[level], known(noticed))
  const among = between(own, EVERYDAY[level], ramp(match.everyday, SOME_EVERYDAY, MOST_EVERYDAY))
  return between(learned, between(alone, among, ramp(shares.length, FEW_FOLDERS, MANY_FOLDERS)), weight)
}

/** How sure to be at most where there are few folders; a sender, list or conversation that the folder has had speaks for itself. */
function aloneOf({ shares, opinions, match }: Evident, best: number, noticed: number): number {
  if ((opinions.visits[best] ?? 0) > 0) return 1
  // Words weigh by how few folders share them, so the more the more folders there are.
  const words = (match.terms[best] ?? 0) / Math.sqrt(Math.log(1 + shares.length))
  const isAhead = leadOf(shares, best) >= 1 && opensMost(match, best)
  const level =
    isAhead && (words >= MOST_WORDS || match.named[best] === 1)
      ? 3
      : words >= MANY_WORDS
        ? 2
        : words >= SOME_WORDS
          ? 1
          : 0
  return between(ALONE[level], ALONE_NOTICED[level], noticed)
}

/** Logarithm of how many times likelier it is than the next. */
function leadOf(shares: Float64Array, best: number): number {
  const own = Math.log(shares[best] ?? 0)
  return shares.reduce((least, share, k) => (k === best ? least : Math.min(least, own - Math.log(share))), Infinity)
}

function levelOf({ shares, opinions, match }: Evident, best: number): number {
  if (supportOf(opinions, match, best) < LEAST_SUPPORT) return 0
  const leads = Array.from(shares, (share) => Math.log(shares[best] ?? 0) - Math.log(share))
  const inQuestion = leads.filter((lead) => lead < 1).length
  if (inQuestion > 1) return inQuestion === 2 ? ONE_OF_TWO : inQuestion <= FEW ? 2 : 1
  const lead = leadOf(shares, best)
  return ONE_OF_TWO + LEADS.filter((from) => lead >= from).length
}

/** Whether the folder has had mail of this sender, list or conversation, or subject and sender alone speak no less for it than for any other. */
function opens({ opinions, match }: Evident, best: number): boolean {
  return (opinions.visits[best] ?? 0) > 0 || opensMost(match, best)
}

function opensMost({ opening }: Match, best: number): boolean {
  const own = opening[best] ?? 0
  return own > 0 && opening.every((other) => other <= own)
}

function between(from = 0, to = 0, way: number): number {
  return from + way * (to - from)
}

function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)))
}
