import { z } from 'zod'
import type { AgentPlan, AgentStep, Template } from '../../prompts/plan-schema.ts'
import { searchWords } from '../file-context/search-words.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'
import { fillTemplate } from './fill-template.ts'

const step = z.int().min(0).max(9)
const lineMaxLength = 150
const line = z.string().max(lineMaxLength)

/**
 * One call per step of the plan, with its number. Services, folders, files, people, addresses and URLs are not
 * arguments: they come from the saved plan and the message, so neither the text of a message nor a model can name
 * another one.
 */
export const ToolCall = z.discriminatedUnion('tool', [
  z.strictObject({ tool: z.literal('store_file'), step }),
  z.strictObject({ tool: z.literal('search_files'), step, words: line }),
  z.strictObject({ tool: z.literal('retrieve_file'), step, words: line }),
  z.strictObject({ tool: z.literal('create_contact'), step }),
  z.strictObject({ tool: z.literal('create_opportunity'), step, title: line }),
  z.strictObject({ tool: z.literal('extract_data'), step }),
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
