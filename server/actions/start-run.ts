import type { z } from 'zod'
import { actionConfigs, isUsableAction, type UsableActionType } from '../../contract/actions.ts'
import type { Context } from '../context.ts'
import { extendClaim, type Claim } from './claim-queries.ts'
import { stopFor } from './rights.ts'
import { rightsOf, saveProgress, type NextRun } from './run-queries.ts'
import { RunStopped } from './run-stopped.ts'
import type { Run, RunEnding } from './runner.ts'
import { runners } from './runners.ts'

/** Each type with the schema of its own configuration, in a form that a type variable can index. */
const schemas: { [T in UsableActionType]: z.ZodType<Run<T>['config']> } = actionConfigs

/** Hands a run to the runner of its type. @throws whatever the runner throws, see `ActionRunner` */
export async function startRun(ctx: Context, claim: Claim, run: NextRun): Promise<RunEnding> {
  const { type } = run
  if (!isUsableAction(type)) return { status: 'failed', reason: 'not_set_up', effects: [], note: null }
  return runAs(ctx, claim, run, type)
}

/** Checked again when it runs: what is stored may be older than the rules (decision T2). */
async function runAs<T extends UsableActionType>(
  ctx: Context,
  claim: Claim,
  next: NextRun,
  type: T,
): Promise<RunEnding> {
  const config = schemas[type].safeParse(next.config)
  const { runId, userId, mailboxId, logId, messageId, folderActionId, progress, rights } = next
  if (!config.success || folderActionId === null) {
    const reason = type === 'forward_mail' ? 'address_missing' : 'not_set_up'
    return { status: 'failed', reason, effects: [], note: null }
  }
  const runner = runners[type]
  if (!runner) throw new Error(`There is no runner for ${type} yet`)
  const about = { userId, mailboxId, logId, messageId, folderActionId, configVersion: rights.version }
  return runner.run(ctx, {
    ...about,
    config: config.data,
    runId,
    progress,
    before: (done, also) =>
      ctx.db.asService(async (tx) => {
        if (!(await extendClaim(tx, claim))) throw new RunStopped('lost')
        const now = await rightsOf(tx, runId)
        if (!now) throw new RunStopped('lost')
        const stop = stopFor({ ...now, version: rights.version })
        if (stop !== null) throw new RunStopped(stop)
        await saveProgress(tx, { runId, userId, progress: done })
        await also?.(tx)
      }),
  })
}
