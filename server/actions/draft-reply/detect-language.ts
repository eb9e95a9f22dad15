import { quotation } from '../../mail/messages/quotation.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import { languageWords } from './language-words.ts'

export const languages = ['en', 'de', 'fr', 'es', 'nl'] as const
export type Language = (typeof languages)[number]

const languagesByWord = ((): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [language, words] of Object.entries(languageWords))
    for (const word of words.trim().split(/\s+/)) found.set(word, [...(found.get(word) ?? []), language])
  return found
})()

/** A message that is quoted below and a notice of confidentiality may be in another language. */
const detectionLength = 2000
/** A single word decides alone in a text of a few words: "Danke!" */
const fewWords = 3
const minScore = { fewWords: 1, moreWords: 1.5 }
/** By which the next language has to be behind. */
const minLead = 1.2

/** Whether the language of the first lines is clear before the rest is read. */
const clear = { score: 2, lead: 2 }

/** Lines that devices, mail gateways and quotes add in a language of their own: "On Mon, 26 Aug 2026", "Le mar. 24". */
const addedLine = new RegExp(
  String.raw`^\W*(?:${[
    '(?:on|am|le|el|op) .{0,20}\\d{1,2}',
    'sent (?:from|via|with)|get outlook|(?:gesendet|verschickt) (?:von|mit|über)|von meinem',
    'envoyée? (?:de|depuis|avec|à partir)|obtenir outlook|enviado (?:desde|con|do)|obtener outlook',
    '(?:verzonden|verstuurd) (?:vanaf|met|via|vanuit)|inviato da|outlook (?:für|voor|pour|para)',
    "caution|warning|external|do not click|you don[’']t often get|some people who received|achtung|vorsicht|attention",
  ].join('|')})(?!\p{L})`,
  'iu',
)
/** "Hi all," begins texts in any language. */
const greeting = /^\s*(?:\S+\s+){0,3}\S+,\s*$/u

/**
 * Detects the language that a message's sender writes: that of the first lines where they are clear, otherwise of all
 * with the subject.
 */
export function detectMessageLanguage({ subject, text }: Pick<Message, 'subject' | 'text'>): Language | null {
  const lines = text.slice(0, detectionLength).split('\n')
  const written = lines.filter((line) => !addedLine.test(line) && !/^\s*>/.test(line))
  const quote = written.findIndex((line) => quotation.test(line))
  const own = written.slice(0, quote === -1 ? undefined : quote).filter((line) => !greeting.test(line))
  const first = findFirstClear(own)
  if (first !== null) return ofTemplates(first)
  const withSubject = (some: string[]): string => [subject ?? '', ...some].join('\n')
  return detectLanguage(withSubject(written)) ?? detectLanguage(withSubject(lines))
}

function findFirstClear(lines: readonly string[]): string | null {
  const scores: Scores = new Map()
  for (const line of lines) {
    const { best, score, next } = leading(addScores(scores, wordsOf(line)))
    if (score >= clear.score && score >= next * clear.lead) return best
  }
  return null
}

/**
 * Detects a text's language by its frequent words.
 * @returns null if it is none of these or the text is too short
 */
export function detectLanguage(text: string): Language | null {
  const words = wordsOf(text.slice(0, detectionLength))
  const { best, score, next } = leading(addScores(new Map(), words))
  const isSure = score >= (words.length <= fewWords ? minScore.fewWords : minScore.moreWords) && score >= next * minLead
  return isSure ? ofTemplates(best) : null
}

/** Other languages are known only so that they are not taken for one of these. */
const ofTemplates = (best: string): Language | null => languages.find((language) => language === best) ?? null

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? []

type Scores = Map<string, number>

function addScores(scores: Scores, words: readonly string[]): Scores {
  for (const word of words) {
    const among = languagesByWord.get(word) ?? []
    for (const language of among) scores.set(language, (scores.get(language) ?? 0) + 1 / among.length)
  }
  return scores
}

function leading(scores: Scores): { best: string; score: number; next: number } {
  const [[best, score] = ['', 0], [, next] = ['', 0]] = [...scores].toSorted(([, a], [, b]) => b - a)
  return { best, score, next }
}
