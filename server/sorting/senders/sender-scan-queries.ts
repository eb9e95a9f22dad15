import { sql } from 'kysely'
import { senderYearDays } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'

const recentDays = 30

export interface SenderScanRow {
  state: 'running' | 'done' | 'canceled' | 'failed'
  since: string
  folders: number
  pendingFolders: string[] | null
  position: string | null
  reachedAt: Date | null
  emails: number
  pages: number
  startedAt: Date
  endedAt: Date | null
  completedAt: Date | null
  yearReadAt: Date | null
}

export async function findSenderScan(tx: Tx, mailboxId: string): Promise<SenderScanRow | null> {
  const { rows } = await sql<SenderScanRow>`
    select state, since::text, folders, pending_folders as "pendingFolders", position, reached_at as "reachedAt",
      emails, pages, started_at as "startedAt", ended_at as "endedAt", completed_at as "completedAt",
      year_read_at as "yearReadAt"
    from app.sender_scans where mailbox_id = ${mailboxId}::uuid`.execute(tx)
  return rows[0] ?? null
}

/** @returns false where a scan runs already */
export async function insertSenderScan(
  tx: Tx,
  { userId, mailboxId, since, now }: { userId: string; mailboxId: string; since: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into app.sender_scans as s (mailbox_id, user_id, state, since, started_at)
    values (${mailboxId}::uuid, ${userId}::uuid, 'running', ${since}::date, ${now})
    on conflict (mailbox_id) do update set state = 'running', since = excluded.since, folders = 0,
      pending_folders = null, position = null, reached_at = null, emails = 0, pages = s.pages + 1,
      started_at = excluded.started_at, ended_at = null
    where s.state <> 'running' returning 1`.execute(tx)
  return rows.length > 0
}

/** Where a scan stands after a step. */
interface Step {
  folders: number
  pendingFolders: readonly string[] | null
  position: string | null
  reachedAt: Date | null
  /** Added to those of the steps before. */
  emails: number
}

/** @returns false where the scan has ended, or another worker has made the step */
export async function saveScanStep(tx: Tx, mailboxId: string, pages: number, step: Step): Promise<boolean> {
  const { folders, pendingFolders, position, reachedAt, emails } = step
  const { rows } = await sql`
    update app.sender_scans set folders = ${folders}, pending_folders = ${pendingFolders}::text[],
      position = ${position}, reached_at = ${reachedAt}, emails = emails + ${emails}, pages = pages + 1
    where mailbox_id = ${mailboxId}::uuid and state = 'running' and pages = ${pages} returning 1`.execute(tx)
  return rows.length > 0
}

/** Begins again with the list of the folders. */
export async function restartSenderScan(tx: Tx, mailboxId: string, pages: number): Promise<boolean> {
  const step = { folders: 0, pendingFolders: null, position: null, reachedAt: null, emails: 0 }
  if (!(await saveScanStep(tx, mailboxId, pages, step))) return false
  await sql`update app.sender_scans set emails = 0 where mailbox_id = ${mailboxId}::uuid`.execute(tx)
  await deleteStagedDays(tx, mailboxId)
  return true
}

const deleteStagedDays = (tx: Tx, mailboxId: string) =>
  tx.deleteFrom('app.sender_days').where('mailbox_id', '=', mailboxId).where('is_staged', '=', true).execute()

/** Ends a scan without its counts. @returns false where none runs */
export async function stopSenderScan(
  tx: Tx,
  mailboxId: string,
  { state, now }: { state: 'canceled' | 'failed'; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.sender_scans')
    .set({ state, ended_at: now })
    .where('mailbox_id', '=', mailboxId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await deleteStagedDays(tx, mailboxId)
  await deleteUncountedSenders(tx, mailboxId)
  return true
}

const deleteUncountedSenders = (tx: Tx, mailboxId: string) =>
  sql`
    delete from app.senders s where s.mailbox_id = ${mailboxId}::uuid and not exists (
      select from app.sender_days d where d.mailbox_id = s.mailbox_id and d.address = s.address)`.execute(tx)

/** Replaces the counts of the days that the scan has read. The transaction has saved its last step. */
export async function completeSenderScan(
  tx: Tx,
  mailboxId: string,
  { since, isYear, now }: { since: string; isYear: boolean; now: Date },
): Promise<void> {
  await sql`
    delete from app.sender_days
    where mailbox_id = ${mailboxId}::uuid and not is_staged and day >= ${since}::date`.execute(tx)
  await sql`
    update app.sender_days set is_staged = false where mailbox_id = ${mailboxId}::uuid and is_staged`.execute(tx)
  await deleteUncountedSenders(tx, mailboxId)
  await addUpDays(tx, mailboxId, now)
  await sql`
    update app.sender_scans set state = 'done', ended_at = ${now}, completed_at = ${now},
      year_read_at = case when ${isYear} then ${now}::timestamptz else year_read_at end
    where mailbox_id = ${mailboxId}::uuid`.execute(tx)
}

/** Adds up the days of each sender. Its place is the one that has most of its emails. */
async function addUpDays(tx: Tx, mailboxId: string, now: Date): Promise<void> {
  // A mailbox that was just read has no statistics yet: with nested loops, 30,000 senders would take a minute.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
  await sql`
    with places as (
      select address, place, sum(emails) as emails, sum(read) as read,
        sum(emails) filter (where day > ${now}::date - ${sql.lit(recentDays)}::integer) as recent
      from app.sender_days
      where mailbox_id = ${mailboxId}::uuid and not is_staged
        and day > ${now}::date - ${sql.lit(senderYearDays)}::integer
      group by address, place),
    counted as (
      select address, sum(emails)::integer as year, sum(read)::integer as read,
        coalesce(sum(recent), 0)::integer as recent, (array_agg(place order by emails desc, place))[1] as place
      from places group by address)
    update app.senders s set recent = coalesce(c.recent, 0), year = coalesce(c.year, 0), read = coalesce(c.read, 0),
      place = coalesce(c.place, '')
    from app.senders o left join counted c on c.address = o.address
    where o.mailbox_id = ${mailboxId}::uuid and s.mailbox_id = o.mailbox_id and s.address = o.address`.execute(tx)
}

/** Deletes counts of old days, and senders without any. @returns the number of rows deleted, at most `limit` */
export async function deleteSenderDaysBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ mailbox_id: string; address: string }>`
    delete from app.sender_days where ctid = any(array(
      select ctid from app.sender_days where day < ${before}::date limit ${limit}))
    returning mailbox_id, address`.execute(tx)
  await sql`
    delete from app.senders s using unnest(${rows.map((row) => row.mailbox_id)}::uuid[],
      ${rows.map(({ address }) => address)}::text[]) as n (mailbox_id, address)
    where s.mailbox_id = n.mailbox_id and s.address = n.address and not exists (
      select from app.sender_days d where d.mailbox_id = s.mailbox_id and d.address = s.address)`.execute(tx)
  return rows.length
}
