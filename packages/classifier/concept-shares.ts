import { CONCEPTS } from './concepts.ts'
import type { Features } from './message-features.ts'
import { IN_ATTACHMENT, IN_SENDER, IN_SUBJECT } from './message-features.ts'
import { FOLDER_NAMES } from './concept-folder-names.ts'
import { CONCEPT_COUNT, CONCEPT_NAMES, readLexicon, type ConceptWeights } from './lexicon.ts'
import { stemsOf } from './tokenize.ts'

/**
 * Concepts of messages and folders. The weight of each word for each concept is learned by multinomial logistic
 * regression from messages and folder descriptions written for this purpose, starting from the words of concepts.ts
 * (`npm run eval:lexicon`, packages/classifier/eval/written).
 */
const MAIL_WORDS = readLexicon('./mail-words.txt')
const FOLDER_WORDS = readLexicon('./folder-words.txt')

const EVERYDAY_STEMS = new Set(
  CONCEPT_NAMES.flatMap((name) => [...stemsOf(`${name} ${CONCEPTS[name]} ${FOLDER_NAMES[name] ?? ''}`)]),
)

/** Whether a word of a folder name has a commonly understood meaning. */
export function isEveryday(stem: number): boolean {
  return EVERYDAY_STEMS.has(stem)
}

/**
 * Weight of a word by the field that contains it. Body text counts least, because it may have been written to match.
 */
const FIELD = { subject: 1.5, sender: 1.3, attachment: 0.8, text: 0.7 }

export function fieldWeight(fields: number): number {
  if (fields & IN_SUBJECT) return FIELD.subject
  if (fields & IN_SENDER) return FIELD.sender
  if (fields & IN_ATTACHMENT) return FIELD.attachment
  return FIELD.text
}

/** Stem of a word and its weight. */
export type WeightedStem = [stem: number, loudness: number]

/** Words of a message; each word of a long message weighs less. */
export function weightedStemsOfMessage(stems: ReadonlyMap<number, number>): WeightedStem[] {
  const loudness = 4 / Math.sqrt(stems.size + 4)
  return [...stems].map(([stem, fields]) => [stem, loudness * fieldWeight(fields)])
}

/** Words of a phrase of a folder description. */
export function weightedStemsOfPhrase(stems: readonly number[]): WeightedStem[] {
  const loudness = 1.5 / Math.sqrt(stems.length + 1)
  return [...new Set(stems)].map((stem) => [stem, loudness])
}

/** Probability of each concept for a phrase of a folder description. */
export function conceptsOfPhrase(stems: readonly number[]): Float64Array {
  return sharesOf(weightedStemsOfPhrase(stems), FOLDER_WORDS)
}

/** Probability of each concept for a message: from all of its words, and from subject and sender only. */
interface MessageConcepts {
  whole: Float64Array
  opening: Float64Array
}

export function conceptsOf({ stems }: Features): MessageConcepts {
  const opening = new Map([...stems].filter(([, fields]) => (fields & (IN_SUBJECT | IN_SENDER)) !== 0))
  return {
    whole: sharesOf(weightedStemsOfMessage(stems), MAIL_WORDS),
    opening: sharesOf(weightedStemsOfMessage(opening), MAIL_WORDS),
  }
}

function sharesOf(heard: readonly WeightedStem[], words: ReadonlyMap<number, ConceptWeights>): Float64Array {
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

/** How much a word supports the wanted concepts relative to the average concept. @param wanted share of each concept */
export function conceptWeightOf(stem: number, wanted: Float64Array): number {
  const { concepts = [], weights = [] } = MAIL_WORDS.get(stem) ?? {}
  return concepts.reduce((sum, concept, i) => sum + ((wanted[concept] ?? 0) - 1 / CONCEPT_COUNT) * (weights[i] ?? 0), 0)
}
