import { joinMessages } from '../../../contract/compose-text.ts'
import type { Context } from '../../context.ts'
import { runNoteMaxLength } from '../limits.ts'
import type { AgentPlan } from '../../prompts/plan-schema.ts'
import type { Message } from '../../vendors/mailbox/message.ts'
import type { ActiveRun, RunResult } from '../runner/action-runner.ts'
import { metadataOf } from '../runner/message-metadata.ts'
import { saveVisibleEffects } from '../store-attachments/stored-attachment-queries.ts'
import type { AgentRun } from './agent-run.ts'
import { authorizeToolCall, type AuthorizedCall } from './authorize-tool-call.ts'
import { performToolCall } from './perform-tool-call.ts'
import { parseAgentProgress, type AgentProgress, type StepResult } from './agent-progress.ts'
import { callsOf } from './tool-call.ts'

/**
 * Executes a plan for one message, step by step, each as a tool call. All calls are authorized before the first one,
 * so that a plan that is partly forbidden does not start.
 * @throws RunStopped, and what the mailbox or the services throw
 */
export async function runAgentPlan(
  ctx: Context,
  run: ActiveRun<'ai_agent_action'>,
  { plan, message }: { plan: AgentPlan; message: Message },
): Promise<RunResult> {
  const metadata = await metadataOf(ctx, run.userId, message)
  const authorized: AuthorizedCall[] = []
  for (const call of callsOf(plan, metadata)) {
    const verdict = authorizeToolCall(call, run.config, plan, metadata)
    if (!verdict.allowed) return { status: 'failed', reason: 'plan_refused', effects: [], note: verdict.why }
    authorized.push(verdict)
  }
  const progress = parseAgentProgress(run.progress, run.configVersion)
  const agent = createAgentRun(ctx, run, { plan, message, progress })
  const finishedSteps = progress.done.length
  for (const [index, each] of authorized.entries()) {
    // File text is not stored with the run, so it is read again for the remaining steps.
    if (index < finishedSteps && each.call.tool !== 'retrieve_file') continue
    const { result, end } = await performToolCall(agent, each)
    progress.done[index] = result
    if (end) return { ...end, ...summarizeSteps(progress.done) }
    agent.found.push(...result.found)
  }
  return finishedResult(progress.done)
}

function createAgentRun(
  ctx: Context,
  run: ActiveRun<'ai_agent_action'>,
  { plan, message, progress }: { plan: AgentPlan; message: Message; progress: AgentProgress },
): AgentRun {
  let savedSteps = 0
  return {
    ctx,
    run,
    message,
    plan,
    effectsBefore: () => summarizeSteps(progress.done).effects,
    found: progress.done.flatMap(({ found }) => found),
    fileText: '',
    beforeEffect: (inTransaction, contact) =>
      run.beforeEffect({ ...progress, contact: contact ?? null } satisfies AgentProgress, async (tx) => {
        // Once per step: storing saves the effects of its own files.
        if (savedSteps < progress.done.length)
          await saveVisibleEffects(tx, run.runId, summarizeSteps(progress.done).effects)
        await inTransaction?.(tx)
        savedSteps = progress.done.length
      }),
  }
}

const finishedResult = (done: readonly StepResult[]): RunResult => {
  const { effects, note } = summarizeSteps(done)
  return effects.length === 0
    ? { status: 'skipped', reason: 'nothing_to_do', effects, note }
    : { status: 'done', reason: 'done', effects, note }
}

function summarizeSteps(done: readonly StepResult[]): Pick<RunResult, 'effects' | 'note'> {
  const notes = joinMessages([...new Set(done.flatMap((result) => result.notes))], ' ')
  return {
    effects: done.flatMap(({ effects }) => effects),
    note: notes === '' ? null : notes.slice(0, runNoteMaxLength),
  }
}
