import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isNodeDead } from '../../db/presence.ts'
import { callable } from '../access/callable-mailbox-queries.ts'

/** Mailboxes that are sorted in real time, and for whose new email no node waits. */
export async function dueForWatch(tx: Tx, now: Date): Promise<string[]> {
  const rows = await callable(tx, now)
    .innerJoin('app.imap_accounts as a', 'a.mailbox_id', 'm.id')
    .leftJoin('app.imap_connections as c', 'c.mailbox_id', 'm.id')
    .where('m.real_time', '=', true)
    .where(sql<boolean>`(c.watch_node is null or c.watch_until <= now() or ${isNodeDead(sql.ref('c.watch_node'))})`)
    .execute()
  return rows.map(({ id }) => id)
}

export async function isWatchWanted(tx: Tx, mailboxId: string): Promise<boolean> {
  const found = tx.selectFrom('mailboxes').select('id').where('id', '=', mailboxId).where('real_time', '=', true)
  return (await found.where('status', '<>', 'reauth_required').executeTakeFirst()) !== undefined
}
