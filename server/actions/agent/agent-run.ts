import type { Effect } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { AgentPlan } from '../../prompts/plan-schema.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { ActiveRun, RunResult } from '../runner/action-runner.ts'
import type { StepResult } from './agent-progress.ts'

/** State that the tools of one run share. */
export interface AgentRun {
  ctx: Context
  run: ActiveRun<'ai_agent_action'>
  message: Message
  plan: AgentPlan
  /** Data that the earlier steps found in the message, and the text of the files that they read. */
  found: string[]
  fileText: string
  /** Effects of the earlier steps. */
  effectsBefore(): Effect[]
  /**
   * As `ActiveRun.beforeEffect`; saves the finished steps as progress.
   * @param contact hash of the contact that is being created, if any
   */
  beforeEffect(inTransaction?: (tx: Tx) => Promise<void>, contact?: string): Promise<void>
}

/** A step's result, and the run's result if the run ends with it. */
export interface StepOutcome {
  result: StepResult
  end: Pick<RunResult, 'status' | 'reason'> | null
}

export const continueWith = (result: StepResult): StepOutcome => ({ result, end: null })
