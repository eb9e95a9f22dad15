import { z } from 'zod'
import type { AgentPlan, AgentStep } from '../../prompts/plan.ts'
import { searchWords } from '../file-context/search-words.ts'
import { fillTemplate, type Sent } from './fill-template.ts'

/**
 * What each tool of the catalogue (specification §9) takes. Services, folders, files, people and addresses are none of it: they stand in the plan
 * and in the mail, which the tool has beside the call, so that no words of a mail or a model can name another one (checklist A2).
 */
const step = z.int().min(0).max(9).describe('Which step of the plan is run')
const line = z.string().max(150)

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

/** A call as it is made, one a step. */
export const ToolCall = z.discriminatedUnion('tool', [
  toolInputs.store_file.extend({ tool: z.literal('store_file') }),
  toolInputs.search_files.extend({ tool: z.literal('search_files') }),
  toolInputs.retrieve_file.extend({ tool: z.literal('retrieve_file') }),
  toolInputs.create_contact.extend({ tool: z.literal('create_contact') }),
  toolInputs.create_opportunity.extend({ tool: z.literal('create_opportunity') }),
  toolInputs.extract_data.extend({ tool: z.literal('extract_data') }),
])
export type ToolCall = z.infer<typeof ToolCall>

/** The calls of a plan for one mail, in its order. Pure; no model is asked. */
export const callsOf = (plan: AgentPlan, mail: Sent): ToolCall[] => plan.steps.map((each, at) => callOf(each, at, mail))

function callOf(each: AgentStep, at: number, mail: Sent): ToolCall {
  switch (each.tool) {
    case 'search_files':
    case 'retrieve_file':
      return { tool: each.tool, step: at, words: searchWords(fillTemplate(each.query, mail)).join(' ').slice(0, 150) }
    case 'create_opportunity':
      return { tool: each.tool, step: at, title: fillTemplate(each.title, mail) || 'Opportunity' }
    default:
      return { tool: each.tool, step: at }
  }
}
