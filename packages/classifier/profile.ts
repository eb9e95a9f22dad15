import { IN_SENDER, IN_SUBJECT, IN_TEXT } from './features.ts'
import type { Features } from './features.ts'
import { companyOf, companySpeaksFor } from './guesses.ts'
import { CONCEPT_COUNT } from './lexicon.ts'
import type { FolderToSort } from './mail.ts'
import type { Noticed } from './noticed.ts'
import { raritiesIn } from './noticed.ts'
import { phrasesOf } from './phrases.ts'
import { conceptsOf, conceptsOfPhrase, fieldWeight, isEveryday, speaksFor } from './subject-matter.ts'

const NAME_LIMIT = 300
const INSTRUCTIONS_LIMIT = 4000
const NAME_WEIGHT = 2
const UNWANTED = -0.7
/** How much it counts that mail and folder are about the same, against single words. */
const LIKENESS = 2

interface Profile {
  name: string
  instructions: string
  /** Stem → weight; negative: named as unwanted. `named` holds the stems of the folder's name. */
  terms: Map<number, number>
  named: Set<number>
  /** Every word of the name is one that everybody understands. */
  everyday: boolean
  /** Share of each concept in what the folder is for. */
  concepts: Float64Array
}

/** Keyed by the caller's own object, checked against its content, so that nothing outlives the folder. */
const PROFILES = new WeakMap<FolderToSort, Profile>()

function profileOf(folder: FolderToSort): Profile {
  const known = PROFILES.get(folder)
  if (known && known.name === folder.name && known.instructions === folder.instructions) return known
  const terms = new Map<number, number>()
  const concepts = new Float64Array(CONCEPT_COUNT)
  let told = 0
  const add = (stems: readonly number[], weight: number) => {
    for (const stem of stems) if (Math.abs(terms.get(stem) ?? 0) < Math.abs(weight)) terms.set(stem, weight)
    conceptsOfPhrase(stems).forEach((share, c) => {
      concepts[c] = (concepts[c] ?? 0) + weight * share
    })
    told += Math.abs(weight)
  }
  // The last part of a nested name says most: in "Work/Invoices" it is the invoices.
  const name = folder.name.slice(-NAME_LIMIT).replace(/[_]+/g, ' ')
  const leaf = name.lastIndexOf('/') + 1
  const leaves = phrasesOf(name.slice(leaf)).map(({ stems }) => stems)
  const parents = phrasesOf(name.slice(0, leaf)).map(({ stems }) => stems)
  for (const stems of leaves) add(stems, NAME_WEIGHT)
  for (const stems of parents) add(stems, NAME_WEIGHT / 2)
  for (const { stems, isUnwanted } of phrasesOf(folder.instructions.slice(0, INSTRUCTIONS_LIMIT)))
    add(stems, isUnwanted ? UNWANTED : 1)
  for (let c = 0; c < CONCEPT_COUNT; c++) concepts[c] = Math.max(0, concepts[c] ?? 0) / Math.max(1, told)
  const named = new Set([...leaves, ...parents].flat())
  const profile = {
    name: folder.name,
    instructions: folder.instructions,
    terms,
    named,
    everyday: named.size > 0 && [...named].every(isEveryday),
    concepts,
  }
  PROFILES.set(folder, profile)
  return profile
}

const IN_OPENING = IN_SUBJECT | IN_SENDER

/** One folder's wish to see a stem. */
interface Wish {
  k: number
  weight: number
  /** In the text alone: a folder's name is then no stronger than any other word of its instructions. */
  inText: number
}

/** What a set of folders has in common, worked out once. */
interface Shelf {
  profiles: Profile[]
  wishes: Map<number, Wish[]>
  /** Share of the folders that are named with words of our lexicon alone. */
  everyday: number
}

const SHELVES = new WeakMap<Profile, Shelf>()

function shelfOf(profiles: Profile[]): Shelf {
  const first = profiles[0]
  const known = first && SHELVES.get(first)
  if (known?.profiles.length === profiles.length && known.profiles.every((one, k) => one === profiles[k])) return known
  const n = profiles.length
  const common = new Map<number, number>()
  for (const profile of profiles) for (const stem of profile.terms.keys()) common.set(stem, (common.get(stem) ?? 0) + 1)
  const wishes = new Map<number, Wish[]>()
  profiles.forEach(({ terms }, k) => {
    const rarityOf = (stem: number) => Math.log(1 + n / (common.get(stem) ?? 1))
    let length = 1
    for (const [stem, weight] of terms) length += Math.abs(weight) * rarityOf(stem)
    for (const [stem, weight] of terms) {
      const unit = rarityOf(stem) / Math.sqrt(length)
      const wish = {
        k,
        weight: weight * unit,
        inText: Math.min(1, weight) * unit,
      }
      const others = wishes.get(stem)
      if (others) others.push(wish)
      else wishes.set(stem, [wish])
    }
  })
  const everyday = profiles.filter((profile) => profile.everyday).length / n
  const shelf = { profiles, wishes, everyday }
  if (first) SHELVES.set(first, shelf)
  return shelf
}

export interface Match {
  terms: Float64Array
  concepts: Float64Array
  /** By what mail that nobody has filed says beside the folder's own words. */
  company: Float64Array
  /** The first two, by subject and sender alone. */
  opening: Float64Array
  /** 1 where subject or sender have a word of the folder's name, and everybody knows what the name means. */
  named: Float64Array
  /** Share of the folders that are named as everybody names them. */
  everyday: number
}

/** How well each folder's name and instructions fit the mail: by the words themselves, the rarer the better, and by what they are about. */
export function matchProfiles(f: Features, folders: readonly FolderToSort[], noticed: Noticed): Match {
  const { profiles, wishes, everyday } = shelfOf(folders.map(profileOf))
  const rarityOf = raritiesIn(noticed)
  const terms = new Float64Array(profiles.length)
  const concepts = new Float64Array(profiles.length)
  const opening = new Float64Array(profiles.length)
  const named = new Float64Array(profiles.length)
  for (const [stem, fields] of f.stems) {
    const found = wishes.get(stem)
    if (!found) continue
    const told = fieldWeight(fields) * rarityOf(stem)
    const opens = (fields & IN_OPENING) !== 0
    for (const { k, weight, inText } of found) {
      const added = (fields === IN_TEXT ? inText : weight) * told
      terms[k] = (terms[k] ?? 0) + added
      if (!opens) continue
      opening[k] = (opening[k] ?? 0) + added
      if (profiles[k]?.everyday && profiles[k]?.named.has(stem)) named[k] = 1
    }
  }
  const about = conceptsOf(f)
  for (let k = 0; k < profiles.length; k++) {
    const wanted = profiles[k]?.concepts ?? new Float64Array(CONCEPT_COUNT)
    concepts[k] = likeness(about.whole, wanted)
    opening[k] = (opening[k] ?? 0) + likeness(about.opening, wanted)
  }
  return { terms, concepts, company: companyOf(f, folders, noticed, fieldWeight), opening, named, everyday }
}

/** How much likelier than by chance it is that both are about the same, as a logarithm; not below a half. */
function likeness(about: Float64Array, wanted: Float64Array): number {
  let same = 0
  for (let c = 0; c < CONCEPT_COUNT; c++) same += (about[c] ?? 0) * (wanted[c] ?? 0)
  return LIKENESS * Math.log((1 + same * CONCEPT_COUNT) / 2)
}

/** The words of name and instructions that stand in the mail, for the explanation. */
export function matchedTerms(f: Features, folder: FolderToSort): { stem: number; weight: number }[] {
  const found: { stem: number; weight: number }[] = []
  for (const [stem, weight] of profileOf(folder).terms) {
    const fields = f.stems.get(stem)
    if (fields !== undefined && weight > 0) found.push({ stem, weight: weight * fieldWeight(fields) })
  }
  return found.sort((a, b) => b.weight - a.weight).slice(0, 3)
}

/** How much a word of a subject has to speak for what a folder is for, to be a reason that a reader would accept; and by its company alone. */
const TELLING = 0.5
const TELLING_COMPANY = 1

/** The words of the subject that speak most for what the folder is for, for the explanation. */
export function tellingWords(f: Features, folder: FolderToSort, noticed: Noticed): { stem: number; weight: number }[] {
  const { concepts } = profileOf(folder)
  const weightOf = (stem: number): number => {
    const weight = speaksFor(stem, concepts)
    const company = companySpeaksFor(stem, folder, noticed)
    return Math.max(weight > TELLING ? weight : 0, company > TELLING_COMPANY ? company / 2 : 0)
  }
  return [...f.stems]
    .filter(([stem, fields]) => (fields & IN_SUBJECT) !== 0 && (f.spelling.get(stem)?.length ?? 0) > 2)
    .map(([stem]) => ({ stem, weight: weightOf(stem) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
}
