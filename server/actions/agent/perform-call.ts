import { storePlanned } from '../store/store-planned.ts'
import { goesOn, type AgentRun, type StepOutcome } from './agent-run.ts'
import type { Verdict } from './authorize.ts'
import { createContact, createOpportunity } from './tools-contact.ts'
import { extractFields } from './tools-data.ts'
import { retrieveFile, searchFiles } from './tools-files.ts'

/** Does what a call was allowed to do; what it is done with stands in the plan and in the mail. */
export async function performCall(
  agent: AgentRun,
  { step, call }: Extract<Verdict, { allowed: true }>,
): Promise<StepOutcome> {
  const words = 'words' in call ? call.words : ''
  switch (step.tool) {
    case 'store_file':
      return storeFiles(agent, step, call.step)
    case 'search_files':
      return searchFiles(agent, step.platform, words)
    case 'retrieve_file':
      return retrieveFile(agent, step.platform, words)
    case 'create_contact':
      return createContact(agent)
    case 'create_opportunity':
      return createOpportunity(agent, 'title' in call ? call.title : '', call.step)
    case 'extract_data':
      return extractFields(agent, step.fields)
  }
}

/** The agent has no base folder: what it stores goes where its plan says, from the root of what the connection may see. */
export const storingConfig = (provider: StoreStep['platform']) => ({
  provider,
  baseFolderPath: '',
  preserveOriginalNames: true,
})

type StoreStep = Extract<Extract<Verdict, { allowed: true }>['step'], { tool: 'store_file' }>

async function storeFiles(agent: AgentRun, step: StoreStep, at: number): Promise<StepOutcome> {
  const { ctx, run, mail } = agent
  const storing = { ...run, step: at, config: storingConfig(step.platform), shownBefore: agent.effectsBefore() }
  // How far storing is stands in its own ledger; the progress of a run is the agent's.
  const before: typeof run.before = (_, also) => agent.before(also)
  const { status, reason, effects, note } = await storePlanned(ctx, { ...storing, before }, mail, step)
  const result = { effects, notes: note === null ? [] : [note.slice(0, 300)], found: [] }
  const isOver = status === 'failed' || reason === 'mail_gone'
  return isOver ? { result, end: { status, reason } } : goesOn(result)
}
