import { stepNoteMaxLength } from '../limits.ts'
import { storePlannedAttachments } from '../store-attachments/store-planned-attachments.ts'
import { continueWith, type AgentRun, type StepOutcome } from './agent-run.ts'
import type { AuthorizedCall } from './authorize-tool-call.ts'
import { createContact, createOpportunity } from './contact-tools.ts'
import { extractFields } from './data-tools.ts'
import { retrieveFile, searchFiles } from './file-tools.ts'

/** Executes an authorized call; its arguments come from the plan and the message. */
export async function performToolCall(agent: AgentRun, { step, call }: AuthorizedCall): Promise<StepOutcome> {
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

/**
 * The agent has no base folder: files go to the folder of the plan, below the root that the connection can access.
 */
export const agentStoringConfig = (provider: StoreStep['platform']) => ({
  provider,
  baseFolderPath: '',
  preserveOriginalNames: true,
})

type StoreStep = Extract<AuthorizedCall['step'], { tool: 'store_file' }>

async function storeFiles(agent: AgentRun, step: StoreStep, at: number): Promise<StepOutcome> {
  const { ctx, run, message } = agent
  const storing = { ...run, step: at, config: agentStoringConfig(step.platform), earlierEffects: agent.effectsBefore() }
  // Storing keeps its progress in `app.stored_attachments`; the run's progress belongs to the agent.
  const beforeEffect: typeof run.beforeEffect = (_, inTransaction) => agent.beforeEffect(inTransaction)
  const result = await storePlannedAttachments(ctx, { ...storing, beforeEffect }, message, step)
  const { status, reason, effects, note } = result
  const stepResult = { effects, notes: note === null ? [] : [note.slice(0, stepNoteMaxLength)], found: [] }
  const isOver = status === 'failed' || reason === 'mail_gone' || reason === 'folder_deleted'
  return isOver ? { result: stepResult, end: { status, reason } } : continueWith(stepResult)
}
