import { CONCEPTS } from './concepts.ts'
import type { Features } from './features.ts'
import { IN_ATTACHMENT, IN_SENDER, IN_SUBJECT, IN_TEXT } from './features.ts'
import { FOLDER_NAMES } from './folder-names.ts'
import { eachWord, fold } from './tokens.ts'

const CONCEPT_NAMES = Object.keys(CONCEPTS)
export const CONCEPT_COUNT = CONCEPT_NAMES.length

/** Stem → the concepts it stands under. */
export const CONCEPTS_OF = conceptsByStem((name) => `${name} ${CONCEPTS[name] ?? ''}`)
const CONCEPTS_OF_FOLDER_NAME = conceptsByStem((name) => FOLDER_NAMES[name] ?? '')

/** The concepts that a stem stands under in the name of a folder. */
export function conceptsOfNamed(stem: number): readonly number[] | undefined {
  return CONCEPTS_OF_FOLDER_NAME.get(stem) ?? CONCEPTS_OF.get(stem)
}

export function stemsOf(text: string): Set<number> {
  const stems = new Set<number>()
  const folded = fold(text)
  eachWord(folded, folded.length, (_word, stem) => stems.add(stem))
  return stems
}

function conceptsByStem(wordsOf: (concept: string) => string): Map<number, number[]> {
  const map = new Map<number, number[]>()
  CONCEPT_NAMES.forEach((name, concept) => {
    for (const stem of stemsOf(wordsOf(name))) {
      const found = map.get(stem)
      if (found) found.push(concept)
      else map.set(stem, [concept])
    }
  })
  return map
}

/** How strongly a mail is about each concept: by all that it says, and by its subject and sender alone. */
export interface SubjectMatter {
  whole: Float64Array
  opening: Float64Array
}

/** The mail's own subject matter: hits are counted once a word and saturate by field, so that stuffing gains little. */
export function conceptsOf(f: Features): SubjectMatter {
  const subject = new Float64Array(CONCEPT_COUNT)
  const sender = new Float64Array(CONCEPT_COUNT)
  const text = new Float64Array(CONCEPT_COUNT)
  for (const [stem, fields] of f.stems) {
    const concepts = CONCEPTS_OF.get(stem)
    if (!concepts) continue
    const share = 1 / Math.sqrt(concepts.length)
    for (const c of concepts) {
      if (fields & IN_SUBJECT) subject[c] = (subject[c] ?? 0) + share
      else if (fields & IN_SENDER) sender[c] = (sender[c] ?? 0) + share
      if (fields & (IN_TEXT | IN_ATTACHMENT)) text[c] = (text[c] ?? 0) + share
    }
  }
  const whole = new Float64Array(CONCEPT_COUNT)
  const opening = new Float64Array(CONCEPT_COUNT)
  for (let c = 0; c < CONCEPT_COUNT; c++) {
    const met = 2 * (1 - Math.exp(-(subject[c] ?? 0))) + 1 * (1 - Math.exp(-(sender[c] ?? 0)))
    opening[c] = met
    whole[c] = met + 1.5 * (1 - Math.exp(-(text[c] ?? 0) / 2))
  }
  return { whole, opening }
}
