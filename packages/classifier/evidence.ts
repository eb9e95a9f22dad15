import { STOP_WORDS } from './concepts.ts'
import type { Features } from './message-features.ts'
import { traitCounts } from './trait-counts.ts'
import type { FeatureRows } from './feature-rows.ts'
import type { Model } from './model-state.ts'
import { blockOf, findRow, weightsAt } from './feature-table.ts'
import { eachWord, fold } from './tokenize.ts'

/** Maximum number of pieces of evidence for a prediction. */
const maxEvidence = 6

/**
 * A reason that the user recognises. Words of the body appear only if the user's own instructions contain them.
 * `subject`: a word of the subject that emails in the folder have; `concept`: one that fits what the folder describes.
 */
export interface Evidence {
  kind: 'sender' | 'list' | 'thread' | 'domain' | 'instructions' | 'concept' | 'subject' | 'mailing_list' | 'topic'
  /** Of a `topic`: the part of the folder's instructions or name that describes it. */
  label: string
  /** Effective number of messages with this trait in the folder; 0 where counting does not apply. */
  times: number
  weight: number
}

const MAX_LABEL_LENGTH = 60
/** Minimum difference between the weights of a subject word for the folder and for the runner-up. */
const MIN_LEAD = 0.1
/** Minimum ratio of occurrences for a word without such a difference. */
const MIN_FREQUENCY_RATIO = 2
const TRAIT_WEIGHT = { sender: 3, list: 3, thread: 2.5, domain: 1.5 } as const

/** A word like "your" may distinguish folders, but no user would accept it as a reason. */
const STOP_STEMS = new Set<number>()
const FOLDED = fold(STOP_WORDS)
eachWord(FOLDED, FOLDED.length, (word, stem) => STOP_STEMS.add(word).add(stem))

type Explained = keyof typeof TRAIT_WEIGHT

function isExplained(kind: string): kind is Explained {
  return kind in TRAIT_WEIGHT
}

interface WeightedTerm {
  stem: number
  weight: number
}

/**
 * How name and instructions match the message: common words, words of the subject with the same concept, the part that
 * has the message's topic, and how much its being from a mailing list counts.
 */
interface MatchedDescription {
  matched: readonly WeightedTerm[]
  conceptual: readonly WeightedTerm[]
  topic: string | null
  list: { id: string; weight: number }
}

/** Least: a topic and a list explain what no word explains. */
const TOPIC_WEIGHT = 0.2

export function evidenceFor(
  model: Model,
  features: Features,
  { knownTraits }: FeatureRows,
  column: number,
  rival: number,
  { matched, conceptual, topic, list }: MatchedDescription,
): Evidence[] {
  const found: Evidence[] = []
  const add = (kind: Evidence['kind'], label: string, times: number, weight: number) => {
    const clean = label
      .replace(/[[\p{C}\s]--\p{Join_Control}]+/gv, ' ')
      .trim()
      .slice(0, MAX_LABEL_LENGTH)
      .toWellFormed()
    if (clean && weight > 0 && !found.some((other) => other.label === clean))
      found.push({ kind, label: clean, times, weight })
  }
  for (const { trait, row } of knownTraits) {
    if (!isExplained(trait.kind) || column < 0) continue
    // The address says it already; the sender trait precedes the domain.
    if (trait.kind === 'domain' && found.some(({ kind }) => kind === 'sender')) continue
    const [times = 0, elsewhere = 0] = traitCounts(model, row, [column, rival])
    if (times > 0.5 && times > elsewhere) add(trait.kind, trait.label, Math.round(times), TRAIT_WEIGHT[trait.kind])
  }
  for (const { stem, weight } of matched) add('instructions', features.spelling.get(stem) ?? '', 0, weight)
  for (const { stem, weight } of conceptual)
    if (!STOP_STEMS.has(stem)) add('concept', features.spelling.get(stem) ?? '', 0, Math.min(1, weight))
  if (list.weight > 0) add('mailing_list', list.id, 0, list.weight)
  if (topic !== null) add('topic', topic, 0, TOPIC_WEIGHT)
  const usual: { row: number; spelling: string }[] = []
  if (column >= 0) {
    for (const { key, spelling } of features.subjectWords) {
      const row = findRow(model.table, key)
      if (row < 0 || spelling.length < 3 || STOP_STEMS.has(key)) continue
      const weights = blockOf(model.table, row)
      const base = weightsAt(model.table, row)
      const against = rival < 0 ? 0 : (weights[base + rival] ?? 0)
      const lead = (weights[base + column] ?? 0) - against
      if (lead > MIN_LEAD) add('subject', spelling, 0, Math.min(1, lead))
      else usual.push({ row, spelling })
    }
  }
  // Typical subject words of the folder complete other reasons; alone they are none.
  if (found.length > 0) {
    for (const { row, spelling } of usual) {
      const [times = 0, elsewhere = 0] = traitCounts(model, row, [column, rival])
      if (times > MIN_FREQUENCY_RATIO * (1 + elsewhere)) add('subject', spelling, 0, MIN_LEAD * (1 - elsewhere / times))
    }
  }
  return found.sort((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1)).slice(0, maxEvidence)
}
