import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

const watchedMaxFolders = 300

/** A folder that is checked for moves by hand. */
export interface WatchedFolder {
  folderId: string
  /** The provider's id of the folder. */
  providerFolderId: string
  /** Null before the first check: the messages that it finds were not moved there now. */
  position: string | null
  checkedAt: Date | null
}

/** Least recently checked first; none where the mailbox is not sorted in real time. */
export async function watchedFolders(tx: Tx, mailboxId: string): Promise<WatchedFolder[]> {
  const rows = await tx
    .selectFrom('email_folders as f')
    .innerJoin('mailboxes as m', 'm.id', 'f.mailbox_id')
    .leftJoin('app.folder_delta_links as d', (join) =>
      join.onRef('d.folder_id', '=', 'f.id').onRef('d.provider_folder_id', '=', 'f.provider_folder_id'),
    )
    .select(['f.id as folderId', 'd.delta_link as position', 'd.checked_at as checkedAt'])
    .select((eb) => eb.ref('f.provider_folder_id').$notNull().as('providerFolderId'))
    .where('f.mailbox_id', '=', mailboxId)
    .where('f.provider_folder_id', 'is not', null)
    .where('m.real_time', '=', true)
    .where('m.status', '=', 'active')
    .orderBy(sql`d.checked_at nulls first`)
    .orderBy('f.id')
    .limit(watchedMaxFolders)
    .execute()
  return rows
}

/** Writes nothing where the folder was deleted meanwhile. */
export async function saveFolderPosition(
  tx: Tx,
  at: { folderId: string; providerFolderId: string; position: string; checkedAt: Date },
): Promise<void> {
  await sql`
    insert into app.folder_delta_links (folder_id, user_id, mailbox_id, provider_folder_id, delta_link, checked_at)
    select f.id, f.user_id, f.mailbox_id, ${at.providerFolderId}, ${at.position}, ${at.checkedAt}
    from public.email_folders f where f.id = ${at.folderId}::uuid
    on conflict (folder_id) do update set provider_folder_id = excluded.provider_folder_id,
      delta_link = excluded.delta_link, checked_at = excluded.checked_at`.execute(tx)
}

export async function recordFoldersChecked(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  await tx
    .updateTable('app.mailbox_sync_states')
    .set({ moves_checked_at: now })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/** What the processing log and the training examples say about where a message was. */
export interface KnownLocation {
  logId: string | null
  status: string | null
  reason: string | null
  /** A decision was made, so the message was seen in the inbox. */
  isDecided: boolean
  /** Id of a row in `email_folders`. */
  targetFolderId: string | null
  /** We or the user moved it into the target folder. */
  isMoved: boolean
  /** It was only tagged. */
  staysInInbox: boolean
  /** The user has requested a move that is not completed yet. */
  hasRequestedMove: boolean
  /** The folder where it was when the classifier learned from it, or when nothing was learned from its move. */
  learnedFolderId: string | null
}

export async function knownLocations(
  tx: Tx,
  mailboxId: string,
  messageIds: string[],
): Promise<Map<string, KnownLocation>> {
  const { rows } = await sql<KnownLocation & { messageId: string }>`
    select m.id as "messageId", l.id as "logId", l.status, l.reason, l.target_folder_id as "targetFolderId",
      l.decided_by is not null as "isDecided", l.moved_at is not null as "isMoved",
      coalesce(l.stays_in_inbox, false) as "staysInInbox",
      r.log_id is not null as "hasRequestedMove",
      coalesce(u.folder_id, case when t.was_in_folder then t.folder_id end) as "learnedFolderId"
    from unnest(${messageIds}::text[]) as m(id)
    left join public.email_processing_logs l on l.mailbox_id = ${mailboxId}::uuid and l.message_id = m.id
    left join app.requested_moves r on r.log_id = l.id
    left join app.unlearned_moves u on u.mailbox_id = ${mailboxId}::uuid and u.message_id = m.id
    left join lateral (
      select folder_id, was_in_folder from app.training_examples t
      where t.mailbox_id = ${mailboxId}::uuid and t.message_id = m.id
      order by t.seq desc limit 1) t on true`.execute(tx)
  return new Map(rows.map(({ messageId, ...location }) => [messageId, location]))
}

/**
 * Locks the row until the transaction ends.
 * @returns false where the row has changed since `location` was read, or the user has requested a move
 */
export async function lockUnchangedLog(tx: Tx, location: KnownLocation): Promise<boolean> {
  const { rows } = await sql`
    select 1 from public.email_processing_logs l
    where l.id = ${location.logId}::uuid and l.status = ${location.status}
      and l.target_folder_id is not distinct from ${location.targetFolderId}
      and not exists (select from app.requested_moves r where r.log_id = l.id)
    for update of l`.execute(tx)
  return rows.length > 0
}

/** Emails of the inbox with a tag that we have set, received since a time, oldest first. */
export async function taggedMessages(
  tx: Tx,
  mailboxId: string,
  since: Date,
): Promise<{ messageId: string; category: string; receivedAt: Date }[]> {
  const rows = await tx
    .selectFrom('email_processing_logs')
    .select('message_id as messageId')
    .select((eb) => [eb.ref('category').$notNull().as('category'), eb.ref('received_at').$notNull().as('receivedAt')])
    .where('mailbox_id', '=', mailboxId)
    .where('stays_in_inbox', '=', true)
    .where('status', '=', 'processed')
    .where('moved_at', 'is not', null)
    .where('category', 'is not', null)
    .where('received_at', '>=', since)
    .orderBy('received_at')
    .execute()
  return rows
}
