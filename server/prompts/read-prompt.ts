import { Platform } from '../../contract/functions/prompts.ts'
import { withoutEnhancement } from './enhancement-words.ts'
import type { AgentStep, ReadPrompt, StorePlan } from './plan.ts'
import { clausesOf, placesOf } from './reading/clauses.ts'
import { phrasesOf } from './reading/lexicon.ts'
import { type Mark, marksOf } from './reading/marks.ts'
import { readFilter } from './reading/read-filter.ts'
import { readFolder } from './reading/read-folder.ts'
import { platformsIn, readStep } from './reading/read-steps.ts'
import { fieldWordsOf } from './reading/templates.ts'
import { tokensOf } from './reading/tokens.ts'
import { dutch } from './reading/words/dutch.ts'
import { english } from './reading/words/english.ts'
import { french } from './reading/words/french.ts'
import { german } from './reading/words/german.ts'
import { spanish } from './reading/words/spanish.ts'

const lexicons = [english, german, french, spanish, dutch]
const languages = lexicons.map((lexicon) => ({ language: lexicon.language, phrases: phrasesOf(lexicon) }))
const fields = fieldWordsOf(lexicons)

/** Languages of the reader, as they are written in the world: en, de, fr, es, nl. */
export type Language = string

export interface ReadText extends ReadPrompt {
  language: Language
  /** Of the warnings those about services that cannot be used, whoever made the plan. */
  serviceWarnings: string[]
}

/**
 * What a prompt means, by our own parser of intents. Pure, and linear in its length.
 * @param kind `store`: which attachments and where below a base folder; `agent`: steps with the tools of specification §9
 */
export function readPrompt(prompt: string, kind: 'store' | 'agent'): ReadText {
  const text = withoutEnhancement(prompt.normalize('NFC'))
  const { language, marks } = inBestLanguage(text)
  const platforms = platformsIn(marks, isPlatform)
  const read = kind === 'store' ? readStore(text, marks) : readAgent(text, marks, platforms)
  const ofServices = serviceWarnings(marks, platforms)
  const warnings = [...new Set([...read.warnings, ...ofServices])].map((line) => line.slice(0, 200))
  const troubles = warnings.filter((line) => !line.startsWith(notUnderstood)).length
  const confidence = read.plan ? sureness(marks, troubles) : Math.min(0.2, sureness(marks, 2))
  return { ...read, language, platforms, warnings, serviceWarnings: ofServices, confidence }
}

const isPlatform = (name: string): name is Platform => Platform.safeParse(name).success

/** Told, but no sign that something could not be planned. */
const notUnderstood = 'Not understood and left out:'

/** The language in which most of the words mean something. */
function inBestLanguage(text: string): { language: Language; marks: Mark[] } {
  const tokens = tokensOf(text)
  const readings = languages.map(({ language, phrases }) => ({ language, marks: marksOf(tokens, phrases) }))
  const [best] = readings.toSorted((a, b) => unknownOf(a.marks) - unknownOf(b.marks))
  return best ?? { language: 'en', marks: [] }
}

const unknownOf = (marks: readonly Mark[]): number => marks.filter(({ is }) => is === 'unknown').length

function readStore(text: string, marks: readonly Mark[]): Pick<ReadPrompt, 'plan' | 'warnings'> {
  const [first, ...others] = placesOf(marks)
  const own = first && others.length > 0 ? first : marks
  const { folder, used } = readFolder(text, own, fields)
  const filter = readFilter(own, used)
  const has = (...kinds: Mark['is'][]) => marks.some((mark) => kinds.includes(mark.is) && !used.has(own.indexOf(mark)))
  const warnings = [
    ...(others.length > 0
      ? [
          'This action has one place for its files: what goes elsewhere was left out. The AI agent can store to several.',
        ]
      : []),
    ...(has('delete') ? ['Nothing is ever deleted or removed: this part was left out.'] : []),
    ...(has('send', 'contact', 'opportunity', 'extract', 'search')
      ? ['This action only stores attachments: everything else was left out.']
      : []),
    ...(has('other') ? ['There is no tool for this part yet, so it was left out.'] : []),
  ]
  const isAsked =
    used.size > 0 || filter.minBytes !== null || filter.maxBytes !== null || (has('store') && has('files'))
  const plan: StorePlan = { kind: 'store', filter, folder }
  return { plan: isAsked ? plan : null, warnings }
}

function readAgent(
  text: string,
  marks: readonly Mark[],
  platforms: readonly Platform[],
): Pick<ReadPrompt, 'plan' | 'warnings'> {
  const stores = platforms.filter((name) => name === 'dropbox' || name === 'google_drive' || name === 'onedrive')
  const platform = stores.length === 1 ? (stores[0] ?? null) : null
  const read = clausesOf(marks).map((clause) => readStep(text, clause, { fields, platform }))
  const steps: AgentStep[] = read.flatMap((clause) => clause.steps)
  const warnings = read.flatMap(({ warning }) => warning ?? [])
  if (steps.length > 10) warnings.push('At most ten steps are run: the rest was left out.')
  return { plan: steps.length === 0 ? null : { kind: 'agent', steps: steps.slice(0, 10) }, warnings }
}

function serviceWarnings(marks: readonly Mark[], platforms: readonly Platform[]): string[] {
  const named = marks.filter(({ is }) => is === 'service').map(({ text }) => text)
  return [
    ...named.map((name) => `${name} cannot be used yet.`),
    ...(platforms.includes('shopify') ? ['Shopify cannot be used yet.'] : []),
  ]
}

/** How much of the words was understood, and how much of that could be planned. */
function sureness(marks: readonly Mark[], troubles: number): number {
  const said = marks.filter(({ is }) => is !== 'filler' && is !== 'divider')
  const share = said.length === 0 ? 0 : 1 - unknownOf(said) / said.length
  return Math.max(0, Math.min(0.95, Math.round((0.1 + 0.85 * share - 0.15 * troubles) * 100) / 100))
}
