import { STOP_WORDS, NEGATIONS, CONTRAST_WORDS } from './concepts.ts'
import { eachWord, fold, stemsOf } from './tokenize.ts'

const STOP_STEMS = stemsOf(STOP_WORDS)
const NEGATION_STEMS = stemsOf(NEGATIONS)
const POSITIVE_STEMS = stemsOf(CONTRAST_WORDS)
/** Contractions ("don't", "isn’t"): splitting at the apostrophe would yield "don", a donation in French. */
const CONTRACTED = /n['\u2019]t\b/g

const SENTENCE_END = /[.!?;]+(?=\s|$)|\n+/
/** "NET/ROM", "check-in": also written as one word or as two. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[./-][\p{L}\p{N}]+)+/gu

/** Words between two commas, without stop words. */
export interface Phrase {
  stems: number[]
  /** Follows a negation: the folder does not want it. */
  isUnwanted: boolean
}

export function phrasesOf(text: string): Phrase[] {
  const phrases: Phrase[] = []
  for (const sentence of fold(text).replace(CONTRACTED, ' not').split(SENTENCE_END)) {
    let isUnwanted = false
    for (const phrase of sentence.split(/[,:()]+/)) {
      const part = phrase.replace(JOINED, (joined) => `${joined} ${joined.replace(/[./-]/g, '')}`)
      let stems: number[] = []
      const close = () => {
        if (stems.length > 0) phrases.push({ stems, isUnwanted })
        stems = []
      }
      eachWord(part, part.length, (_word, stem) => {
        if (NEGATION_STEMS.has(stem) || POSITIVE_STEMS.has(stem)) {
          close()
          isUnwanted = NEGATION_STEMS.has(stem)
        } else if (!STOP_STEMS.has(stem)) stems.push(stem)
      })
      close()
    }
  }
  return phrases
}
