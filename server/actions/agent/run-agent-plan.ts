import { joinMessages } from '../../../contract/compose-text.ts'
import type { Context } from '../../context.ts'
import { runNoteMaxLength } from '../limits.ts'
import type { AgentPlan } from '../../prompts/plan-schema.ts'
import type { GraphMessage } from '../../vendors/graph.ts'
import type { ActiveRun, RunResult } from '../action-runner.ts'
import { metadataOf } from '../message-metadata.ts'
import { saveVisibleEffects } from '../store-attachments/stored-attachment-queries.ts'
import type { AgentRun, StepOutcome } from './agent-run.ts'
import { authorizeToolCall } from './authorize-tool-call.ts'
import { openMcpTools } from './mcp-tools.ts'
import { performToolCall } from './perform-tool-call.ts'
import { parseAgentProgress, type AgentProgress, type StepResult } from './agent-progress.ts'
import { callsOf } from './tool-call.ts'

/** Thrown when a call is not authorized. It ends the run: no tool gets the call and no model gets another attempt. */
class ToolCallRefused extends Error {}

/**
 * Executes a plan for one message, step by step, each as a tool call. All calls are authorized before the first one,
 * so that a plan that is partly forbidden does not start, and each once more directly before it is made.
 * @throws RunStopped, and what Outlook or the services throw
 */
export async function runAgentPlan(
  ctx: Context,
  run: ActiveRun<'ai_agent_action'>,
  { plan, message }: { plan: AgentPlan; message: GraphMessage },
): Promise<RunResult> {
  const metadata = await metadataOf(ctx, run.userId, message)
  const calls = callsOf(plan, metadata)
  const refused = calls
    .map((call) => authorizeToolCall(call, run.config, plan, metadata))
    .find((verdict) => !verdict.allowed)
  if (refused?.allowed === false) return refusedResult([], refused.why)
  const progress = parseAgentProgress(run.progress, run.configVersion)
  const agent = createAgentRun(ctx, run, { plan, message, progress })
  let outcome: StepOutcome | null = null
  const tools = await openMcpTools(async (call) => {
    const verdict = authorizeToolCall(call, run.config, plan, metadata)
    if (!verdict.allowed) throw new ToolCallRefused(verdict.why)
    outcome = await performToolCall(agent, verdict)
  })
  try {
    const finishedSteps = progress.done.length
    for (const [index, call] of calls.entries()) {
      // File text is not stored with the run, so it is read again for the remaining steps.
      if (index < finishedSteps && call.tool !== 'retrieve_file') continue
      await tools.call(call)
      const { result, end } = requireOutcome(outcome)
      progress.done[index] = result
      if (end) return { ...end, ...summarizeSteps(progress.done) }
      agent.found.push(...result.found)
    }
    return finishedResult(progress.done)
  } catch (error) {
    if (error instanceof ToolCallRefused) return refusedResult(progress.done, error.message)
    throw error
  } finally {
    await tools.close()
  }
}

function requireOutcome(outcome: StepOutcome | null): StepOutcome {
  if (!outcome) throw new Error('A tool has ended without an outcome')
  return outcome
}

function createAgentRun(
  ctx: Context,
  run: ActiveRun<'ai_agent_action'>,
  { plan, message, progress }: { plan: AgentPlan; message: GraphMessage; progress: AgentProgress },
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

const refusedResult = (done: readonly StepResult[], why: string): RunResult => ({
  status: 'failed',
  reason: 'plan_refused',
  effects: summarizeSteps(done).effects,
  note: why,
})

function summarizeSteps(done: readonly StepResult[]): Pick<RunResult, 'effects' | 'note'> {
  const notes = joinMessages([...new Set(done.flatMap((result) => result.notes))], ' ')
  return {
    effects: done.flatMap(({ effects }) => effects),
    note: notes === '' ? null : notes.slice(0, runNoteMaxLength),
  }
}
