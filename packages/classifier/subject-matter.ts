import { CONCEPTS } from './concepts.ts'
import type { Features } from './features.ts'
import { IN_ATTACHMENT, IN_SENDER, IN_SUBJECT } from './features.ts'
import { FOLDER_NAMES } from './folder-names.ts'
import { CONCEPT_COUNT, CONCEPT_NAMES, readLexicon, type Weighed } from './lexicon.ts'
import { stemsOf } from './tokens.ts'

/**
 * What mail and folders are about. How much each word speaks for each concept was learned from mail and descriptions of folders that we have
 * written for it, starting from the words of concepts.ts (multinomial logistic regression; `npm run eval:lexicon`, packages/classifier/eval/written).
 */
const MAIL_WORDS = readLexicon('./mail-words.txt')
const FOLDER_WORDS = readLexicon('./folder-words.txt')

const NAMING = new Set(
  CONCEPT_NAMES.flatMap((name) => [...stemsOf(`${name} ${CONCEPTS[name]} ${FOLDER_NAMES[name] ?? ''}`)]),
)

/** Whether everybody knows what a word means in the name of a folder. */
export function isEveryday(stem: number): boolean {
  return NAMING.has(stem)
}

/** How much a word counts by the place where it stands. A word inside the text may be there to be matched, so it counts least. */
const FIELD = { subject: 1.5, sender: 1.3, attachment: 0.8, text: 0.7 }

export function fieldWeight(fields: number): number {
  if (fields & IN_SUBJECT) return FIELD.subject
  if (fields & IN_SENDER) return FIELD.sender
  if (fields & IN_ATTACHMENT) return FIELD.attachment
  return FIELD.text
}

/** A word, by its stem, and how loudly it is heard. */
export type Heard = [stem: number, loudness: number]

/** The words of a mail: of a long one each is heard less. */
export function heardInMail(stems: ReadonlyMap<number, number>): Heard[] {
  const loudness = 4 / Math.sqrt(stems.size + 4)
  return [...stems].map(([stem, fields]) => [stem, loudness * fieldWeight(fields)])
}

/** The words of a phrase of a folder's description. */
export function heardInPhrase(stems: readonly number[]): Heard[] {
  const loudness = 1.5 / Math.sqrt(stems.length + 1)
  return [...new Set(stems)].map((stem) => [stem, loudness])
}

/** How likely each concept is, for a phrase of a folder's description. */
export function conceptsOfPhrase(stems: readonly number[]): Float64Array {
  return sharesOf(heardInPhrase(stems), FOLDER_WORDS)
}

/** How likely each concept is that a mail is about: by all that it says, and by its subject and sender alone. */
export interface SubjectMatter {
  whole: Float64Array
  opening: Float64Array
}

export function conceptsOf({ stems }: Features): SubjectMatter {
  const opening = new Map([...stems].filter(([, fields]) => (fields & (IN_SUBJECT | IN_SENDER)) !== 0))
  return { whole: sharesOf(heardInMail(stems), MAIL_WORDS), opening: sharesOf(heardInMail(opening), MAIL_WORDS) }
}

function sharesOf(heard: readonly Heard[], words: ReadonlyMap<number, Weighed>): Float64Array {
  const sums = new Float64Array(CONCEPT_COUNT)
  for (const [stem, loudness] of heard) {
    const found = words.get(stem)
    if (!found) continue
    const { concepts, weights } = found
    for (let i = 0; i < concepts.length; i++) {
      const concept = concepts[i] ?? 0
      sums[concept] = (sums[concept] ?? 0) + loudness * (weights[i] ?? 0)
    }
  }
  const top = Math.max(...sums)
  const shares = sums.map((sum) => Math.exp(sum - top))
  const whole = shares.reduce((all, share) => all + share, 0)
  return shares.map((share) => share / whole)
}

/** How much a word of a mail speaks for what is wanted, against what it says of any concept. @param wanted share of each concept */
export function speaksFor(stem: number, wanted: Float64Array): number {
  const { concepts = [], weights = [] } = MAIL_WORDS.get(stem) ?? {}
  return concepts.reduce((sum, concept, i) => sum + ((wanted[concept] ?? 0) - 1 / CONCEPT_COUNT) * (weights[i] ?? 0), 0)
}
