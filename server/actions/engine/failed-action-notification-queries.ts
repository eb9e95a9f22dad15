import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isOfDayInKey } from '../../shared/failed-action-key.ts'
import { publishLiveEvent } from '../../db/live-events.ts'

/**
 * Marks a notification about failed actions as read once no run of its mailbox and day (its key) is failed any more,
 * because all of them were retried successfully. It stays in the list.
 */
export async function resolveFailedActionNotifications(
  tx: Tx,
  at: { userId: string; mailboxId: string; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications as n')
    .set({ read_at: at.now })
    .where('n.user_id', '=', at.userId)
    .where('n.kind', '=', 'action_failed')
    .where('n.mailbox_id', '=', at.mailboxId)
    .where('n.read_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from public.email_action_runs r
        where r.mailbox_id = n.mailbox_id and r.status = 'failed' and ${isOfDayInKey})`,
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await publishLiveEvent(tx, at.userId, { type: 'notification' })
}
