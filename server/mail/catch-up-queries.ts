import type { Tx } from '../db/database.ts'

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
export async function saveDeltaLink(
  tx: Tx,
  mailboxId: string,
  previous: CatchUpState,
  next: { deltaLink: string | null; until: Date },
): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ delta_link: next.deltaLink, caught_up_until: next.until })
    .where('mailbox_id', '=', mailboxId)
    .where('delta_link', 'is not distinct from', previous.delta_link)
    .where('caught_up_until', 'is not distinct from', previous.caught_up_until)
    .execute()
}
