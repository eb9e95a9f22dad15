import { z } from 'zod'
import { isUsableAction, type UsableActionType } from '../../contract/actions.ts'
import type { Context } from '../context.ts'
import { extendClaim, type Claim } from './claim-queries.ts'
import { stopFor } from './rights.ts'
import { rightsOf, saveProgress, type NextRun } from './run-queries.ts'
import { RunStopped } from './run-stopped.ts'
import type { ActionRunner, RunEnding } from './runner.ts'
import { runners, schemas, type ConfigSchema } from './runners.ts'

/** Hands a run to the runner of its type. @throws whatever the runner throws, see `ActionRunner` */
export async function startRun(ctx: Context, claim: Claim, run: NextRun): Promise<RunEnding> {
  const { type } = run
  if (!isUsableAction(type)) return neverSetUp
  return runAs(ctx, claim, run, runners[type], schemas[type])
}

/** What was only added is no failure: nobody has asked for anything yet. */
const neverSetUp = { status: 'skipped', reason: 'not_set_up', effects: [], note: null } as const satisfies RunEnding

/** Why a stored configuration is none: the messages are our own, and hold nothing of it. */
function refused({ type, config }: NextRun, why: string | undefined): RunEnding {
  if (type !== 'forward_mail') return { status: 'failed', reason: 'not_set_up', effects: [], note: why ?? null }
  const isEmpty = z
    .object({ destination_email: z.literal('') })
    .or(z.strictObject({}))
    .safeParse(config).success
  return { status: isEmpty ? 'skipped' : 'failed', reason: 'address_missing', effects: [], note: null }
}

/** The configuration is checked again when it runs: what is stored may be older than the rules (decision T2). */
async function runAs<T extends UsableActionType>(
  ctx: Context,
  claim: Claim,
  next: NextRun,
  runner: ActionRunner<T>,
  schema: ConfigSchema<T>,
): Promise<RunEnding> {
  const config = schema.safeParse(next.config)
  const { runId, userId, mailboxId, logId, messageId, folderActionId, progress, rights } = next
  if (!config.success) return refused(next, config.error.issues[0]?.message)
  if (folderActionId === null) return neverSetUp
  const about = { userId, mailboxId, logId, messageId, folderActionId, configVersion: rights.version }
  return runner.run(ctx, {
    ...about,
    config: config.data,
    runId,
    progress,
    hold: () =>
      ctx.db.asService(async (tx) => {
        if (!(await extendClaim(tx, claim))) throw new RunStopped('lost')
      }),
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
