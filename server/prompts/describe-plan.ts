import { composeText, joinMessages } from '../../contract/compose-text.ts'
import {
  platformNames,
  type ExecutionPlan,
  type Platform,
  type PromptAnalysis,
} from '../../contract/functions/prompts.ts'
import type { AgentStep, AttachmentFilter, MailField, StoredPlan, Template } from './plan-schema.ts'
import { planTextMaxLength } from '../../contract/limits.ts'

type FileStep = Extract<AgentStep, { tool: 'store_file' }>

/** Names and descriptions of the tools, shown to users. */
const toolTexts = {
  store_file: [composeText('Store file'), composeText('Stores attachments of the email.')],
  retrieve_file: [composeText('Retrieve file'), composeText('Reads a file, as context for the steps after it.')],
  search_files: [composeText('Search files'), composeText('Looks for files by their names and contents.')],
  create_contact: [
    composeText('Create contact'),
    composeText('Creates the sender of the email as a contact, unless there is one.'),
  ],
  create_opportunity: [
    composeText('Create opportunity'),
    composeText('Creates an opportunity for the sender of the email.'),
  ],
  extract_data: [
    composeText('Extract data'),
    composeText('Finds data in the text of the email and keeps it with the run.'),
  ],
} as const satisfies Record<AgentStep['tool'], readonly [string, string]>

const fieldNames: Record<MailField, string> = {
  sender_name: composeText('sender'),
  sender_address: composeText('sender’s address'),
  sender_domain: composeText('sender’s domain'),
  subject: composeText('subject'),
  year: composeText('year'),
  month: composeText('month'),
  day: composeText('day'),
  file_type: composeText('file type'),
}

const folderTexts: Record<MailField, string> = {
  sender_name: composeText('a folder for each sender'),
  sender_address: composeText('a folder for each sender’s address'),
  sender_domain: composeText('a folder for each sender’s domain'),
  subject: composeText('a folder for each subject'),
  year: composeText('a folder for each year'),
  month: composeText('a folder for each month'),
  day: composeText('a folder for each day'),
  file_type: composeText('a folder for each file type'),
}

/** The steps of a plan. A storing plan is one step, on the service of its action. */
export const listSteps = (plan: StoredPlan, platform: FileStep['platform']): AgentStep[] =>
  plan.kind === 'agent' ? plan.steps : [{ tool: 'store_file', platform, filter: plan.filter, folder: plan.folder }]

/** Where the steps store files: folders below the base folder of the action. */
export const storedFoldersOf = (
  plan: StoredPlan,
  platform: FileStep['platform'],
): { platform: FileStep['platform']; folder: string[] }[] =>
  listSteps(plan, platform).flatMap((step) =>
    step.tool === 'store_file' ? [{ platform: step.platform, folder: step.folder.map(templateText) }] : [],
  )

export const describeSteps = (steps: readonly AgentStep[]): ExecutionPlan['steps'] =>
  steps.map((step) => ({
    action: toolTexts[step.tool][0],
    platform: step.platform,
    description: truncate(describeStep(step)),
  }))

/** One sentence about the plan; the steps give the details. */
export function summarizeSteps(steps: readonly AgentStep[]): string {
  const message = joinMessages(steps.map(summarizeStep), ', then ')
  return truncate(
    steps.length === 1
      ? composeText('One step for each email: {message}.', { message })
      : composeText('{number} steps for each email: {message}.', { number: steps.length, message }),
  )
}

function summarizeStep({ tool, platform }: AgentStep): string {
  const service = platformNames[platform]
  switch (tool) {
    case 'store_file':
      return composeText('store file in {service}', { service })
    case 'retrieve_file':
      return composeText('retrieve file in {service}', { service })
    case 'search_files':
      return composeText('search files in {service}', { service })
    case 'create_contact':
      return composeText('create contact in {service}', { service })
    case 'create_opportunity':
      return composeText('create opportunity in {service}', { service })
    case 'extract_data':
      return composeText('extract data')
  }
}

/** The tools that the steps call, each once per platform. */
export function listMcpActions(
  steps: readonly AgentStep[],
  isSupported: (platform: Platform) => boolean,
): PromptAnalysis['mcpActions'] {
  const calls = new Map(steps.map(({ tool, platform }) => [`${tool} ${platform}`, { tool, platform }]))
  return [...calls.values()].map(({ tool, platform }) => ({
    name: tool,
    description: toolTexts[tool][1],
    platform,
    supported: isSupported(platform),
  }))
}

function describeStep(step: AgentStep): string {
  const service = platformNames[step.platform]
  switch (step.tool) {
    case 'store_file': {
      const values = {
        message: describeFilter(step.filter),
        service,
        template: step.folder.map(levelText).join(', in '),
      }
      return step.folder.length === 0
        ? composeText('Store {message} in the folder of this action in {service}.', values)
        : composeText('Store {message} in {service}, in {template}.', values)
    }
    case 'search_files':
      return composeText('Search {service} for “{template}”.', { service, template: templateText(step.query) })
    case 'retrieve_file':
      return composeText('Retrieve “{template}” from {service}.', { service, template: templateText(step.query) })
    case 'create_contact':
      return composeText('Create the sender as a contact in TeamLeader.')
    case 'create_opportunity':
      return composeText('Create the opportunity “{template}” in TeamLeader.', { template: templateText(step.title) })
    case 'extract_data':
      return composeText('Find in the email: {line}.', { line: step.fields.join(', ') })
  }
}

function describeFilter({ types, notTypes, words, notWords, senders, minBytes, maxBytes }: AttachmentFilter): string {
  const ofTypes = (list: readonly string[]): string[] => firstFive(list.map((type) => `.${type}`))
  const parts = [
    types.length > 0 && composeText('that are {choice}', { choice: ofTypes(types) }),
    notTypes.length > 0 && composeText('that are not {choice}', { choice: ofTypes(notTypes) }),
    words.length > 0 && composeText('whose name or subject says {choice}', { choice: firstFive(words) }),
    notWords.length > 0 && composeText('whose name does not say {choice}', { choice: firstFive(notWords) }),
    senders.length > 0 && composeText('from {choice}', { choice: firstFive(senders) }),
    minBytes !== null &&
      (isMega(minBytes)
        ? composeText('of at least {number} MB', { number: megabytes(minBytes) })
        : composeText('of at least {number} KB', { number: kilobytes(minBytes) })),
    maxBytes !== null &&
      (isMega(maxBytes)
        ? composeText('of at most {number} MB', { number: megabytes(maxBytes) })
        : composeText('of at most {number} KB', { number: kilobytes(maxBytes) })),
  ].filter((part) => part !== false)
  if (parts.length === 0) return composeText('all attachments')
  return composeText('attachments {message}', { message: joinMessages(parts, ', ') })
}

/** To keep the line short. */
const firstFive = (words: readonly string[]): string[] => (words.length > 5 ? [...words.slice(0, 5), '…'] : [...words])

/** “Request from (sender)”. The page translates names in parentheses. */
const templateText = (template: Template): string =>
  template.map((part) => ('text' in part ? part.text : `(${fieldNames[part.field]})`)).join('')

/** A level of a path; one that is only a field, or a date (`2026-11`), as a folder for each of its values. */
function levelText(level: Template): string {
  const last = level.at(-1)
  const isField = level.every((part) => 'field' in part || part.text === '-')
  const isDate = level.every((part) => 'text' in part || dateFields.has(part.field))
  return last && 'field' in last && isField && (level.length === 1 || isDate)
    ? folderTexts[last.field]
    : templateText(level)
}

const dateFields: ReadonlySet<MailField> = new Set(['year', 'month', 'day'])

const isMega = (bytes: number): boolean => bytes >= 1_048_576
const megabytes = (bytes: number): number => Math.round((bytes / 1_048_576) * 10) / 10
const kilobytes = (bytes: number): number => Math.round(bytes / 102.4) / 10

const truncate = (text: string): string =>
  text.length <= planTextMaxLength ? text : `${text.slice(0, planTextMaxLength - 1)}…`
