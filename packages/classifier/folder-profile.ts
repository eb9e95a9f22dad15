import { IN_SENDER, IN_SUBJECT, IN_TEXT } from './message-features.ts'
import type { Features } from './message-features.ts'
import { matchCooccurrences, cooccurrenceWeight } from './expected-counts.ts'
import { CONCEPT_COUNT, CONCEPT_NAMES } from './lexicon.ts'
import type { FolderToSort } from './types.ts'
import type { DocumentFrequencies } from './document-frequencies.ts'
import { inverseFrequencies } from './document-frequencies.ts'
import { joinedForms, phrasesOf } from './instruction-phrases.ts'
import { parseInstructionRules } from './instruction-rules.ts'
import { stemsOf, wordsOf } from './tokenize.ts'
import { TOPIC_NAMES, topicSimilarity, topicsOfMessage, topicsOfPhrase } from './topics.ts'
import { conceptsOf, conceptsOfPhrase, fieldWeight, isEveryday, conceptWeightOf } from './concept-shares.ts'

const NAME_LIMIT = 300
const INSTRUCTIONS_LIMIT = 4000
const NAME_WEIGHT = 2
const SHORT_NUMBER = /^(\d{1,3}|(19|20)\d\d)$/
const UNWANTED = -0.7
/** A quoted word must occur literally, so it counts like a word of the name. */
const QUOTED_WEIGHT = 2
/** Strong evidence and no condition: senders choose their display names freely. */
const SENDER_NAME_WEIGHT = 1.5
/** Weights of a common concept and of a common topic, relative to a matching word. */
interface Knowledge {
  concepts: number
  topics: number
}
const ALL_KNOWLEDGE: Knowledge = { concepts: 0.9, topics: 1.4 }
/** Topics follow few words, which an attacker may use as well as the described ones. */
export const CONCEPTS_ONLY: Knowledge = { concepts: 2, topics: 0 }
/** How much the headers of a list speak for a folder about newsletters. */
const LIST_WEIGHT = 3
const NEWSLETTER = CONCEPT_NAMES.indexOf('newsletter')

interface FolderProfile {
  name: string
  instructions: string
  /** Stem → weight; negative where the instructions exclude it. `namedStems`: stems of the folder's name. */
  terms: Map<number, number>
  /** Stems that the instructions want. */
  instructedStems: Set<number>
  /** The number of `instructedStems` that a copy of the instructions contains: all but joined forms. */
  writtenCount: number
  namedStems: Set<number>
  /** Stems of short numbers and years, which any email may have: they count only beside another described word. */
  numbers: Set<number>
  /** Display names of senders that the instructions want or, with a negative weight, exclude. */
  senderNames: { stems: number[]; weight: number }[]
  /** Every word of the name is commonly understood. */
  everyday: boolean
  /** Share of each concept, and of each topic, in the description. */
  concepts: Float64Array
  topics: Float64Array
}

/** Keyed by the caller's object and checked against its content, so that no entry outlives its folder. */
const PROFILES = new WeakMap<FolderToSort, FolderProfile>()

/** Cached by folder object. */
export function profileOf(folder: FolderToSort): FolderProfile {
  const known = PROFILES.get(folder)
  if (known && known.name === folder.name && known.instructions === folder.instructions) return known
  const rules = parseInstructionRules(folder.instructions, folder.name)
  const quotedStems = rules.quoted.flatMap((quoted) => phrasesOf(quoted).flatMap(({ stems }) => stems))
  const shortNumbers = wordsOf(`${folder.name} ${folder.instructions}`).filter((word) => SHORT_NUMBER.test(word))
  const numbers = stemsOf(shortNumbers.join(' ')).difference(new Set(quotedStems))
  const terms = new Map<number, number>()
  const concepts = new Float64Array(CONCEPT_COUNT)
  const topics = new Float64Array(TOPIC_NAMES.length)
  let totalWeight = 0
  const add = (stems: readonly number[], weight: number) => {
    for (const stem of stems) if (Math.abs(terms.get(stem) ?? 0) < Math.abs(weight)) terms.set(stem, weight)
    const words = stems.filter((stem) => !numbers.has(stem))
    conceptsOfPhrase(words).forEach((share, c) => {
      concepts[c] = (concepts[c] ?? 0) + weight * share
    })
    topicsOfPhrase(words).forEach((share, t) => {
      topics[t] = (topics[t] ?? 0) + weight * share
    })
    totalWeight += Math.abs(weight)
  }
  // The last part of a nested name says most: in "Work/Invoices" it is "Invoices".
  const name = folder.name.slice(-NAME_LIMIT).replace(/[_]+/g, ' ')
  const leaf = Math.max(name.lastIndexOf('/'), name.lastIndexOf('›')) + 1
  const leaves = phrasesOf(name.slice(leaf)).map(({ stems }) => stems)
  const parents = phrasesOf(name.slice(0, leaf)).map(({ stems }) => stems)
  for (const stems of leaves) add(stems, NAME_WEIGHT)
  for (const stems of parents) add(stems, NAME_WEIGHT / 2)
  const instructedStems = new Set<number>()
  for (const { stems, isUnwanted } of phrasesOf(folder.instructions.slice(0, INSTRUCTIONS_LIMIT), folder.name)) {
    add(stems, isUnwanted ? UNWANTED : 1)
    if (!isUnwanted) for (const stem of stems) instructedStems.add(stem)
  }
  const joinedStems = stemsOf(joinedForms(folder.instructions).join(' '))
  for (const stem of quotedStems) terms.set(stem, Math.max(QUOTED_WEIGHT, terms.get(stem) ?? 0))
  const senderNames = rules.names.map(({ words, isExcluded }) => ({
    stems: [...stemsOf(words.join(' '))],
    weight: isExcluded ? -SENDER_NAME_WEIGHT : SENDER_NAME_WEIGHT,
  }))
  const shareOf = (sum: number): number => Math.max(0, sum) / Math.max(1, totalWeight)
  const namedStems = new Set([...leaves, ...parents].flat())
  const profile = {
    name: folder.name,
    instructions: folder.instructions,
    terms,
    instructedStems,
    writtenCount: [...instructedStems].filter((stem) => !joinedStems.has(stem)).length,
    namedStems,
    numbers,
    senderNames,
    everyday: namedStems.size > 0 && [...namedStems].every(isEveryday),
    concepts: concepts.map(shareOf),
    topics: topics.map(shareOf),
  }
  PROFILES.set(folder, profile)
  return profile
}

const IN_OPENING = IN_SUBJECT | IN_SENDER

/** A folder whose description contains a stem. */
interface ProfileTerm {
  k: number
  weight: number
  /** Weight in body text alone: words of the name then count no more than words of the instructions. */
  inText: number
  isNumber: boolean
}

/** Terms of a set of folders, computed once. */
interface ProfileIndex {
  profiles: FolderProfile[]
  termsByStem: Map<number, ProfileTerm[]>
  /** Share of the folders with commonly understood names. */
  everyday: number
}

const INDEXES = new WeakMap<FolderProfile, ProfileIndex>()

function profileIndex(profiles: FolderProfile[]): ProfileIndex {
  const first = profiles[0]
  const known = first && INDEXES.get(first)
  if (known?.profiles.length === profiles.length && known.profiles.every((one, k) => one === profiles[k])) return known
  const n = profiles.length
  const common = new Map<number, number>()
  for (const profile of profiles) for (const stem of profile.terms.keys()) common.set(stem, (common.get(stem) ?? 0) + 1)
  const termsByStem = new Map<number, ProfileTerm[]>()
  profiles.forEach(({ terms, numbers }, k) => {
    const rarityOf = (stem: number) => Math.log(1 + n / (common.get(stem) ?? 1))
    let length = 1
    for (const [stem, weight] of terms) length += Math.abs(weight) * rarityOf(stem)
    for (const [stem, weight] of terms) {
      const unit = rarityOf(stem) / Math.sqrt(length)
      const term = {
        k,
        weight: weight * unit,
        inText: Math.min(1, weight) * unit,
        isNumber: numbers.has(stem),
      }
      const others = termsByStem.get(stem)
      if (others) others.push(term)
      else termsByStem.set(stem, [term])
    }
  })
  const everyday = profiles.filter((profile) => profile.everyday).length / n
  const index = { profiles, termsByStem, everyday }
  if (first) INDEXES.set(first, index)
  return index
}

export interface Match {
  terms: Float64Array
  /** Support by concepts and topics. */
  concepts: Float64Array
  /** Support by concepts alone. */
  broad: Float64Array
  /** Support by words that co-occur in unlabelled messages. */
  cooccurrences: Float64Array
  /** Terms and concepts of subject and sender only. */
  opening: Float64Array
  /** Share of the folders with commonly understood names. */
  everyday: number
}

/**
 * How well name and instructions of each folder match a message: by common words, weighted by rarity, and by concepts.
 */
export function matchProfiles(
  f: Features,
  folders: readonly FolderToSort[],
  frequencies: DocumentFrequencies,
  knowledge = ALL_KNOWLEDGE,
): Match {
  const { profiles, termsByStem, everyday } = profileIndex(folders.map(profileOf))
  const rarityOf = inverseFrequencies(frequencies)
  const terms = new Float64Array(profiles.length)
  const concepts = new Float64Array(profiles.length)
  const broad = new Float64Array(profiles.length)
  const opening = new Float64Array(profiles.length)
  const add = (k: number, weight: number, opens: boolean): void => {
    terms[k] = (terms[k] ?? 0) + weight
    if (opens) opening[k] = (opening[k] ?? 0) + weight
  }
  const numbers: { k: number; added: number; opens: boolean }[] = []
  for (const [stem, fields] of f.stems) {
    const found = termsByStem.get(stem)
    if (!found) continue
    const totalWeight = fieldWeight(fields) * rarityOf(stem)
    const opens = (fields & IN_OPENING) !== 0
    for (const { k, weight, inText, isNumber } of found) {
      const added = (fields === IN_TEXT ? inText : weight) * totalWeight
      if (isNumber) numbers.push({ k, added, opens })
      else add(k, added, opens)
    }
  }
  for (const { k, added, opens } of numbers) if ((terms[k] ?? 0) > 0) add(k, added, opens)
  profiles.forEach(({ senderNames }, k) => {
    for (const { stems, weight } of senderNames) {
      if (stems.every((stem) => ((f.stems.get(stem) ?? 0) & IN_SENDER) !== 0)) add(k, weight, true)
    }
  })
  const about = conceptsOf(f)
  const topics = knowledge.topics > 0 ? topicsOf(f) : null
  profiles.forEach((profile, k) => {
    const list = listSupport(f, profile)
    const similarity = (part: 'whole' | 'opening'): number =>
      knowledge.concepts * conceptSimilarity(about[part], profile.concepts) +
      (topics ? knowledge.topics * topicSimilarity(topics[part], profile.topics) : 0)
    concepts[k] = similarity('whole') + list
    broad[k] = CONCEPTS_ONLY.concepts * conceptSimilarity(about.whole, profile.concepts) + list
    opening[k] = (opening[k] ?? 0) + similarity('opening') + list
  })
  return {
    terms,
    concepts,
    broad,
    cooccurrences: matchCooccurrences(f, folders, frequencies, fieldWeight),
    opening,
    everyday,
  }
}

/** Topics of all words, and of those of subject and sender. Cached by the caller's object. */
export function topicsOf(features: Features): { whole: Float64Array; opening: Float64Array } {
  const known = TOPICS.get(features)
  if (known) return known
  const { stems, spelling } = features
  const opening = new Map([...stems].filter(([, fields]) => (fields & IN_OPENING) !== 0))
  const topics = {
    whole: topicsOfMessage(stems, spelling, fieldWeight),
    opening: topicsOfMessage(opening, spelling, fieldWeight),
  }
  TOPICS.set(features, topics)
  return topics
}
const TOPICS = new WeakMap<Features, { whole: Float64Array; opening: Float64Array }>()

const listSupport = ({ shapes }: Features, { concepts }: FolderProfile): number =>
  shapes.has('list') ? LIST_WEIGHT * (concepts[NEWSLETTER] ?? 0) : 0

/** How much the headers of a list support the folder, for the explanation. */
export const listWeight = (f: Features, folder: FolderToSort): number => {
  const support = listSupport(f, profileOf(folder))
  return support < MIN_LIST_WEIGHT ? 0 : support
}
const MIN_LIST_WEIGHT = 0.5

/** Share of everyday names at which they begin to count, and at which they count fully. */
const SOME_EVERYDAY = 0.4
const MOST_EVERYDAY = 0.7

/** How far the folders' names can be trusted before the user has filed much: commonly understood names say most. */
export function trustInNames({ everyday }: Match): number {
  return Math.min(1, Math.max(0, (everyday - SOME_EVERYDAY) / (MOST_EVERYDAY - SOME_EVERYDAY)))
}

/** How much a matching word, a word that co-occurs with them, and a concept add to the score of a description. */
const SCORE = { terms: 1.75, cooccurrences: 1.25, concepts: 1.2 }

/** Score of a folder's description by itself, comparable between mailboxes. */
export function descriptionScore({ terms, cooccurrences, concepts }: Match, k: number): number {
  return (
    SCORE.terms * (terms[k] ?? 0) + SCORE.cooccurrences * (cooccurrences[k] ?? 0) + SCORE.concepts * (concepts[k] ?? 0)
  )
}

/** Score of an imagined folder beside the only one. */
const ONLY_FOLDER_SCORE = -3

/** Difference between each folder's score and those of all others together (log-sum-exp). */
export function descriptionLeads(match: Match): Float64Array {
  const scores = match.terms.map((_, k) => descriptionScore(match, k))
  const powers = scores.map((score) => Math.exp(Math.min(MAX_SCORE, score)))
  const all = powers.reduce((sum, power) => sum + power, 0)
  return scores.map((score, k) => {
    const others = all - (powers[k] ?? 0)
    return score - Math.max(ONLY_FOLDER_SCORE, Math.log(Math.max(MIN_POWER, others)))
  })
}
/** Keep the sum of powers finite, and its differences above rounding. */
const MAX_SCORE = 30
const MIN_POWER = 1e-9

/** Logarithm of how much more likely than chance both have the same concept; at least log ½. */
export function conceptSimilarity(about: Float64Array, wanted: Float64Array): number {
  let same = 0
  for (let c = 0; c < CONCEPT_COUNT; c++) same += (about[c] ?? 0) * (wanted[c] ?? 0)
  return Math.log((1 + same * CONCEPT_COUNT) / 2)
}

/** Words of name and instructions that the message contains, for the explanation. */
export function matchedTerms(f: Features, folder: FolderToSort): { stem: number; weight: number }[] {
  const { terms, numbers } = profileOf(folder)
  const found: { stem: number; weight: number }[] = []
  for (const [stem, weight] of terms) {
    const fields = f.stems.get(stem)
    if (fields !== undefined && weight > 0) found.push({ stem, weight: weight * fieldWeight(fields) })
  }
  if (found.every(({ stem }) => numbers.has(stem))) return []
  return found.sort((a, b) => b.weight - a.weight).slice(0, 3)
}

/** Minimum weight of a subject word for a concept, and for co-occurrence alone, to be named as a reason. */
const MIN_CONCEPT_WEIGHT = 0.5
const MIN_COOCCURRENCE = 1

/** Words of the subject that support the folder's concepts most, for the explanation. */
export function conceptWords(
  f: Features,
  folder: FolderToSort,
  frequencies: DocumentFrequencies,
): { stem: number; weight: number }[] {
  const { concepts } = profileOf(folder)
  const weightOf = (stem: number): number => {
    const weight = conceptWeightOf(stem, concepts)
    const company = cooccurrenceWeight(stem, folder, frequencies)
    return Math.max(weight > MIN_CONCEPT_WEIGHT ? weight : 0, company > MIN_COOCCURRENCE ? company / 2 : 0)
  }
  return [...f.stems]
    .filter(([stem, fields]) => (fields & IN_SUBJECT) !== 0 && (f.spelling.get(stem)?.length ?? 0) > 2)
    .map(([stem]) => ({ stem, weight: weightOf(stem) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
}
