import { actionRunTexts } from '../../../contract/action-runs.ts'
import { planForRun, planToStore } from '../../prompts/action-plan.ts'
import { readMail } from '../read-mail.ts'
import type { ActionRunner, RunEnding } from '../runner.ts'
import { runPlan } from './run-plan.ts'
import { testPlan } from './test-plan.ts'

/**
 * The plan that was made of the person's own prompt when it was saved, and shown (checklist A5): its steps in its order. The mail fills what the plan
 * leaves open; it chooses, adds and changes no step, and neither does a model.
 */
export const agentAction: ActionRunner<'ai_agent_action'> = {
  async run(ctx, run) {
    if (run.config.prompt.trim() === '') return { status: 'skipped', reason: 'not_set_up', effects: [], note: null }
    const mail = await readMail(ctx, run)
    if (!mail) return { status: 'skipped', reason: 'mail_gone', effects: [], note: null }
    const plan = await ctx.db.asService((tx) => planForRun(tx, run))
    if (!plan) return failed('plan_missing')
    if (plan.kind !== 'agent') return failed('plan_refused')
    return runPlan(ctx, run, { plan, mail })
  },

  async test(ctx, about) {
    const none = (note: string) => ({ effects: [], text: null, notes: [note] })
    const { userId, config } = about
    if (config.prompt.trim() === '') return none(actionRunTexts.not_set_up)
    const mail = await readMail(ctx, about)
    if (!mail) return none(actionRunTexts.mail_gone)
    const made = await planToStore(ctx, { userId, type: 'ai_agent_action', config })
    if (made?.plan.kind !== 'agent') return none(actionRunTexts.plan_missing)
    return testPlan(ctx, about, { plan: made.plan, mail })
  },
}

const failed = (reason: 'plan_missing' | 'plan_refused'): RunEnding => ({
  status: 'failed',
  reason,
  effects: [],
  note: null,
})
