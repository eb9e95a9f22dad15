import type { Effect } from '../../../contract/action-runs.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { AgentPlan } from '../../prompts/plan.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { Run, RunEnding } from '../runner.ts'
import type { StepResult } from './progress.ts'

/** What the tools of one run share. */
export interface AgentRun {
  ctx: Context
  run: Run<'ai_agent_action'>
  mail: GraphMessage
  plan: AgentPlan
  /** Of the steps before: what was found in the mail, and the text of files that were read. */
  found: string[]
  fileText: string
  /** Of the steps before. */
  effectsBefore(): Effect[]
  /** As `Run.before`; the steps that are done are kept with it. @param contact that is being made, where one is */
  before(also?: (tx: Tx) => Promise<void>, contact?: string): Promise<void>
}

/** What a step came to, and whether the run ends with it. */
export interface StepOutcome {
  result: StepResult
  end: Pick<RunEnding, 'status' | 'reason'> | null
}

export const goesOn = (result: StepResult): StepOutcome => ({ result, end: null })
