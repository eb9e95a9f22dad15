import type { Tx } from '../db/database.ts'

export interface CatchUpState {
  user_id: string
  delta_link: string | null
  caught_up_until: Date | null
}

/** Null where the mailbox is not sorted by itself: then nothing is looked for. */
export async function catchUpStateOf(tx: Tx, mailboxId: string): Promise<CatchUpState | null> {
  const found = await tx
    .selectFrom('app.mailbox_work as w')
    .innerJoin('mailboxes as m', 'm.id', 'w.mailbox_id')
    .select(['w.user_id', 'w.delta_link', 'w.caught_up_until'])
    .where('w.mailbox_id', '=', mailboxId)
    .where('m.real_time', '=', true)
    .where('m.status', '<>', 'reauth_required')
    .executeTakeFirst()
  return found ?? null
}

/** @param was a round that began before the switch was moved must not be stored over what the switch has set */
export async function noteCaughtUp(
  tx: Tx,
  mailboxId: string,
  was: CatchUpState,
  now: { deltaLink: string | null; until: Date },
): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ delta_link: now.deltaLink, caught_up_until: now.until })
    .where('mailbox_id', '=', mailboxId)
    .where('delta_link', 'is not distinct from', was.delta_link)
    .where('caught_up_until', 'is not distinct from', was.caught_up_until)
    .execute()
}
