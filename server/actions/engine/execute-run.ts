import { z } from 'zod'
import { isUsableAction, type UsableActionType } from '../../../contract/actions.ts'
import type { Context } from '../../context.ts'
import { commitWithoutWaiting } from '../../db/asynchronous-commit.ts'
import { responsesTo } from '../../db/database.ts'
import { extendClaim, type MessageClaim } from './pending-message-queries.ts'
import { restoreStopReason, stopReason } from './run-preconditions.ts'
import { findNextRun, findRunPreconditions, saveProgress, type NextRun } from './action-run-queries.ts'
import { RunStopped } from '../runner/run-stopped.ts'
import type { ActionRunner, RunResult } from '../runner/action-runner.ts'
import { actionRunners, configSchemas, type ConfigSchema } from './action-runners.ts'

/** Executes a run with the runner of its type. @throws what the runner throws, see `ActionRunner` */
export async function executeRun(ctx: Context, claim: MessageClaim, run: NextRun): Promise<RunResult> {
  const { type } = run
  if (!isUsableAction(type)) return notSetUp
  return executeTyped(ctx, claim, run, actionRunners[type], configSchemas[type])
}

/** An action that was added but never configured is skipped, not failed. */
const notSetUp = { status: 'skipped', reason: 'not_set_up', effects: [], note: null } as const satisfies RunResult

/** The note holds messages of our own schema, which contain nothing of the configuration. */
function invalidConfigResult({ type, config }: NextRun, why: string | undefined): RunResult {
  if (type !== 'forward_mail') return { status: 'failed', reason: 'not_set_up', effects: [], note: why ?? null }
  const isEmpty = z
    .object({ destination_email: z.literal('') })
    .or(z.strictObject({}))
    .safeParse(config).success
  return { status: isEmpty ? 'skipped' : 'failed', reason: 'address_missing', effects: [], note: null }
}

/** As `ActiveRun.beforeRestore`, also of a run that has not started again. */
export const beforeRestore =
  (ctx: Pick<Context, 'db'>, claim: MessageClaim, { runId, userId, logId }: NextRun) =>
  (progress: object): Promise<void> =>
    ctx.db.asService(async (tx, sendLast) => {
      const [isHeld, now] = await responsesTo([extendClaim(tx, claim), findNextRun(tx, logId)])
      if (!isHeld || now?.runId !== runId) throw new RunStopped('claim_lost')
      const refusal = restoreStopReason(now.preconditions)
      if (refusal !== null) throw new RunStopped(refusal)
      await sendLast(() => [saveProgress(tx, { runId, userId, progress })])
    })

/** Validates the configuration again: what is stored may be older than the current rules. */
async function executeTyped<T extends UsableActionType>(
  ctx: Context,
  claim: MessageClaim,
  next: NextRun,
  runner: ActionRunner<T>,
  schema: ConfigSchema<T>,
): Promise<RunResult> {
  const config = schema.safeParse(next.config)
  const { runId, userId, mailboxId, logId, messageId, folderActionId, progress, preconditions, isRequested } = next
  if (!config.success) return invalidConfigResult(next, config.error.issues[0]?.message)
  if (folderActionId === null) return notSetUp
  const configVersion = preconditions.version
  const target = { userId, mailboxId, logId, messageId, folderActionId, configVersion, isRequested }
  return runner.run(ctx, {
    ...target,
    config: config.data,
    runId,
    progress,
    beforeRestore: beforeRestore(ctx, claim, next),
    async extendClaim() {
      const [isHeld] = await ctx.db.asService((tx, sendLast) =>
        sendLast(() => [extendClaim(tx, claim), commitWithoutWaiting(tx)]),
      )
      if (!isHeld) throw new RunStopped('claim_lost')
    },
    beforeEffect: (newProgress, inTransaction) =>
      ctx.db.asService(async (tx, sendLast) => {
        const [isHeld, now] = await responsesTo([extendClaim(tx, claim), findRunPreconditions(tx, runId)])
        if (!isHeld || !now) throw new RunStopped('claim_lost')
        const stop = stopReason({ ...now, version: preconditions.version })
        if (stop !== null) throw new RunStopped(stop)
        const save = (): Promise<void> => saveProgress(tx, { runId, userId, progress: newProgress })
        if (inTransaction) await responsesTo([save(), inTransaction(tx)])
        else await sendLast(() => [save()])
      }),
  })
}
