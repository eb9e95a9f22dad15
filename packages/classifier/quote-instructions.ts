import { fieldWeight } from './concept-shares.ts'
import { phrasesOf } from './instruction-phrases.ts'
import { featuresOf } from './message-features.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

const CLAUSE_END = /(?<=[.!?;])\s+|\n+/
/** Longer sentences are quoted by the part between two commas that matches best. */
const MAX_QUOTED_LENGTH = 120

/**
 * The sentence of the folder's instructions that matches the message best, verbatim, for the explanation.
 * @returns null where no sentence shares a wanted word with the message
 */
export function quoteInstructions(mail: MessageToSort, { instructions }: FolderToSort): string | null {
  const { stems } = featuresOf(mail)
  const scoreOf = (text: string): number => {
    const wanted = phrasesOf(text).flatMap((phrase) => (phrase.isUnwanted ? [] : phrase.stems))
    return [...new Set(wanted)].reduce((sum, stem) => {
      const fields = stems.get(stem)
      return fields === undefined ? sum : sum + fieldWeight(fields)
    }, 0)
  }
  const sentence = bestOf(instructions.split(CLAUSE_END), scoreOf)
  if (sentence === null || sentence.length <= MAX_QUOTED_LENGTH) return sentence
  return bestOf(sentence.split(/,\s*/), scoreOf)
}

function bestOf(parts: readonly string[], scoreOf: (text: string) => number): string | null {
  let best: string | null = null
  let most = 0
  for (const part of parts) {
    const score = scoreOf(part)
    if (score <= most) continue
    most = score
    best = part.trim()
  }
  return best
}
