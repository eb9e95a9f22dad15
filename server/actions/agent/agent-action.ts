import { actionRunTexts } from '../../../contract/action-runs.ts'
import { findPlanForRun, preparePlan } from '../../prompts/action-plan.ts'
import { readMessage } from '../runner/read-message.ts'
import type { ActionRunner, RunResult } from '../runner/action-runner.ts'
import { runAgentPlan } from './run-agent-plan.ts'
import { dryRunAgentPlan } from './dry-run-agent-plan.ts'

/**
 * Runs the plan that was made from the user's prompt when the action was saved, and shown to the user. The plan is
 * fixed: neither a message nor a model can choose, add, remove or reorder steps. The message only fills the fields
 * that the plan leaves open.
 */
export const agentAction: ActionRunner<'ai_agent_action'> = {
  async run(ctx, run) {
    if (run.config.prompt.trim() === '') return { status: 'skipped', reason: 'not_set_up', effects: [], note: null }
    const message = await readMessage(ctx, run)
    if (typeof message === 'string') return { status: 'skipped', reason: message, effects: [], note: null }
    const plan = await ctx.db.asService((tx) => findPlanForRun(tx, run))
    if (!plan) return failedResult('plan_missing')
    if (plan.kind !== 'agent') return failedResult('plan_refused')
    return runAgentPlan(ctx, run, { plan, message })
  },

  async dryRun(ctx, about) {
    const none = (note: string) => ({ effects: [], text: null, notes: [note] })
    const { userId, config } = about
    if (config.prompt.trim() === '') return none(actionRunTexts.not_set_up)
    const message = await readMessage(ctx, about)
    if (typeof message === 'string') return none(actionRunTexts[message])
    const made = await preparePlan(ctx, { userId, type: 'ai_agent_action', config })
    if (made?.plan.kind !== 'agent') return none(actionRunTexts.plan_missing)
    return dryRunAgentPlan(ctx, about, { plan: made.plan, message })
  },
}

const failedResult = (reason: 'plan_missing' | 'plan_refused'): RunResult => ({
  status: 'failed',
  reason,
  effects: [],
  note: null,
})
