import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Folders of Outlook that are looked at, and how far they were. */
export interface WatchedFolder {
  folderId: string
  providerFolderId: string
  /** Null where a look begins: what is there already was not moved there now. */
  deltaLink: string | null
  lookedAt: Date | null
}

/** Far more than people have; what is beyond teaches at the next sync only. */
const foldersMost = 300

/** Null where the mailbox is not sorted by itself: then nothing is looked for. Those looked at longest ago come first. */
export async function watchedFolders(tx: Tx, mailboxId: string): Promise<WatchedFolder[]> {
  const rows = await tx
    .selectFrom('email_folders as f')
    .innerJoin('mailboxes as m', 'm.id', 'f.mailbox_id')
    .leftJoin('app.folder_watch as w', (join) =>
      join.onRef('w.folder_id', '=', 'f.id').onRef('w.provider_folder_id', '=', 'f.provider_folder_id'),
    )
    .select(['f.id', 'f.provider_folder_id', 'w.delta_link', 'w.looked_at'])
    .where('f.mailbox_id', '=', mailboxId)
    .where('f.provider_folder_id', 'is not', null)
    .where('m.real_time', '=', true)
    .where('m.status', '=', 'active')
    .orderBy(sql`w.looked_at nulls first`)
    .orderBy('f.id')
    .limit(foldersMost)
    .execute()
  return rows.flatMap((row) =>
    row.provider_folder_id === null
      ? []
      : [
          {
            folderId: row.id,
            providerFolderId: row.provider_folder_id,
            deltaLink: row.delta_link,
            lookedAt: row.looked_at,
          },
        ],
  )
}

/** Nothing is kept for a folder that was deleted meanwhile. */
export async function noteLooked(
  tx: Tx,
  at: { folderId: string; providerFolderId: string; deltaLink: string; lookedAt: Date },
): Promise<void> {
  await sql`
    insert into app.folder_watch (folder_id, user_id, mailbox_id, provider_folder_id, delta_link, looked_at)
    select f.id, f.user_id, f.mailbox_id, ${at.providerFolderId}, ${at.deltaLink}, ${at.lookedAt}
    from public.email_folders f where f.id = ${at.folderId}::uuid
    on conflict (folder_id) do update set provider_folder_id = excluded.provider_folder_id,
      delta_link = excluded.delta_link, looked_at = excluded.looked_at`.execute(tx)
}

export async function noteWatched(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  await tx
    .updateTable('app.mailbox_work')
    .set({ folders_watched_at: now })
    .where('mailbox_id', '=', mailboxId)
    .execute()
}

/** What we know of where a mail was. */
export interface KnownPlace {
  logId: string | null
  status: string | null
  reason: string | null
  /** Somebody decided about it, so that it was seen in the inbox. */
  isDecided: boolean
  /** A folder of ours, as the ledger has it. */
  targetFolderId: string | null
  /** It was put there indeed, by us or by the user. */
  isMoved: boolean
  /** The user has asked us to move it, and that is not done yet. */
  isAsked: boolean
  /** Where it was when the classifier learned from it. */
  learnedFolderId: string | null
}

export async function knownPlaces(tx: Tx, mailboxId: string, messageIds: string[]): Promise<Map<string, KnownPlace>> {
  const { rows } = await sql<KnownPlace & { messageId: string }>`
    select m.id as "messageId", l.id as "logId", l.status, l.reason, l.target_folder_id as "targetFolderId",
      l.decided_by is not null as "isDecided", l.moved_at is not null as "isMoved", a.log_id is not null as "isAsked", t.folder_id as "learnedFolderId"
    from unnest(${messageIds}::text[]) as m(id)
    left join public.email_processing_logs l on l.mailbox_id = ${mailboxId}::uuid and l.message_id = m.id
    left join app.asked_moves a on a.log_id = l.id
    left join lateral (
      select folder_id from app.learned_messages t where t.mailbox_id = ${mailboxId}::uuid and t.message_id = m.id
      order by t.seq desc limit 1) t on true`.execute(tx)
  return new Map(rows.map(({ messageId, ...place }) => [messageId, place]))
}

/**
 * Holds the row until the transaction ends. @returns false where it is not as it was when it was looked at: somebody else, or the user in
 * the history, has said something about it meanwhile
 */
export async function holdAsKnown(tx: Tx, place: KnownPlace): Promise<boolean> {
  const { rows } = await sql`
    select 1 from public.email_processing_logs l
    where l.id = ${place.logId}::uuid and l.status = ${place.status} and l.target_folder_id is not distinct from ${place.targetFolderId}
      and not exists (select from app.asked_moves a where a.log_id = l.id)
    for update of l`.execute(tx)
  return rows.length > 0
}
