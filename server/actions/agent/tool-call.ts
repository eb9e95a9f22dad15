import { z } from 'zod'
import type { AgentPlan, AgentStep, Template } from '../../prompts/plan-schema.ts'
import { searchWords } from '../file-context/search-words.ts'
import type { MessageMetadata } from '../message-metadata.ts'
import { fillTemplate } from './fill-template.ts'

/**
 * Arguments of each tool. Services, folders, files, people, addresses and URLs are not arguments: they come from the
 * saved plan and the message, so neither the text of a message nor a model can name another one.
 */
const step = z.int().min(0).max(9).describe('Which step of the plan is run')
const lineMaxLength = 150
const line = z.string().max(lineMaxLength)

export const toolInputs = {
  store_file: z.strictObject({ step }),
  search_files: z.strictObject({ step, words: line.describe('Words that the files have to do with') }),
  retrieve_file: z.strictObject({ step, words: line.describe('Words that the file has to do with') }),
  create_contact: z.strictObject({ step }),
  create_opportunity: z.strictObject({ step, title: line.describe('What the opportunity is called') }),
  extract_data: z.strictObject({ step }),
} as const satisfies Record<AgentStep['tool'], z.ZodType>

export const toolNames = [
  'store_file',
  'search_files',
  'retrieve_file',
  'create_contact',
  'create_opportunity',
  'extract_data',
] as const satisfies AgentStep['tool'][]

/** One call per step. */
export const ToolCall = z.discriminatedUnion('tool', [
  toolInputs.store_file.extend({ tool: z.literal('store_file') }),
  toolInputs.search_files.extend({ tool: z.literal('search_files') }),
  toolInputs.retrieve_file.extend({ tool: z.literal('retrieve_file') }),
  toolInputs.create_contact.extend({ tool: z.literal('create_contact') }),
  toolInputs.create_opportunity.extend({ tool: z.literal('create_opportunity') }),
  toolInputs.extract_data.extend({ tool: z.literal('extract_data') }),
])
export type ToolCall = z.infer<typeof ToolCall>

/** The calls of a plan for one message, in order. Pure; no model is involved. */
export const callsOf = (plan: AgentPlan, message: MessageMetadata): ToolCall[] =>
  plan.steps.map((each, at) => callOf(each, at, message))

function callOf(each: AgentStep, at: number, message: MessageMetadata): ToolCall {
  switch (each.tool) {
    case 'search_files':
    case 'retrieve_file':
      return { tool: each.tool, step: at, words: searchText(each.query, message) }
    case 'create_opportunity':
      return { tool: each.tool, step: at, title: fillTemplate(each.title, message) || 'Opportunity' }
    default:
      return { tool: each.tool, step: at }
  }
}

const searchText = (query: Template, message: MessageMetadata): string =>
  searchWords(fillTemplate(query, message)).join(' ').slice(0, lineMaxLength)
