import { EMPTY_WORDS, NEGATIONS } from './concepts.ts'
import { IN_ATTACHMENT, IN_SENDER, IN_SUBJECT, IN_TEXT } from './features.ts'
import type { Features } from './features.ts'
import { companyOf } from './guesses.ts'
import type { FolderToSort } from './mail.ts'
import type { Noticed } from './noticed.ts'
import { lexiconWeight, raritiesIn } from './noticed.ts'
import { CONCEPT_COUNT, CONCEPTS_OF, conceptsOf, conceptsOfNamed, stemsOf } from './subject-matter.ts'
import { eachWord, fold } from './tokens.ts'

const NAME_LIMIT = 300
const INSTRUCTIONS_LIMIT = 4000
const NAME_WEIGHT = 2
const UNWANTED = -0.7

const EMPTY = stemsOf(EMPTY_WORDS)
const NEGATING = stemsOf(NEGATIONS)

interface Profile {
  name: string
  instructions: string
  /** Stem → weight; negative: named as unwanted. `named` holds the stems of the folder's name. */
  terms: Map<number, number>
  named: Set<number>
  /** Every word of the name is one of our lexicon. */
  everyday: boolean
  concepts: Float64Array
}

/** Keyed by the caller's own object, checked against its content, so that nothing outlives the folder. */
const PROFILES = new WeakMap<FolderToSort, Profile>()

function profileOf(folder: FolderToSort): Profile {
  const known = PROFILES.get(folder)
  if (known && known.name === folder.name && known.instructions === folder.instructions) return known
  const terms = new Map<number, number>()
  const named = new Set<number>()
  const strength = new Float64Array(CONCEPT_COUNT)
  const add = (stem: number, weight: number) => {
    const before = terms.get(stem)
    if (before !== undefined && Math.abs(before) >= Math.abs(weight)) return
    terms.set(stem, weight)
    const concepts = named.has(stem) ? conceptsOfNamed(stem) : CONCEPTS_OF.get(stem)
    for (const concept of concepts ?? [])
      strength[concept] = (strength[concept] ?? 0) + (weight - (before ?? 0)) / (concepts?.length ?? 1)
  }
  // The last part of a nested name says most: in "Work/Invoices" it is the invoices.
  const name = fold(folder.name.slice(-NAME_LIMIT)).replace(/[_]+/g, ' ')
  const leaf = name.lastIndexOf('/') + 1
  eachWord(name, NAME_LIMIT, (_word, stem, start) => {
    if (EMPTY.has(stem)) return
    named.add(stem)
    add(stem, start >= leaf ? NAME_WEIGHT : NAME_WEIGHT / 2)
  })
  for (const sentence of fold(folder.instructions.slice(0, INSTRUCTIONS_LIMIT)).split(/[.!?;\n]+/)) {
    let sign = 1
    eachWord(sentence, sentence.length, (_word, stem) => {
      if (NEGATING.has(stem)) sign = UNWANTED
      else if (!EMPTY.has(stem)) add(stem, sign)
    })
  }
  const concepts = new Float64Array(CONCEPT_COUNT)
  let norm = 0
  for (let c = 0; c < CONCEPT_COUNT; c++) {
    const s = strength[c] ?? 0
    concepts[c] = s >= 0 ? 1 - Math.exp(-s) : -0.5 * (1 - Math.exp(s))
    norm += (concepts[c] ?? 0) ** 2
  }
  if (norm > 0) for (let c = 0; c < CONCEPT_COUNT; c++) concepts[c] = (concepts[c] ?? 0) / Math.sqrt(norm)
  const profile = {
    name: folder.name,
    instructions: folder.instructions,
    terms,
    named,
    everyday: named.size > 0 && [...named].every((stem) => conceptsOfNamed(stem)),
    concepts,
  }
  PROFILES.set(folder, profile)
  return profile
}

/** How much a word counts by the place where it stands. A word inside the text may be there to be matched, so it counts least. */
const FIELD = { subject: 1.5, sender: 1.3, attachment: 0.8, text: 0.7 }

function fieldWeight(fields: number): number {
  if (fields & IN_SUBJECT) return FIELD.subject
  if (fields & IN_SENDER) return FIELD.sender
  if (fields & IN_ATTACHMENT) return FIELD.attachment
  return FIELD.text
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
  /** Concept → how much it tells these folders apart. */
  telling: Float64Array
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
  const telling = new Float64Array(CONCEPT_COUNT).map((_, c) => {
    const spread = profiles.reduce((sum, profile) => sum + Math.max(0, profile.concepts[c] ?? 0), 0)
    return Math.log(1 + n / (1 + spread)) / Math.log(1 + n)
  })
  const everyday = profiles.filter((profile) => profile.everyday).length / n
  const shelf = { profiles, wishes, telling, everyday }
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
  const { profiles, wishes, telling, everyday } = shelfOf(folders.map(profileOf))
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
  const loudness = lexiconWeight(noticed)
  for (let c = 0; c < CONCEPT_COUNT; c++) {
    const told = loudness * (telling[c] ?? 0)
    const whole = told * (about.whole[c] ?? 0)
    const opened = told * (about.opening[c] ?? 0)
    if (whole === 0) continue
    for (let k = 0; k < profiles.length; k++) {
      const wanted = profiles[k]?.concepts[c] ?? 0
      concepts[k] = (concepts[k] ?? 0) + whole * wanted
      opening[k] = (opening[k] ?? 0) + opened * wanted
    }
  }
  return { terms, concepts, company: companyOf(f, folders, noticed, fieldWeight), opening, named, everyday }
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
