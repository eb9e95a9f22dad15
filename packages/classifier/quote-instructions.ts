import { fieldWeight } from './concept-shares.ts'
import { topicsOf } from './folder-profile.ts'
import { phrasesOf, STOP_STEMS } from './instruction-phrases.ts'
import type { Features } from './message-features.ts'
import { featuresOf } from './message-features.ts'
import { stemsOf } from './tokenize.ts'
import { topicSimilarity, topicsOfPhrase } from './topics.ts'
import type { FolderToSort, MessageToSort } from './types.ts'

const CLAUSE_END = /(?<=[.!?;])\s+|\n+/
/** Longer sentences are quoted by the part between two commas that matches best. */
const MAX_QUOTED_LENGTH = 120

/**
 * The sentence of the folder's instructions that matches the message best, verbatim, for the explanation.
 * @returns null where no sentence shares a wanted word with the message
 */
export function quoteInstructions(mail: MessageToSort, { name, instructions }: FolderToSort): string | null {
  const { stems } = featuresOf(mail)
  const scoreOf = (text: string): number => {
    const wanted = phrasesOf(text, name, text.trim() !== instructions.trim()).flatMap((phrase) =>
      phrase.isUnwanted ? [] : phrase.stems,
    )
    return [...new Set(wanted)].reduce((sum, stem) => {
      const fields = stems.get(stem)
      return fields === undefined ? sum : sum + fieldWeight(fields)
    }, 0)
  }
  const sentence = bestOf(instructions.split(CLAUSE_END), scoreOf)
  if (sentence === null || sentence.length <= MAX_QUOTED_LENGTH) return sentence
  return bestOf(sentence.split(/,\s*/), scoreOf, withoutLeadIn)
}

/** How alike the topics of a description and a message have to be to be named as a reason. */
const MIN_TOPIC_SIMILARITY = 0.7

/**
 * The part of the folder's instructions, or its name, that describes the topic of the message, verbatim.
 * @returns null where none does
 */
export function quoteTopic(features: Features, { name, instructions }: FolderToSort): string | null {
  const about = topicsOf(features).whole
  const parts = [...instructions.split(CLAUSE_END).flatMap((sentence) => sentence.split(/,\s*/)), lastPartOf(name)]
  return bestOf(
    parts,
    (part) => {
      const likeness = phrasesOf(part, name, part.trim() !== instructions.trim())
        .filter(({ isUnwanted }) => !isUnwanted)
        .map(({ stems }) => topicSimilarity(about, topicsOfPhrase(stems)))
      return Math.max(0, ...likeness) - MIN_TOPIC_SIMILARITY
    },
    withoutLeadIn,
  )
}

/** "and their football club" → "football club": a part of a sentence begins with its first word that says something. */
function withoutLeadIn(part: string): string {
  const [, first = '', rest = ''] = /^(\S+)\s+(\S.*)$/su.exec(part) ?? []
  const stems = [...stemsOf(first)]
  return stems.length > 0 && stems.every((stem) => STOP_STEMS.has(stem)) ? withoutLeadIn(rest) : part
}

const lastPartOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1)

function bestOf(
  parts: readonly string[],
  scoreOf: (text: string) => number,
  cut = (part: string) => part,
): string | null {
  let best: string | null = null
  let most = 0
  for (const part of parts) {
    const score = scoreOf(part)
    if (score <= most) continue
    most = score
    best = cut(part.trim())
  }
  return best
}
