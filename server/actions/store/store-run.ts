import type { Effect } from '../../../contract/action-runs.ts'
import type { FileProvider } from '../../../contract/providers.ts'
import { requireConnection } from '../../connections/require-connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Run, RunAbout } from '../runner.ts'

export type StoreType = 'store_attachment_dropbox' | 'store_attachment_google_drive' | 'store_attachment_onedrive'

/** What storing has to know of an action: one that stores, or a step of an agent's plan. */
export interface StoringAbout
  extends Pick<RunAbout<StoreType>, 'userId' | 'mailboxId' | 'messageId' | 'folderActionId'> {
  config: { provider: FileProvider; baseFolderPath: string; preserveOriginalNames: boolean }
}

export interface StoringRun extends StoringAbout, Pick<Run<StoreType>, 'runId' | 'before'> {
  /** Of the plan, from 0: each has its own rows in the ledger. */
  step: number
  /** What the history shows of the steps before. */
  shownBefore: readonly Effect[]
}

/** The connection that files go to. */
export const connectionOf = ({
  userId,
  config,
}: Pick<StoringAbout, 'userId' | 'config'>): { userId: string; provider: FileProvider } => ({
  userId,
  provider: config.provider,
})

/** How far a run is stands in the ledger, file by file; this only says that it has begun. */
const begun = { step: 'storing' } as const

/** As `run.before`, for the account that the files go to: it also holds that the person is still connected to it. */
export const beforeStoring = (
  run: StoringRun,
  accountId: string,
  also: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> =>
  run.before(begun, async (tx) => {
    await requireConnection(tx, connectionOf(run), accountId)
    await also(tx)
  })
