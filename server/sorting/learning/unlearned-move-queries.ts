import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** A move by hand of which nothing was learned, since many came at once. */
export interface UnlearnedMove {
  messageId: string
  receivedAt: Date | null
  /** Where the message was moved to; null: the inbox. */
  folderId: string | null
}

/**
 * Leaves out moves into folders that were deleted meanwhile.
 * @returns the places that the messages were moved to; null: the inbox
 */
export async function insertUnlearnedMoves(
  tx: Tx,
  mailbox: { id: string; userId: string },
  moves: readonly UnlearnedMove[],
  now: Date,
): Promise<Set<string | null>> {
  const messageIds = moves.map(({ messageId }) => messageId)
  const folderIds = moves.map(({ folderId }) => folderId)
  const receivedAt = moves.map(({ receivedAt }) => receivedAt)
  const { rows } = await sql<{ folder_id: string | null }>`
    insert into app.unlearned_moves (mailbox_id, message_id, user_id, folder_id, received_at, found_at)
    select ${mailbox.id}::uuid, m.message_id, ${mailbox.userId}::uuid, m.folder_id, m.received_at, ${now}
    from unnest(${messageIds}::text[], ${folderIds}::uuid[], ${receivedAt}::timestamptz[])
      as m (message_id, folder_id, received_at)
    where m.folder_id is null or exists (select from public.email_folders f where f.id = m.folder_id)
    on conflict (mailbox_id, message_id) do update set folder_id = excluded.folder_id,
      received_at = excluded.received_at, found_at = excluded.found_at, is_dismissed = false
    returning folder_id`.execute(tx)
  return new Set(rows.map(({ folder_id }) => folder_id))
}

/** @returns whether there were any */
export async function deleteUnlearnedMoves(tx: Tx, mailboxId: string, messageIds: readonly string[]): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('app.unlearned_moves')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', 'in', messageIds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Number of moves to each place about which the user has not decided; the inbox first. */
export async function countUnlearnedMoves(
  tx: Tx,
  mailboxId: string,
): Promise<{ folderId: string | null; count: number }[]> {
  return tx
    .selectFrom('app.unlearned_moves')
    .select((eb) => ['folder_id as folderId', eb.fn.countAll<number>().as('count')])
    .where('mailbox_id', '=', mailboxId)
    .where('is_dismissed', '=', false)
    .groupBy('folder_id')
    .orderBy(sql`folder_id nulls first`)
    .execute()
}

interface Place {
  mailboxId: string
  folderId: string | null
}

/**
 * Turns the newest moves to a place about which the user has not decided into training examples, oldest first.
 * @returns their number
 */
export async function insertExamplesOfMoves(tx: Tx, { mailboxId, folderId }: Place, limit: number): Promise<number> {
  const { rows } = await sql`
    with newest as (
      select message_id from app.unlearned_moves
      where mailbox_id = ${mailboxId}::uuid and folder_id is not distinct from ${folderId}::uuid and not is_dismissed
      order by received_at desc nulls last, message_id limit ${limit}),
    taught as (
      delete from app.unlearned_moves u using newest n
      where u.mailbox_id = ${mailboxId}::uuid and u.message_id = n.message_id returning u.*)
    insert into app.training_examples (mailbox_id, message_id, user_id, folder_id)
    select mailbox_id, message_id, user_id, folder_id from taught order by received_at nulls first, message_id
    returning 1`.execute(tx)
  return rows.length
}

export async function markMovesDismissed(tx: Tx, { mailboxId, folderId }: Place): Promise<void> {
  await sql`
    update app.unlearned_moves set is_dismissed = true
    where mailbox_id = ${mailboxId}::uuid and folder_id is not distinct from ${folderId}::uuid
      and not is_dismissed`.execute(tx)
}

/**
 * Of these filed messages, those that belong to moves of which nothing was learned. A check sees messages of a limited
 * age: older ones in the same folder may have come with them.
 * @param lookbackMs age of the oldest messages that a check sees
 */
export async function findUnlearned(
  tx: Tx,
  mailboxId: string,
  filed: readonly { messageId: string; folderId: string | null; receivedAt: Date }[],
  lookbackMs: number,
): Promise<Set<string>> {
  const messageIds = filed.map(({ messageId }) => messageId)
  const folderIds = filed.map(({ folderId }) => folderId)
  const receivedAt = filed.map(({ receivedAt }) => receivedAt)
  const { rows } = await sql<{ message_id: string }>`
    select c.message_id
    from unnest(${messageIds}::text[], ${folderIds}::uuid[], ${receivedAt}::timestamptz[])
      as c (message_id, folder_id, received_at)
    where exists (
        select from app.unlearned_moves u where u.mailbox_id = ${mailboxId}::uuid and u.message_id = c.message_id)
      or exists (
        select from app.unlearned_moves u where u.mailbox_id = ${mailboxId}::uuid and u.folder_id = c.folder_id
          and u.found_at - ${lookbackMs} * interval '1 millisecond' > c.received_at)`.execute(tx)
  return new Set(rows.map(({ message_id }) => message_id))
}

/**
 * Whether more than `limit` messages return to the inbox by hand at about the same time: those that wait to be
 * processed, and those that were recorded since `since`. Events of messages that are no longer in the inbox count as
 * well: on this doubt nothing is learned.
 */
export async function areManyReturning(
  tx: Tx,
  mailboxId: string,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from app.unlearned_moves
      where mailbox_id = ${mailboxId}::uuid and folder_id is null and found_at > ${since})
    union all
    (select 1 from app.corrections
      where mailbox_id = ${mailboxId}::uuid and folder_id is null and learned_by = 'outlook' and created_at > ${since})
    union all
    (select 1 from app.inbox_events e
      join public.email_processing_logs l on l.mailbox_id = e.mailbox_id and l.message_id = e.message_id
      where e.mailbox_id = ${mailboxId}::uuid and e.due_at <= ${now}
        and l.status = 'processed' and l.moved_at is not null
        and not exists (select from app.requested_moves r where r.log_id = l.id))
    union all
    (select 1 from app.inbox_events e
      cross join lateral (
        select folder_id, was_in_folder from app.training_examples t
        where t.mailbox_id = e.mailbox_id and t.message_id = e.message_id order by t.seq desc limit 1) t
      where e.mailbox_id = ${mailboxId}::uuid and e.due_at <= ${now} and t.was_in_folder and t.folder_id is not null
        and not exists (
          select from public.email_processing_logs l
          where l.mailbox_id = e.mailbox_id and l.message_id = e.message_id))
    limit ${limit + 1}`.execute(tx)
  return rows.length > limit
}
