import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface CatchUpState {
  user_id: string
  delta_link: string | null
  caught_up_until: Date | null
}

/** @returns null where real-time sorting is off or the mailbox needs a new sign-in */
export async function findCatchUpState(tx: Tx, mailboxId: string): Promise<CatchUpState | null> {
  const found = await tx
    .selectFrom('app.mailbox_sync_states as w')
    .innerJoin('mailboxes as m', 'm.id', 'w.mailbox_id')
    .select(['w.user_id', 'w.delta_link', 'w.caught_up_until'])
    .where('w.mailbox_id', '=', mailboxId)
    .where('m.real_time', '=', true)
    .where('m.status', '<>', 'reauth_required')
    .executeTakeFirst()
  return found ?? null
}

/**
 * The row is updated only if it still equals `previous`: real-time sorting may have been switched during the round.
 */
export async function savePosition(
  tx: Tx,
  mailboxId: string,
  previous: CatchUpState,
  next: { position: string | null; until: Date },
): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ delta_link: next.position, caught_up_until: next.until })
    .where('mailbox_id', '=', mailboxId)
    .where('delta_link', 'is not distinct from', previous.delta_link)
    .where('caught_up_until', 'is not distinct from', previous.caught_up_until)
    .execute()
}

/** Whether one of these messages is neither waiting nor in the processing log: nothing has announced it. */
export async function hasUnknownMessage(tx: Tx, mailboxId: string, messageIds: string[]): Promise<boolean> {
  if (messageIds.length === 0) return false
  const { rows } = await sql`
    select from unnest(${messageIds}::text[]) as m (id)
    where not exists (select from app.inbox_events e where e.mailbox_id = ${mailboxId}::uuid and e.message_id = m.id)
      and not exists (select from public.email_processing_logs l
        where l.mailbox_id = ${mailboxId}::uuid and l.message_id = m.id)
    limit 1`.execute(tx)
  return rows.length > 0
}
