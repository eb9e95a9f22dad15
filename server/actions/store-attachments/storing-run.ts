import type { Effect } from '../../../contract/action-runs.ts'
import type { StoreActionType } from '../../../contract/actions.ts'
import type { FileProvider } from '../../../contract/providers.ts'
import { requireConnection } from '../../connections/require-connection.ts'
import type { Tx } from '../../db/database.ts'
import type { ActiveRun, ActionTarget } from '../runner/action-runner.ts'

/** What storing needs of an action: a storing action, or a step of an agent's plan. */
export interface StoringTarget
  extends Pick<ActionTarget<StoreActionType>, 'userId' | 'mailboxId' | 'messageId' | 'folderActionId'> {
  config: { provider: FileProvider; baseFolderPath: string; preserveOriginalNames: boolean }
}

export interface StoringRun extends StoringTarget, Pick<ActiveRun<StoreActionType>, 'runId' | 'beforeEffect'> {
  /** Index of the plan's step, starting at 0; each step has its own rows. */
  step: number
  /** Effects of the earlier steps. */
  earlierEffects: readonly Effect[]
}

/** The connection that files are uploaded to. */
export const connectionOf = ({
  userId,
  config,
}: Pick<StoringTarget, 'userId' | 'config'>): { userId: string; provider: FileProvider } => ({
  userId,
  provider: config.provider,
})

/** The progress is stored per file in `app.stored_attachments`; this only records that storing has started. */
const storingProgress = { step: 'storing' } as const

/** As `run.beforeEffect`; also requires that the user is still connected to this account. */
export const beforeStoring = (
  run: StoringRun,
  accountId: string,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> =>
  run.beforeEffect(storingProgress, async (tx) => {
    await requireConnection(tx, connectionOf(run), accountId)
    await also(tx)
  })
