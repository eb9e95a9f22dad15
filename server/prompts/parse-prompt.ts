import { composeText } from '../../contract/compose-text.ts'
import { Platform, platformNames } from '../../contract/functions/prompts.ts'
import { removeEnhancement } from './enhancement-sentences.ts'
import type { AgentStep, PromptReading, StorePlan } from './plan-schema.ts'
import { splitClauses, splitDestinations } from './prompt-parser/split-clauses.ts'
import { buildPhrases } from './prompt-parser/lexicon.ts'
import { type TaggedToken, tagTokens } from './prompt-parser/tag-tokens.ts'
import { parseFilter } from './prompt-parser/parse-filter.ts'
import { parseFolder } from './prompt-parser/parse-folder.ts'
import { listPlatforms, parseStep } from './prompt-parser/parse-steps.ts'
import { buildFieldWords } from './prompt-parser/parse-template.ts'
import { tokenize } from './prompt-parser/tokenize.ts'
import { dutch } from './prompt-parser/lexicons/dutch.ts'
import { english } from './prompt-parser/lexicons/english.ts'
import { french } from './prompt-parser/lexicons/french.ts'
import { german } from './prompt-parser/lexicons/german.ts'
import { spanish } from './prompt-parser/lexicons/spanish.ts'
import { planTextMaxLength, maxPlanSteps } from '../../contract/limits.ts'

const lexicons = [english, german, french, spanish, dutch]
const languages = lexicons.map((lexicon) => ({ language: lexicon.language, phrases: buildPhrases(lexicon) }))
const fields = buildFieldWords(lexicons)

/** A supported language: en, de, fr, es, nl. */
type Language = string

export interface ParsedPrompt extends PromptReading {
  language: Language
  /** The warnings about services that cannot be used, also shown with a model's plan. */
  serviceWarnings: string[]
}

/**
 * Parses a prompt into a plan. Pure; takes time linear in the prompt's length.
 * @param kind `store`: which attachments, and where below a base folder; `agent`: steps with the built-in tools
 */
export function parsePrompt(prompt: string, kind: 'store' | 'agent'): ParsedPrompt {
  const text = removeEnhancement(prompt.normalize('NFC'))
  const { language, marks } = tagInBestLanguage(text)
  const platforms = listPlatforms(marks, isPlatform)
  const read = kind === 'store' ? parseStorePrompt(text, marks) : parseAgentPrompt(text, marks, platforms)
  const ofServices = serviceWarnings(marks, platforms)
  const warnings = [...new Set([...read.warnings, ...ofServices])].map((line) => line.slice(0, planTextMaxLength))
  const confidence = read.plan ? confidenceOf(marks, warnings.length) : Math.min(0.2, confidenceOf(marks, 2))
  return { ...read, language, platforms, warnings, serviceWarnings: ofServices, confidence }
}

const isPlatform = (name: string): name is Platform => Platform.safeParse(name).success

/** Tags the tokens in the language that knows most of them. */
function tagInBestLanguage(text: string): { language: Language; marks: TaggedToken[] } {
  const tokens = tokenize(text)
  const readings = languages.map(({ language, phrases }) => ({ language, marks: tagTokens(tokens, phrases) }))
  const [best] = readings.toSorted((a, b) => countUnknown(a.marks) - countUnknown(b.marks))
  return best ?? { language: 'en', marks: [] }
}

const countUnknown = (marks: readonly TaggedToken[]): number => marks.filter(({ is }) => is === 'unknown').length

function parseStorePrompt(text: string, marks: readonly TaggedToken[]): Pick<PromptReading, 'plan' | 'warnings'> {
  const [first, ...others] = splitDestinations(marks)
  const own = first && others.length > 0 ? first : marks
  const { folder, used } = parseFolder(text, own, fields)
  const filter = parseFilter(own, used)
  const has = (...kinds: TaggedToken['is'][]) =>
    marks.some((mark) => kinds.includes(mark.is) && !used.has(own.indexOf(mark)))
  const warnings = [
    ...(others.length > 0
      ? [
          composeText(
            'This action has one place for its files: what goes elsewhere was left out. The AI agent can ' +
              'store to several.',
          ),
        ]
      : []),
    ...(has('delete') ? [composeText('Nothing is ever deleted or removed: this part was left out.')] : []),
    ...(has('send', 'contact', 'opportunity', 'extract', 'search')
      ? [composeText('This action only stores attachments: everything else was left out.')]
      : []),
    ...(has('other') ? [composeText('There is no tool for this part yet, so it was left out.')] : []),
  ]
  const isAsked =
    used.size > 0 || filter.minBytes !== null || filter.maxBytes !== null || (has('store') && has('files'))
  const plan: StorePlan = { kind: 'store', filter, folder }
  return { plan: isAsked ? plan : null, warnings }
}

function parseAgentPrompt(
  text: string,
  marks: readonly TaggedToken[],
  platforms: readonly Platform[],
): Pick<PromptReading, 'plan' | 'warnings'> {
  const stores = platforms.filter((name) => name === 'dropbox' || name === 'google_drive' || name === 'onedrive')
  const platform = stores.length === 1 ? (stores[0] ?? null) : null
  const read = splitClauses(marks).map((clause) => parseStep(text, clause, { fields, platform }))
  const steps: AgentStep[] = read.flatMap((clause) => clause.steps)
  const warnings = read.flatMap(({ warning }) => warning ?? [])
  if (steps.length > 10) warnings.push(composeText('At most ten steps are run: the rest was left out.'))
  return { plan: steps.length === 0 ? null : { kind: 'agent', steps: steps.slice(0, maxPlanSteps) }, warnings }
}

function serviceWarnings(marks: readonly TaggedToken[], platforms: readonly Platform[]): string[] {
  const named = marks.filter(({ is }) => is === 'service').map(({ text }) => text)
  return [...named, ...(platforms.includes('shopify') ? [platformNames.shopify] : [])].map((line) =>
    composeText('{line} cannot be used yet.', { line }),
  )
}

/** Share of the tokens that were understood, less a penalty for each part that could not be planned. */
function confidenceOf(marks: readonly TaggedToken[], penalties: number): number {
  const meaningful = marks.filter(({ is }) => is !== 'filler' && is !== 'divider')
  const share = meaningful.length === 0 ? 0 : 1 - countUnknown(meaningful) / meaningful.length
  return Math.max(0, Math.min(0.95, Math.round((0.1 + 0.85 * share - 0.15 * penalties) * 100) / 100))
}
