import type { FileProvider } from '../../../contract/providers.ts'
import type { Run } from '../runner.ts'

export type StoreType = 'store_attachment_dropbox' | 'store_attachment_google_drive' | 'store_attachment_onedrive'
export type StoreRun = Run<StoreType>

/** The connection that an action's files go to. */
export const connectionOf = ({
  userId,
  config,
}: Pick<StoreRun, 'userId' | 'config'>): { userId: string; provider: FileProvider } => ({
  userId,
  provider: config.provider,
})

/** How far a run is stands in the ledger, file by file; this only says that it has begun. */
export const begun = { step: 'storing' } as const
