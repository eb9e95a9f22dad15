import { EMPTY_WORDS } from './concepts.ts'
import type { Features } from './features.ts'
import { visits } from './habits.ts'
import type { Placed } from './inputs.ts'
import type { Model } from './state.ts'
import { blockOf, findRow, weightsAt } from './table.ts'
import { eachWord, fold } from './tokens.ts'

/** Pieces of evidence that a guess names at most. */
const maxEvidence = 6

/** Something a reader recognises: never words of the mail's text, but where the user's own instructions have them. */
export interface Evidence {
  kind: 'sender' | 'list' | 'thread' | 'domain' | 'instructions' | 'subject'
  label: string
  /** Of the mails with this trait that still count, how many went there; 0 where counting makes no sense. */
  times: number
  weight: number
}

const LONGEST_LABEL = 60
/** By how much a word of the subject must speak for the folder rather than for the next one. */
const LEAST_LEAD = 0.1
/** How much oftener it must have come there, where it does not speak so clearly. */
const USUAL_TIMES = 2
const TRAIT_WEIGHT = { sender: 3, list: 3, thread: 2.5, domain: 1.5 } as const

/** "Your" may tell folders apart, but it is no reason that a reader would accept. */
const SAYS_NOTHING = new Set<number>()
const FOLDED = fold(EMPTY_WORDS)
eachWord(FOLDED, FOLDED.length, (word, stem) => SAYS_NOTHING.add(word).add(stem))

type Explained = keyof typeof TRAIT_WEIGHT

function isExplained(kind: string): kind is Explained {
  return kind in TRAIT_WEIGHT
}

interface Weighty {
  stem: number
  weight: number
}

/** What name and instructions have to do with the mail: words that both have, and words of the subject that are about the same. */
export interface Described {
  matched: readonly Weighty[]
  telling: readonly Weighty[]
}

export function evidenceFor(
  model: Model,
  features: Features,
  { met }: Placed,
  column: number,
  rival: number,
  { matched, telling }: Described,
): Evidence[] {
  const found: Evidence[] = []
  const add = (kind: Evidence['kind'], label: string, times: number, weight: number) => {
    const clean = label
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_LABEL)
      .toWellFormed()
    if (clean && weight > 0 && !found.some((other) => other.label === clean))
      found.push({ kind, label: clean, times, weight })
  }
  for (const { trait, row } of met) {
    if (!isExplained(trait.kind) || column < 0) continue
    // The address has said it already; traits come with the sender before the domain.
    if (trait.kind === 'domain' && found.some(({ kind }) => kind === 'sender')) continue
    const [times = 0, elsewhere = 0] = visits(model, row, [column, rival])
    if (times > 0.5 && times > elsewhere) add(trait.kind, trait.label, Math.round(times), TRAIT_WEIGHT[trait.kind])
  }
  for (const { stem, weight } of matched) add('instructions', features.spelling.get(stem) ?? '', 0, weight)
  for (const { stem, weight } of telling)
    if (!SAYS_NOTHING.has(stem)) add('subject', features.spelling.get(stem) ?? '', 0, Math.min(1, weight))
  const usual: { row: number; spelling: string }[] = []
  if (column >= 0) {
    for (const { key, spelling } of features.subjectWords) {
      const row = findRow(model.table, key)
      if (row < 0 || spelling.length < 3 || SAYS_NOTHING.has(key)) continue
      const weights = blockOf(model.table, row)
      const base = weightsAt(model.table, row)
      const against = rival < 0 ? 0 : (weights[base + rival] ?? 0)
      const lead = (weights[base + column] ?? 0) - against
      if (lead > LEAST_LEAD) add('subject', spelling, 0, Math.min(1, lead))
      else usual.push({ row, spelling })
    }
  }
  // What mail of the folder usually has in its subject adds to reasons; by itself it is none.
  if (found.length > 0) {
    for (const { row, spelling } of usual) {
      const [times = 0, elsewhere = 0] = visits(model, row, [column, rival])
      if (times > USUAL_TIMES * (1 + elsewhere)) add('subject', spelling, 0, LEAST_LEAD * (1 - elsewhere / times))
    }
  }
  return found.sort((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1)).slice(0, maxEvidence)
}
