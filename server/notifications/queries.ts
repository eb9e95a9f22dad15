import { sql } from 'kysely'
import { maxNotificationsShown } from '../../contract/limits.ts'
import type { Tx } from '../db/database.ts'
import { isOfDayInKey } from '../shared/failed-action-key.ts'

/** List requests within this time belong to one visit. */
const visitMergeMs = 60_000

/** Of a notification about moves of many emails at once: those about which the user has not decided. */
const unlearnedMoves = sql`app.unlearned_moves u
  where u.mailbox_id = n.mailbox_id and u.folder_id is not distinct from n.folder_id and not u.is_dismissed`

/** False once the user has decided about all emails that the notification asks about. */
const isOpen = sql<boolean>`(n.kind <> 'mass_move' or exists (select from ${unlearnedMoves}))`

/** Of a notification about the limit of a month: the emails that are used by now, and that limit. */
const usageOfMonth = sql<{ used: number; limit: number } | null>`
  (select json_build_object('used', u.emails_processed, 'limit', total)
   from public.usage u, app.email_limit_total(n.user_id) as total
   where n.kind in ('limit_near', 'limit_reached') and total is not null
     and u.user_id = n.user_id and to_char(u.month, 'YYYY-MM') = left(n.key, 7))`

/** Newest first, each with its mailbox. */
export function newestNotifications(tx: Tx, userId: string) {
  return tx
    .selectFrom('notifications as n')
    .leftJoin('mailboxes as m', 'm.id', 'n.mailbox_id')
    .leftJoin('email_folders as f', 'f.id', 'n.folder_id')
    .select([
      'n.id',
      'n.kind',
      sql<number | null>`
        case when n.kind = 'mass_move' then (select count(*)::int from ${unlearnedMoves}) else n.count end`.as('count'),
      usageOfMonth.as('usage'),
      'n.read_at',
      'n.created_at',
      'n.mailbox_id',
      'n.provider',
      'n.address',
      'n.destination',
      'm.name',
      'm.email_address',
      'f.display_name as folder',
    ])
    .where('n.user_id', '=', userId)
    .where(isOpen)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id')
    .limit(maxNotificationsShown)
    .execute()
}

/**
 * The latest failed run of each notification about failed actions, and how many other runs of its mailbox and day (its
 * key) are failed. Retried runs that succeeded are no longer among them.
 */
export function latestFailures(tx: Tx, notificationIds: string[]) {
  return tx
    .selectFrom('notifications as n')
    .innerJoin('email_action_runs as r', (join) =>
      join.onRef('r.user_id', '=', 'n.user_id').onRef('r.mailbox_id', '=', 'n.mailbox_id'),
    )
    .innerJoin('email_processing_logs as l', 'l.id', 'r.log_id')
    .innerJoin('email_actions as a', 'a.action_type', 'r.action_type')
    .distinctOn('n.id')
    .select([
      'n.id as notificationId',
      'l.subject',
      'a.name as action',
      'r.reason',
      sql<number>`count(*) over (partition by n.id)::int - 1`.as('others'),
    ])
    .where('n.id', 'in', notificationIds)
    .where('r.status', '=', 'failed')
    .where(isOfDayInKey)
    .orderBy('n.id')
    .orderBy('r.ended_at', 'desc')
    .orderBy('r.id')
    .execute()
}

export async function countUnread(tx: Tx, userId: string): Promise<number> {
  const counted = tx
    .selectFrom('notifications as n')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('n.user_id', '=', userId)
    .where('n.read_at', 'is', null)
    .where(isOpen)
  return (await counted.executeTakeFirstOrThrow()).unread
}

/** Ids of other users' notifications have no effect. @returns whether any was unread */
export async function markRead(tx: Tx, userId: string, which: 'all' | string[], now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(which !== 'all', (query) => query.where('id', 'in', which === 'all' ? [] : which))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records the user's visit. The row lock makes sure that only one of two concurrent requests sees the absence. A
 * request within `visitMergeMs` of the last visit writes nothing.
 * @returns the time of the previous visit, null where this is the first
 */
export async function recordVisit(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  const seen = tx.selectFrom('app.visits').select('last_seen_at').where('user_id', '=', userId)
  const before = (await seen.executeTakeFirst())?.last_seen_at
  if (before && now.getTime() - before.getTime() < visitMergeMs) return before
  const last = (await seen.forUpdate().executeTakeFirst())?.last_seen_at
  if (last) {
    await tx.updateTable('app.visits').set({ last_seen_at: now }).where('user_id', '=', userId).execute()
    return last
  }
  const first = { user_id: userId, last_seen_at: now }
  await tx
    .insertInto('app.visits')
    .values(first)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  return null
}

/** Number of emails sorted into a folder since `since`. */
export async function countSortedSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const counted = tx
    .selectFrom('email_processing_logs')
    .select((eb) => eb.fn.countAll<number>().as('mails'))
    .where('user_id', '=', userId)
    .where('status', '=', 'processed')
    .where('reason', '<>', 'assigned')
    .where('processed_at', '>', since)
  return (await counted.executeTakeFirstOrThrow()).mails
}

/** The count of the unread notification about an earlier absence; 0 where there is none. */
export async function unreadSortedCount(tx: Tx, userId: string, key: string): Promise<number> {
  const found = await tx
    .selectFrom('notifications')
    .select('count')
    .where('user_id', '=', userId)
    .where('kind', '=', 'sorted_while_away')
    .where('key', '=', key)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return found?.count ?? 0
}
