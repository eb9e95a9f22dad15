import type { Context } from '../../context.ts'
import type { AgentPlan } from '../../prompts/plan.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { Run, RunEnding } from '../runner.ts'
import { showEffects } from '../store/store-queries.ts'
import type { AgentRun, StepOutcome } from './agent-run.ts'
import { authorize } from './authorize.ts'
import { openTools } from './open-tools.ts'
import { performCall } from './perform-call.ts'
import { readProgress, type Progress, type StepResult } from './progress.ts'
import { callsOf } from './tool-call.ts'

/** Thrown by the gate; no tool gets the call, and no further one is made (checklist A18). */
class Refused extends Error {}

/**
 * Runs a plan for one mail, step by step, each as a call of a tool. Every call is decided about first, all of them once more before the first
 * (checklist A7): a plan that may not run whole does not begin.
 * @throws RunStopped, and whatever Outlook or the services say
 */
export async function runPlan(
  ctx: Context,
  run: Run<'ai_agent_action'>,
  { plan, mail }: { plan: AgentPlan; mail: GraphMessage },
): Promise<RunEnding> {
  const calls = callsOf(plan, mail)
  const against = calls.map((call) => authorize(call, run.config, plan, mail)).find((verdict) => !verdict.allowed)
  if (against?.allowed === false) return refused([], against.why)
  const progress = readProgress(run.progress, run.configVersion)
  const agent = agentRun(ctx, run, { plan, mail, progress })
  let outcome: StepOutcome | null = null
  const tools = await openTools(async (call) => {
    const verdict = authorize(call, run.config, plan, mail)
    if (!verdict.allowed) throw new Refused(verdict.why)
    outcome = await performCall(agent, verdict)
  })
  try {
    const before = progress.done.length
    for (const [at, call] of calls.entries()) {
      // What a file says is not kept with a run: it is read again for the steps that are left.
      if (at < before && call.tool !== 'retrieve_file') continue
      await tools.call(call)
      const { result, end } = taken(outcome)
      progress.done[at] = result
      if (end) return { ...end, ...shown(progress.done) }
      agent.found.push(...result.found)
    }
    return ended(progress.done)
  } catch (error) {
    if (error instanceof Refused) return refused(progress.done, error.message)
    throw error
  } finally {
    await tools.close()
  }
}

function taken(outcome: StepOutcome | null): StepOutcome {
  if (!outcome) throw new Error('A tool has ended without an outcome')
  return outcome
}

function agentRun(
  ctx: Context,
  run: Run<'ai_agent_action'>,
  { plan, mail, progress }: { plan: AgentPlan; mail: GraphMessage; progress: Progress },
): AgentRun {
  let shownSteps = 0
  return {
    ctx,
    run,
    mail,
    plan,
    effectsBefore: () => shown(progress.done).effects,
    found: progress.done.flatMap(({ found }) => found),
    fileText: '',
    before: (also, contact) =>
      run.before({ ...progress, contact: contact ?? null } satisfies Progress, async (tx) => {
        // Once a step: storing shows its files itself.
        if (shownSteps < progress.done.length) await showEffects(tx, run.runId, shown(progress.done).effects)
        await also?.(tx)
        shownSteps = progress.done.length
      }),
  }
}

const ended = (done: readonly StepResult[]): RunEnding => {
  const { effects, note } = shown(done)
  return effects.length === 0
    ? { status: 'skipped', reason: 'nothing_to_do', effects, note }
    : { status: 'done', reason: 'done', effects, note }
}

const refused = (done: readonly StepResult[], why: string): RunEnding => ({
  status: 'failed',
  reason: 'plan_refused',
  effects: shown(done).effects,
  note: why,
})

function shown(done: readonly StepResult[]): Pick<RunEnding, 'effects' | 'note'> {
  const notes = [...new Set(done.flatMap((result) => result.notes))].join(' ')
  return { effects: done.flatMap(({ effects }) => effects), note: notes === '' ? null : notes.slice(0, 1000) }
}
