import { z } from 'zod'
import { removeInvisible } from '../../contract/clean-text.ts'
import { MailField, StoredPlan, type AgentStep, type AttachmentFilter, type Template } from './plan-schema.ts'
import type { ParsedPrompt } from './parse-prompt.ts'
import { normalizeToken } from './prompt-parser/tokenize.ts'
import {
  planNameMaxLength,
  filterWordMaxLength,
  filterMaxWords,
  filterMaxSenders,
  filterMaxFileTypes,
  planMaxFolderLevels,
} from './limits.ts'
import { extractionMaxFields } from '../limits.ts'
import { maxPlanSteps, planTextMaxLength } from '../../contract/limits.ts'

/** Warnings that the language model may return with a plan. */
const modelPlanMaxWarnings = 5

/** A plan in the form that a model returns: all fields present, null for none, names with `{field}` placeholders. */
const text = z.string().max(planNameMaxLength)
const Filter = z.strictObject({
  types: z.array(z.string().regex(/^[a-z0-9]{1,8}$/)).max(filterMaxFileTypes),
  notTypes: z.array(z.string().regex(/^[a-z0-9]{1,8}$/)).max(filterMaxFileTypes),
  senders: z.array(text.min(1)).max(filterMaxSenders),
  words: z.array(z.string().min(1).max(filterWordMaxLength)).max(filterMaxWords),
  notWords: z.array(z.string().min(1).max(filterWordMaxLength)).max(filterMaxWords),
  minBytes: z.int().min(0).nullable(),
  maxBytes: z.int().min(0).nullable(),
})
const files = z.enum(['dropbox', 'google_drive', 'onedrive'])
const folder = z.array(text.min(1)).max(planMaxFolderLevels)

const Step = z.union([
  z.strictObject({ tool: z.literal('store_file'), platform: files, filter: Filter, folder }),
  z.strictObject({ tool: z.literal('search_files'), platform: files, query: text.min(1) }),
  z.strictObject({ tool: z.literal('retrieve_file'), platform: files, query: text.min(1) }),
  z.strictObject({ tool: z.literal('create_contact'), platform: z.literal('teamleader') }),
  z.strictObject({ tool: z.literal('create_opportunity'), platform: z.literal('teamleader'), title: text.min(1) }),
  z.strictObject({
    tool: z.literal('extract_data'),
    platform: z.literal('email'),
    fields: z.array(z.string().min(1).max(filterWordMaxLength)).min(1).max(extractionMaxFields),
  }),
])
const about = {
  confidence: z.number().min(0).max(1),
  warnings: z.array(z.string().max(planTextMaxLength)).max(modelPlanMaxWarnings),
}
export const proposalSchemas = {
  agent: z.strictObject({ steps: z.array(Step).max(maxPlanSteps), ...about }),
  store: z.strictObject({ filter: Filter, folder, understood: z.boolean(), ...about }),
} as const
export type Proposal = z.infer<typeof proposalSchemas.agent> | z.infer<typeof proposalSchemas.store>

const fieldPlaceholders = MailField.options.map((name) => `{${name}}`).join(' ')

export const planInstructions = [
  'You turn what a person wrote about their incoming mail into a plan. Answer by the schema alone.',
  'Names of folders, titles and queries may hold these fields in braces: ' +
    fieldPlaceholders +
    '. "By month" without a year is {year}-{month}.',
  'Use only services, folders, senders and titles that the person named, in their own spelling. types ' +
    'and notTypes are file endings without the dot.',
  "words: what has to stand in the file's name or the mail's subject, as singular words, also in other " +
    'languages. Sizes are in bytes, 1 MB is 1048576.',
  'A step that none of the tools can do is left out and told in warnings. Where nothing can be ' +
    'planned, steps is empty (or understood is false).',
].join('\n')

/**
 * Accepts a model's plan only if it stays within the user's own words: services that they named, and folders, titles,
 * senders and queries that occur in the prompt. Otherwise null, and the parser's plan is used.
 */
export function acceptProposal(
  proposal: Proposal,
  prompt: string,
  { platforms, plan: own }: Pick<ParsedPrompt, 'platforms' | 'plan'>,
): StoredPlan | null {
  const written = normalizeWritten(prompt)
  const stands = (text: string): boolean => splitWords(text).every((piece) => written.includes(normalizeWritten(piece)))
  const ownSteps = own?.kind === 'agent' ? own.steps : []
  const isNamed = (step: AgentStep): boolean =>
    step.platform === 'email' ||
    platforms.includes(step.platform) ||
    ownSteps.some(({ platform }) => platform === step.platform)
  if ('folder' in proposal) {
    if (!proposal.understood) return null
    const { filter, folder: levels } = proposal
    const read = StoredPlan.safeParse({ kind: 'store', filter, folder: levels.map(parseProposedTemplate) })
    return read.success && isStorePlanWritten(read.data.kind === 'store' ? read.data : null, stands) ? read.data : null
  }
  const read = StoredPlan.safeParse({ kind: 'agent', steps: proposal.steps.map(parseProposedStep) })
  if (!read.success || read.data.kind !== 'agent') return null
  return read.data.steps.every((step) => isNamed(step) && isStepWritten(step, stands)) ? read.data : null
}

type IsWritten = (text: string) => boolean

function isStepWritten(step: AgentStep, stands: IsWritten): boolean {
  if (step.tool === 'store_file') return isStorePlanWritten(step, stands)
  if (step.tool === 'create_opportunity') return literalTexts(step.title).every(stands)
  if (step.tool === 'search_files' || step.tool === 'retrieve_file') return literalTexts(step.query).every(stands)
  return true
}

const isStorePlanWritten = (
  stored: { filter: AttachmentFilter; folder: Template[] } | null,
  stands: IsWritten,
): boolean =>
  stored !== null &&
  stored.filter.senders.every(stands) &&
  stored.folder.every((level) => literalTexts(level).every((name) => isFolderName(name) && stands(name)))

const literalTexts = (parts: Template): string[] => parts.flatMap((part) => ('text' in part ? [part.text] : []))
const isFolderName = (name: string): boolean =>
  /^[^/\\:*?"<>|{}\p{Cc}]*$/u.test(name) && removeInvisible(name) === name && !/^[\s.]+$/u.test(name)
/** Words that must occur in the prompt; separators between fields need not. */
const splitWords = (text: string): string[] =>
  text.split(/[\s,;_-]+/u).filter((piece) => /[\p{L}\p{N}.@/\\:]/u.test(piece))
const normalizeWritten = (text: string): string => normalizeToken(text.normalize('NFC'))

function parseProposedStep(step: z.infer<typeof Step>): unknown {
  if (step.tool === 'store_file') return { ...step, folder: step.folder.map(parseProposedTemplate) }
  if (step.tool === 'create_opportunity') return { ...step, title: parseProposedTemplate(step.title) }
  if (step.tool === 'search_files' || step.tool === 'retrieve_file')
    return { ...step, query: parseProposedTemplate(step.query) }
  return step
}

/** An unknown `{name}` stays as text, which is not a valid folder name, so the plan is refused. */
const parseProposedTemplate = (text: string): unknown[] =>
  text
    .split(/(\{\w{1,40}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const field = MailField.safeParse(/^\{(\w+)\}$/.exec(piece)?.[1])
      return field.success ? { field: field.data } : { text: piece }
    })
