import { sql } from 'kysely'
import { responsesTo, type Tx } from '../../db/database.ts'
import type { ImapIdentity } from '../../vendors/imap/imap-identities.ts'

export interface MessageRow {
  id: string
  /** Where it was last; null: it was missing there. */
  folderId: string | null
  uidValidity: number
  uid: number
  emailId: string | null
  hint: string
  /** It was in another folder before; else it was delivered or copied to where it is. */
  isMoved: boolean
  /** It was known before its folder got another UIDVALIDITY. */
  isOld: boolean
  /** The target of a move whose outcome is not known yet, and the UIDNEXT from which on it has appeared there. */
  movingTo: string | null
  movingUidNext: number | null
  sending: 'sending' | 'sent' | null
}

interface MailboxKey {
  mailboxId: string
  userId: string
}

/** A folder in the state in which it is open. */
export interface FolderKey {
  folderId: string
  uidValidity: number
}

const columns = sql`m.id, m.folder_id as "folderId", m.uid_validity as "uidValidity", m.uid, m.email_id as "emailId",
  m.hint_hash as hint, m.is_moved as "isMoved", m.is_old as "isOld",
  m.moving_to as "movingTo", m.moving_uid_next as "movingUidNext", m.sending`

export async function findImapMessage(tx: Tx, mailboxId: string, id: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from app.imap_messages m where m.mailbox_id = ${mailboxId}::uuid and m.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Where a message was seen last. @returns null where that is not known for certain */
export async function findPlace(
  tx: Tx,
  mailboxId: string,
  id: string,
): Promise<(FolderKey & { uid: number; path: string }) | null> {
  const { rows } = await sql<FolderKey & { uid: number; path: string }>`
    select m.folder_id as "folderId", m.uid_validity as "uidValidity", m.uid, f.path
    from app.imap_messages m join app.imap_folders f on f.id = m.folder_id and f.uid_validity = m.uid_validity
    where m.mailbox_id = ${mailboxId}::uuid and m.id = ${id} and m.moving_to is null`.execute(tx)
  return rows[0] ?? null
}

/** A move that is possible where the message is where it was seen last. */
export interface KnownMove extends FolderKey {
  uid: number
  path: string
  to: string
  targetPath: string
  targetUidValidity: number
}

/** @returns null where the message is not in the folder, or its last move has an unknown outcome */
export async function findMove(
  tx: Tx,
  mailboxId: string,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<KnownMove | null> {
  const { rows } = await sql<KnownMove>`
    select m.folder_id as "folderId", m.uid_validity as "uidValidity", m.uid, f.path,
      t.id as to, t.path as "targetPath", t.uid_validity as "targetUidValidity"
    from app.imap_messages m
      join app.imap_folders f on f.id = m.folder_id and f.uid_validity = m.uid_validity
      join app.imap_folders t on t.id = ${to} and t.mailbox_id = m.mailbox_id and t.uid_validity is not null
    where m.mailbox_id = ${mailboxId}::uuid and m.id = ${id} and m.folder_id = ${from} and m.moving_to is null`.execute(
    tx,
  )
  return rows[0] ?? null
}

/**
 * Before the command: a later look finds the message in one of the two folders, and repeats nothing blindly.
 * @returns false where the message is not there any more
 */
export async function startMove(
  tx: Tx,
  id: string,
  { folderId, uidValidity, uid, to }: Omit<KnownMove, 'path'>,
): Promise<boolean> {
  const { rows } = await sql`
    update app.imap_messages m set moving_to = t.id, moving_uid_next = t.uid_next
    from app.imap_folders t
    where t.id = ${to} and m.id = ${id} and m.folder_id = ${folderId} and m.uid_validity = ${uidValidity}
      and m.uid = ${uid} and m.moving_to is null
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The UIDs of these messages, those that are in the folder. @returns the ids by UID */
export async function findUids(
  tx: Tx,
  { folderId, uidValidity }: FolderKey,
  ids: readonly string[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: string; uid: number }>`
    select m.id, m.uid from app.imap_messages m
    where m.folder_id = ${folderId} and m.uid_validity = ${uidValidity} and m.id = any(${ids}::text[])`.execute(tx)
  return new Map(rows.map(({ id, uid }) => [uid, id]))
}

export async function messagesAt(tx: Tx, { folderId, uidValidity }: FolderKey, uids?: number[]): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${columns} from app.imap_messages m
    where m.folder_id = ${folderId} and m.uid_validity = ${uidValidity}
      and (${uids ?? null}::bigint[] is null or m.uid = any(${uids ?? null}::bigint[]))`.execute(tx)
  return rows
}

/** Messages that may be these, wherever they were seen. */
export async function similarMessages(
  tx: Tx,
  mailboxId: string,
  identities: readonly Pick<ImapIdentity, 'emailId' | 'hint'>[],
): Promise<MessageRow[]> {
  const emailIds = identities.flatMap(({ emailId }) => emailId ?? [])
  const hints = identities.map(({ hint }) => hint)
  const { rows } = await sql<MessageRow>`
    select ${columns} from app.imap_messages m
    where m.mailbox_id = ${mailboxId}::uuid
      and (m.email_id = any(${emailIds}::text[]) or m.hint_hash = any(${hints}::text[]))`.execute(tx)
  return rows
}

/** A message that is there now. Ends its move. */
export async function placeMessages(
  tx: Tx,
  at: FolderKey,
  placed: readonly { id: string; uid: number; emailId?: string | null }[],
  { isOld = false }: { isOld?: boolean } = {},
): Promise<void> {
  if (placed.length === 0) return
  const ids = placed.map(({ id }) => id)
  const uids = placed.map(({ uid }) => uid)
  await responsesTo([
    // What was there before is another message: the server gives no UID twice, a restored backup may.
    sql`
    update app.imap_messages m set folder_id = null
    where m.folder_id = ${at.folderId} and m.uid_validity = ${at.uidValidity}
      and m.uid = any(${uids}::bigint[]) and m.id <> all(${ids}::text[])`.execute(tx),
    sql`
    update app.imap_messages m set is_moved = m.is_moved or m.folder_id is distinct from ${at.folderId},
      folder_id = ${at.folderId}, uid_validity = ${at.uidValidity}, uid = p.uid,
      email_id = coalesce(p.email_id, m.email_id), moving_to = null, moving_uid_next = null,
      missing_since = null, is_old = ${isOld}
    from unnest(${ids}::text[], ${uids}::bigint[],
      ${placed.map(({ emailId }) => emailId ?? null)}::text[]) as p (id, uid, email_id)
    where m.id = p.id`.execute(tx),
  ])
}

/** @returns the ids by UID */
export async function insertImapMessages(
  tx: Tx,
  { mailboxId, userId }: MailboxKey,
  at: FolderKey,
  identities: readonly ImapIdentity[],
): Promise<Map<number, string>> {
  if (identities.length === 0) return new Map()
  const { rows } = await sql<{ id: string; uid: number }>`
    insert into app.imap_messages (mailbox_id, user_id, folder_id, uid_validity, uid, email_id, hint_hash)
    select ${mailboxId}::uuid, ${userId}::uuid, ${at.folderId}, ${at.uidValidity}::bigint, i.uid, i.email_id, i.hint
    from unnest(${identities.map(({ uid }) => uid)}::bigint[], ${identities.map(({ emailId }) => emailId)}::text[],
      ${identities.map(({ hint }) => hint)}::text[]) as i (uid, email_id, hint)
    returning id, uid`.execute(tx)
  return new Map(rows.map(({ id, uid }) => [uid, id]))
}

export async function saveMissing(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update app.imap_messages set folder_id = null, missing_since = coalesce(missing_since, ${now}::timestamptz)
    where id = any(${ids}::text[])`.execute(tx)
}

/** Its outcome is known: the message has not been moved. */
export async function endMove(tx: Tx, id: string): Promise<void> {
  await sql`update app.imap_messages set moving_to = null, moving_uid_next = null where id = ${id}`.execute(tx)
}

export async function saveSending(tx: Tx, id: string, sending: MessageRow['sending']): Promise<void> {
  await sql`update app.imap_messages set sending = ${sending} where id = ${id}`.execute(tx)
}

/** Of the folders in which messages were seen. */
export async function countMessagesByFolder(tx: Tx, mailboxId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ folderId: string; count: number }>`
    select folder_id as "folderId", count(*)::integer as count from app.imap_messages
    where mailbox_id = ${mailboxId}::uuid and folder_id is not null group by folder_id`.execute(tx)
  return new Map(rows.map(({ folderId, count }) => [folderId, count]))
}

/** Since when the messages of a folder are gone; the others are there. */
export async function saveVanished(
  tx: Tx,
  at: FolderKey,
  { gone, now }: { gone: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update app.imap_messages m
    set missing_since = case when m.id = any(${gone}::text[]) then coalesce(m.missing_since, ${now}::timestamptz) end
    where m.folder_id = ${at.folderId} and m.uid_validity = ${at.uidValidity}
      and (m.missing_since is null) = (m.id = any(${gone}::text[]))`.execute(tx)
}

/** Messages without a folder, and those of folders that the server does not list any more. */
export async function saveUnplacedVanished(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  await sql`
    update app.imap_messages m set missing_since = ${now}::timestamptz
    where m.mailbox_id = ${mailboxId}::uuid and m.missing_since is null
      and (m.folder_id is null
        or exists (select from app.imap_folders f where f.id = m.folder_id and not f.is_listed))`.execute(tx)
}

/**
 * Deletes messages that vanished before then and that nothing names: neither the history, with its action runs, nor
 * what was learned. One that returns later is another message. @returns their number, at most `limit`
 */
export async function deleteVanishedBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const isNamedIn = (table: string) =>
    sql`exists (select from ${sql.table(table)} t where t.mailbox_id = m.mailbox_id and t.message_id = m.id)`
  const { numAffectedRows } = await sql`
    delete from app.imap_messages where id in (
      select m.id from app.imap_messages m
      where m.missing_since < ${before}::timestamptz and m.moving_to is null and m.sending is null
        and not ${isNamedIn('public.email_processing_logs')} and not ${isNamedIn('app.corrections')}
        and not ${isNamedIn('app.training_examples')} and not ${isNamedIn('app.unlearned_moves')}
        and not ${isNamedIn('app.inbox_events')}
        and not exists (select from app.tidy_up_items t where t.message_id = m.id)
      limit ${limit})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
