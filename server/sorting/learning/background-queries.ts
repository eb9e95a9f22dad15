import type { Tx } from '../../db/database.ts'

/** What the inbox is like: see `background.ts`. */
export interface Background {
  state: Buffer
  /** How many mails lay there, up to the most that are read. */
  mails: number
  /** Hash of names and instructions of all folders. */
  folders: string
  madeAt: Date
}

/** Null where none was made yet. */
export async function backgroundOf(tx: Tx, mailboxId: string): Promise<Background | null> {
  const row = await tx
    .selectFrom('app.mailbox_models')
    .select(['background', 'background_mails', 'background_folders', 'background_made_at'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  if (!row) return null
  const { background: state, background_mails: mails, background_folders: folders, background_made_at: madeAt } = row
  if (state === null || mails === null || folders === null || madeAt === null) return null
  return { state, mails, folders, madeAt }
}

/** To be called in the transaction that stores the model which was learned from it. */
export async function keepBackground(tx: Tx, mailboxId: string, background: Background): Promise<void> {
  const { state, mails, folders, madeAt } = background
  await tx
    .updateTable('app.mailbox_models')
    .set({ background: state, background_mails: mails, background_folders: folders, background_made_at: madeAt })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}
