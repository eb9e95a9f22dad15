import {
  platformNames,
  type ExecutionPlan,
  type Platform,
  type PromptAnalysis,
} from '../../contract/functions/prompts.ts'
import type { AgentStep, AttachmentFilter, FolderPlan, MailField, StoredPlan, Template } from './plan.ts'

type FileStep = Extract<AgentStep, { tool: 'store_file' }>

/** Names of the catalogue (specification §9), for people. */
const tools = {
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

/** The steps of a plan; storing alone is one step, on the service of its action. */
export const stepsOf = (plan: StoredPlan, platform: FileStep['platform']): AgentStep[] =>
  plan.kind === 'agent' ? plan.steps : [{ tool: 'store_file', platform, filter: plan.filter, folder: plan.folder }]

export const describeSteps = (steps: readonly AgentStep[]): ExecutionPlan['steps'] =>
  steps.map((step) => ({ action: tools[step.tool][0], platform: step.platform, description: shown(describe(step)) }))

/** What is done and with what, in one sentence; the steps say the rest. */
export function summaryOf(steps: readonly AgentStep[]): string {
  const parts = steps.map(({ tool, platform }) => {
    const name = tools[tool][0].toLowerCase()
    return platform === 'email' ? name : `${name} in ${platformNames[platform]}`
  })
  return shown(`${steps.length === 1 ? 'One step' : `${steps.length} steps`} for each mail: ${parts.join(', then ')}.`)
}

/** Tools that the steps call, each once for a platform. */
export function mcpActionsOf(
  steps: readonly AgentStep[],
  isSupported: (platform: Platform) => boolean,
): PromptAnalysis['mcpActions'] {
  const calls = new Map(steps.map(({ tool, platform }) => [`${tool} ${platform}`, { tool, platform }]))
  return [...calls.values()].map(({ tool, platform }) => ({
    name: tool,
    description: tools[tool][1],
    platform,
    supported: isSupported(platform),
  }))
}

function describe(step: AgentStep): string {
  switch (step.tool) {
    case 'store_file':
      return `Store ${attachments(step.filter)} in ${place(platformNames[step.platform], step.folder)}.`
    case 'search_files':
      return `Search ${platformNames[step.platform]} for ${quoted(step.query)}.`
    case 'retrieve_file':
      return `Retrieve ${quoted(step.query)} from ${platformNames[step.platform]}.`
    case 'create_contact':
      return 'Create the sender as a contact in TeamLeader.'
    case 'create_opportunity':
      return `Create the opportunity ${quoted(step.title)} in TeamLeader.`
    case 'extract_data':
      return `Find in the mail: ${step.fields.join(', ')}.`
  }
}

function attachments({ types, notTypes, words, notWords, senders, minBytes, maxBytes }: AttachmentFilter): string {
  const parts = [
    types.length > 0 && `that are ${listed(types.map((type) => `.${type}`))}`,
    notTypes.length > 0 && `that are not ${listed(notTypes.map((type) => `.${type}`))}`,
    words.length > 0 && `whose name or subject says ${listed(words)}`,
    notWords.length > 0 && `whose name does not say ${listed(notWords)}`,
    senders.length > 0 && `from ${listed(senders)}`,
    minBytes !== null && `of at least ${size(minBytes)}`,
    maxBytes !== null && `of at most ${size(maxBytes)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'all attachments' : `attachments ${parts.join(', ')}`
}

/** The first five, so that the line stays short. */
const listed = (words: readonly string[]): string =>
  words.length > 5 ? `${words.slice(0, 5).join(', ')} …` : words.join(words.length === 2 ? ' or ' : ', ')

const place = (store: string, folder: FolderPlan): string =>
  folder.length === 0 ? `the folder of this action in ${store}` : `${store} under ${folder.map(inWords).join(' / ')}`

const inWords = (template: Template): string =>
  template.map((part) => ('text' in part ? part.text : `{${fieldNames[part.field]}}`)).join('')
const quoted = (template: Template): string => `“${inWords(template)}”`

function size(bytes: number): string {
  const mega = bytes / 1_048_576
  return mega >= 1 ? `${Math.round(mega * 10) / 10} MB` : `${Math.round(bytes / 102.4) / 10} KB`
}

const shown = (text: string): string => (text.length <= 200 ? text : `${text.slice(0, 199)}…`)
