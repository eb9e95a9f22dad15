import type { Tx } from '../../db/database.ts'
import { announceSlots } from './slots/slot-queries.ts'
import type { Pause } from '../../outages/back-off.ts'

/** Locks the mailbox's schedule of calls until the transaction ends. */
export async function lockMailboxPause(tx: Tx, mailboxId: string): Promise<Pause | null> {
  const columns = ['consecutive_failures', 'paused_until', 'probe_claimed_until'] as const
  const found = tx.selectFrom('app.mailbox_sync_states').select(columns)
  return (await found.where('mailbox_id', '=', mailboxId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** No node calls this mailbox before `paused_until`, nor do calls that wait. */
export async function saveMailboxPause(tx: Tx, mailboxId: string, change: Partial<Pause>): Promise<void> {
  await tx.updateTable('app.mailbox_sync_states').set(change).where('mailbox_id', '=', mailboxId).execute()
  await announceSlots(tx, mailboxId, null)
}
