import type { Tx } from '../../db/database.ts'
import { hasFolderChangesSince } from '../../mail/folders/folder-queries.ts'

/** The stored baseline of a mailbox; see `baseline.ts`. */
export interface Baseline {
  state: Buffer
  /** Messages in the inbox, up to `baselineMaxMessages`. */
  messageCount: number
  /** Hash of names and instructions of all folders. */
  foldersHash: string
  createdAt: Date
}

export interface StoredBaseline extends Baseline {
  /** A folder was added, or its instructions were changed, even if they now are as they were. */
  hasChangedFolders: boolean
}

export async function storedBaseline(tx: Tx, mailboxId: string): Promise<StoredBaseline | null> {
  const row = await tx
    .selectFrom('app.mailbox_models as m')
    .select(['baseline', 'baseline_messages', 'baseline_folders_hash', 'baseline_created_at'])
    .select(hasFolderChangesSince('m.mailbox_id', 'm.baseline_created_at').as('hasChangedFolders'))
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (!row) return null
  const { baseline: state, baseline_messages: messageCount } = row
  const { baseline_folders_hash: foldersHash, baseline_created_at: createdAt } = row
  if (state === null || messageCount === null || foldersHash === null || createdAt === null) return null
  return { state, messageCount, foldersHash, createdAt, hasChangedFolders: row.hasChangedFolders }
}

/** Must run in the transaction that stores the model trained on this baseline. */
export async function saveBaseline(tx: Tx, mailboxId: string, baseline: Baseline): Promise<void> {
  const { state, messageCount, foldersHash, createdAt } = baseline
  await tx
    .updateTable('app.mailbox_models')
    .set({ baseline: state, baseline_messages: messageCount })
    .set({ baseline_folders_hash: foldersHash, baseline_created_at: createdAt })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
