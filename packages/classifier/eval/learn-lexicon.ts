import { readdirSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { reportInputErrors } from './input-error.ts'
import { CONCEPTS } from '../concepts.ts'
import { featuresOf } from '../message-features.ts'
import { FOLDER_NAMES } from '../concept-folder-names.ts'
import { hashText } from '../hash.ts'
import { CONCEPT_COUNT, CONCEPT_NAMES, formatLexicon } from '../lexicon.ts'
import { phrasesOf } from '../instruction-phrases.ts'
import { weightedStemsOfMessage, weightedStemsOfPhrase } from '../concept-shares.ts'
import { fold, stemText, wordsOf } from '../tokenize.ts'
import { labelledOf, Line } from './corpus.ts'
import { learnWeights, type LearnOptions, type TrainingExample } from './learn-weights.ts'
import { readJsonLines } from './read-json.ts'

/**
 * Learns the weights of words for concepts from packages/classifier/eval/written, and writes
 * packages/classifier/{mail,folder}-words.txt.
 */

reportInputErrors()

const Concept = z.enum(CONCEPT_NAMES)
const WrittenMail = Line.omit({ folder: true, date: true }).extend({ concept: Concept })
const WrittenFolder = z.object({ concept: Concept, name: z.string(), instructions: z.string() })

/** The top-level domain of all addresses in the training texts; it must not become a feature. */
const PLACEHOLDER_DOMAIN = hashText(stemText('example'))

const here = (path: string): string => new URL(path, import.meta.url).pathname
const WRITTEN = here('./written/')
const CLASSIFIER = here('../')

/** Stem hash → stem. */
const letters = new Map<number, string>()
const know = (word: string): void => void letters.set(hashText(stemText(word)), stemText(word))

/** Stem hash → the concepts that the word lists assign to it. */
function startFrom(wordsFor: (concept: string) => string): Map<number, number[]> {
  const start = new Map<number, number[]>()
  CONCEPT_NAMES.forEach((name, concept) => {
    const words = wordsOf(wordsFor(name))
    words.forEach(know)
    for (const stem of new Set(words.map((word) => hashText(stemText(word)))))
      start.set(stem, [...(start.get(stem) ?? []), concept])
  })
  return start
}

const inMail = startFrom((name) => `${name} ${CONCEPTS[name]}`)
/** The meaning of a word in folder names takes precedence over its meaning in mail. */
const inNames = startFrom((name) => FOLDER_NAMES[name] ?? '')

const mails: TrainingExample[] = readdirSync(WRITTEN)
  .sort((a, b) => (a < b ? -1 : 1))
  .filter((file) => file.endsWith('.jsonl') && file !== 'folders.jsonl')
  .flatMap((file) => readJsonLines(`${WRITTEN}${file}`, WrittenMail))
  .map(({ concept, ...line }) => {
    const { mail } = labelledOf({ ...line, folder: concept, date: new Date(0) }, false)
    const { stems, spelling } = featuresOf(mail)
    spelling.forEach(know)
    stems.delete(PLACEHOLDER_DOMAIN)
    return { stemCounts: weightedStemsOfMessage(stems), concept: CONCEPT_NAMES.indexOf(concept) }
  })

const descriptions: TrainingExample[] = readJsonLines(`${WRITTEN}folders.jsonl`, WrittenFolder).flatMap(
  ({ concept, name, instructions }) => {
    wordsOf(fold(`${name} ${instructions}`)).forEach(know)
    const phrases = phrasesOf(`${name}\n${instructions}`).filter(({ isUnwanted }) => !isUnwanted)
    return [...phrases.map(({ stems }) => stems), phrases.flatMap(({ stems }) => stems)].map((stems) => ({
      stemCounts: weightedStemsOfPhrase(stems),
      concept: CONCEPT_NAMES.indexOf(concept),
    }))
  },
)

function write(file: string, examples: readonly TrainingExample[], options: LearnOptions): void {
  const words = learnWeights(examples, CONCEPT_COUNT, options)
  const spelled = [...words].map(([stem, weighed]) => [letters.get(stem) ?? '', weighed] as const)
  const sorted = spelled.filter(([word]) => /^\D+$/.test(word)).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(`${CLASSIFIER}${file}`, formatLexicon(sorted.map(([word, weighed]) => [word, weighed])))
  console.log(`${file}: ${sorted.length} words from ${examples.length} examples`)
}

write('mail-words.txt', mails, { start: inMail, startWeight: 1.5, minTexts: 2 })
write('folder-words.txt', descriptions, { start: new Map([...inMail, ...inNames]), startWeight: 3, minTexts: 1 })
