import {
  platformNames,
  type ExecutionPlan,
  type Platform,
  type PromptAnalysis,
} from '../../contract/functions/prompts.ts'
import type { AgentStep, AttachmentFilter, FolderPlan, MailField, StoredPlan, Template } from './plan-schema.ts'
import { planTextMaxLength } from '../../contract/limits.ts'

type FileStep = Extract<AgentStep, { tool: 'store_file' }>

/** Names and descriptions of the tools, shown to users. */
const toolTexts = {
  store_file: ['Store file', 'Stores attachments of the mail.'],
  retrieve_file: ['Retrieve file', 'Reads a file, as context for the steps after it.'],
  search_files: ['Search files', 'Looks for files by their names and contents.'],
  create_contact: ['Create contact', 'Creates the sender of the mail as a contact, unless there is one.'],
  create_opportunity: ['Create opportunity', 'Creates an opportunity for the sender of the mail.'],
  extract_data: ['Extract data', 'Finds data in the text of the mail and keeps it with the run.'],
} as const satisfies Record<AgentStep['tool'], readonly [string, string]>

const fieldNames: Record<MailField, string> = {
  sender_name: 'sender',
  sender_address: 'sender’s address',
  sender_domain: 'sender’s domain',
  subject: 'subject',
  year: 'year',
  month: 'month',
  day: 'day',
  file_type: 'file type',
}

/** The steps of a plan. A storing plan is one step, on the service of its action. */
export const listSteps = (plan: StoredPlan, platform: FileStep['platform']): AgentStep[] =>
  plan.kind === 'agent' ? plan.steps : [{ tool: 'store_file', platform, filter: plan.filter, folder: plan.folder }]

export const describeSteps = (steps: readonly AgentStep[]): ExecutionPlan['steps'] =>
  steps.map((step) => ({
    action: toolTexts[step.tool][0],
    platform: step.platform,
    description: truncate(describeStep(step)),
  }))

/** One sentence about the plan; the steps give the details. */
export function summarizeSteps(steps: readonly AgentStep[]): string {
  const parts = steps.map(({ tool, platform }) => {
    const name = toolTexts[tool][0].toLowerCase()
    return platform === 'email' ? name : `${name} in ${platformNames[platform]}`
  })
  return truncate(
    `${steps.length === 1 ? 'One step' : `${steps.length} steps`} for each mail: ${parts.join(', then ')}.`,
  )
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
  switch (step.tool) {
    case 'store_file':
      return `Store ${describeFilter(step.filter)} in ${describeFolder(platformNames[step.platform], step.folder)}.`
    case 'search_files':
      return `Search ${platformNames[step.platform]} for ${quoteTemplate(step.query)}.`
    case 'retrieve_file':
      return `Retrieve ${quoteTemplate(step.query)} from ${platformNames[step.platform]}.`
    case 'create_contact':
      return 'Create the sender as a contact in TeamLeader.'
    case 'create_opportunity':
      return `Create the opportunity ${quoteTemplate(step.title)} in TeamLeader.`
    case 'extract_data':
      return `Find in the mail: ${step.fields.join(', ')}.`
  }
}

function describeFilter({ types, notTypes, words, notWords, senders, minBytes, maxBytes }: AttachmentFilter): string {
  const parts = [
    types.length > 0 && `that are ${joinWords(types.map((type) => `.${type}`))}`,
    notTypes.length > 0 && `that are not ${joinWords(notTypes.map((type) => `.${type}`))}`,
    words.length > 0 && `whose name or subject says ${joinWords(words)}`,
    notWords.length > 0 && `whose name does not say ${joinWords(notWords)}`,
    senders.length > 0 && `from ${joinWords(senders)}`,
    minBytes !== null && `of at least ${formatSize(minBytes)}`,
    maxBytes !== null && `of at most ${formatSize(maxBytes)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'all attachments' : `attachments ${parts.join(', ')}`
}

/** The first five, to keep the line short. */
const joinWords = (words: readonly string[]): string =>
  words.length > 5 ? `${words.slice(0, 5).join(', ')} …` : words.join(words.length === 2 ? ' or ' : ', ')

const describeFolder = (store: string, folder: FolderPlan): string =>
  folder.length === 0
    ? `the folder of this action in ${store}`
    : `${store} under ${folder.map(templateText).join(' / ')}`

const templateText = (template: Template): string =>
  template.map((part) => ('text' in part ? part.text : `{${fieldNames[part.field]}}`)).join('')
const quoteTemplate = (template: Template): string => `“${templateText(template)}”`

function formatSize(bytes: number): string {
  const mega = bytes / 1_048_576
  return mega >= 1 ? `${Math.round(mega * 10) / 10} MB` : `${Math.round(bytes / 102.4) / 10} KB`
}

const truncate = (text: string): string =>
  text.length <= planTextMaxLength ? text : `${text.slice(0, planTextMaxLength - 1)}…`
