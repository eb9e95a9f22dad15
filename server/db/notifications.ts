import type { Tx } from './database.ts'
import type { NotificationsRow } from './rows.ts'
import { tellPages } from './live.ts'

export type NotificationKind = NotificationsRow['kind']

interface Ring {
  userId: string
  kind: NotificationKind
  /** What it is about: the same kind and key stand in the list once, and ring again when it happens again. */
  key: string
  mailboxId?: string
  /** How many mails it speaks of, or per cent of the limit. */
  count?: number
  now: Date
}

/** Rings the person's bell, with the transaction that made it true; open pages hear of it when it commits. */
export async function ringBell(tx: Tx, { userId, kind, key, mailboxId, count, now }: Ring): Promise<void> {
  const values = { mailbox_id: mailboxId ?? null, count: count ?? null, created_at: now, read_at: null }
  await tx
    .insertInto('notifications')
    .values({ user_id: userId, kind, key, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doUpdateSet(values))
    .execute()
  await tellPages(tx, userId, { type: 'notification' })
}
