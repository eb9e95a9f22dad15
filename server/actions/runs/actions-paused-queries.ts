import type { Tx } from '../../db/database.ts'

/** @returns false if the mailbox does not exist or belongs to another user */
export async function setActionsPaused(
  tx: Tx,
  { userId, mailboxId }: { userId: string; mailboxId: string },
  paused: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mailboxes')
    .set({ actions_paused: paused })
    .where('id', '=', mailboxId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Null if the mailbox does not exist or belongs to another user. */
export async function areActionsPaused(
  tx: Tx,
  { userId, mailboxId }: { userId: string; mailboxId: string },
): Promise<boolean | null> {
  const found = tx.selectFrom('mailboxes').select('actions_paused').where('id', '=', mailboxId)
  return (await found.where('user_id', '=', userId).executeTakeFirst())?.actions_paused ?? null
}
