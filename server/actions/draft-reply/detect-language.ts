import { languageWords } from './language-words.ts'

export const languages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type Language = (typeof languages)[number]

const languagesByWord = ((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [language, words] of Object.entries(languageWords))
    for (const word of words.trim().split(/\s+/)) found.set(word, [...(found.get(word) ?? []), language])
  return found
})()

/** The first lines decide: the quoted message below may be in another language. */
const detectionLength = 2000
/** A single word decides alone in a text of a few words: "Danke!" */
const fewWords = 3
const minScore = { fewWords: 1, moreWords: 1.5 }
/** By which the next language has to be behind. */
const minLead = 1.2

/**
 * Detects a text's language by its frequent words.
 * @returns null if it is none of these or the text is too short
 */
export function detectLanguage(text: string): Language | null {
  const scores = new Map<string, number>()
  const words =
    text
      .slice(0, detectionLength)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}-]+/gu) ?? []
  for (const word of words) {
    const among = languagesByWord.get(word) ?? []
    for (const language of among) scores.set(language, (scores.get(language) ?? 0) + 1 / among.length)
  }
  const [[best, score] = ['', 0], [, next] = ['', 0]] = [...scores].toSorted(([, a], [, b]) => b - a)
  const isSure = score >= (words.length <= fewWords ? minScore.fewWords : minScore.moreWords) && score >= next * minLead
  return (isSure && languages.find((language) => language === best)) || null
}
