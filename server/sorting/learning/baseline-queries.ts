import type { Tx } from '../../db/database.ts'

/** The stored baseline of a mailbox; see `baseline.ts`. */
export interface Baseline {
  state: Buffer
  /** Messages in the inbox, up to `baselineMaxMessages`. */
  messageCount: number
  /** Hash of names and instructions of all folders. */
  foldersHash: string
  createdAt: Date
}

export async function storedBaseline(tx: Tx, mailboxId: string): Promise<Baseline | null> {
  const row = await tx
    .selectFrom('app.mailbox_models')
    .select(['baseline', 'baseline_messages', 'baseline_folders_hash', 'baseline_created_at'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (!row) return null
  const { baseline: state, baseline_messages: messageCount } = row
  const { baseline_folders_hash: foldersHash, baseline_created_at: createdAt } = row
  if (state === null || messageCount === null || foldersHash === null || createdAt === null) return null
  return { state, messageCount, foldersHash, createdAt }
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
