import { EMPTY_WORDS, NEGATIONS, TURNS_BACK } from './concepts.ts'
import { eachWord, fold, stemsOf } from './tokens.ts'

const EMPTY = stemsOf(EMPTY_WORDS)
const NEGATING = stemsOf(NEGATIONS)
const TURNING_BACK = stemsOf(TURNS_BACK)
/** "don't", "isn’t": the apostrophe would make words of the halves, and "don" is a gift in French. */
const CONTRACTED = /n['\u2019]t\b/g

const SENTENCE_END = /[.!?;]+(?=\s|$)|\n+/
/** "NET/ROM", "check-in": others write it as one word, or as two. */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[./-][\p{L}\p{N}]+)+/gu

/** What stands together between two commas, without words that say nothing. */
export interface Phrase {
  stems: number[]
  /** It follows a "not": what the folder does not want. */
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
        if (NEGATING.has(stem) || TURNING_BACK.has(stem)) {
          close()
          isUnwanted = NEGATING.has(stem)
        } else if (!EMPTY.has(stem)) stems.push(stem)
      })
      close()
    }
  }
  return phrases
}
