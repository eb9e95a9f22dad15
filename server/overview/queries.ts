import { sql } from 'kysely'
import { overviewWeekDays } from '../../contract/limits.ts'
import { reviewReasons } from '../../contract/reasons.ts'
import type { Tx } from '../db/database.ts'
import { limitOrNull, type CountedMonth } from '../shared/monthly-limit.ts'

/** A group of emails: by day, or (sorted ones only) by folder or by who decided. */
export type OverviewGroup =
  | { by: 'day'; day: number; outcome: 'sorted' | 'left' | 'failed'; mails: number; unsure: number; askedModel: number }
  | { by: 'folder'; folderId: string | null; mails: number }
  | { by: 'decision'; decidedBy: string | null; basis: string | null; mails: number; mailsThisWeek: number }

interface Row {
  by: 'day' | 'folder' | 'decision'
  day: number | null
  outcome: 'sorted' | 'left' | 'failed'
  folder_id: string | null
  decided_by: string | null
  basis: string | null
  mails: number
  mails_this_week: number
  unsure: number
  asked_model: number
}

/**
 * All counts of the overview in one pass over the index on the user's newest rows.
 * @param starts start of each day, oldest first; `day` is the index into it
 */
export async function overviewGroups(tx: Tx, userId: string, starts: Date[]): Promise<OverviewGroup[]> {
  const { rows } = await overviewQuery(userId, starts).execute(tx)
  return rows.flatMap((row): OverviewGroup[] => {
    const { by, mails } = row
    if (by === 'day') {
      const { day, outcome, unsure, asked_model: askedModel } = row
      return [{ by, day: day ?? 0, outcome, mails, unsure, askedModel }]
    }
    if (row.outcome !== 'sorted') return []
    if (by === 'folder') return [{ by, folderId: row.folder_id, mails }]
    return [{ by, decidedBy: row.decided_by, basis: row.basis, mails, mailsThisWeek: row.mails_this_week }]
  })
}

/** Exported for the test of the query plan. */
export const overviewQuery = (userId: string, starts: Date[]) => sql<Row>`
  with mail as (
    select width_bucket(processed_at, ${starts}::timestamptz[]) - 1 as day,
      target_folder_id as folder_id, decided_by, decision_basis as basis, asked_model,
      case when status = 'processed' and reason <> 'assigned' then 'sorted' when status = 'failed' then 'failed'
        else 'left' end as outcome,
      status = 'left' and reason = any(${reviewReasons}) and corrected_at is null as is_unsure
    from public.email_processing_logs
    where user_id = ${userId}::uuid and processed_at >= ${starts[0]}::timestamptz and status <> 'processing')
  select case when grouping(day) = 0 then 'day' when grouping(folder_id) = 0 then 'folder' else 'decision' end as by,
    day, outcome, folder_id, decided_by, basis, count(*) as mails, count(*) filter (where is_unsure) as unsure,
    count(*) filter (where asked_model) as asked_model,
    count(*) filter (where day >= ${starts.length - overviewWeekDays}) as mails_this_week
  from mail group by grouping sets ((day, outcome), (folder_id, outcome), (decided_by, basis, outcome))`

/** Sorted emails of a mailbox by folder. Reads only rows of this user. */
export async function sortedByFolder(
  tx: Tx,
  { userId, mailboxId, since }: { userId: string; mailboxId: string; since: Date },
): Promise<{ folderId: string; sorted: number }[]> {
  const rows = await tx
    .selectFrom('email_processing_logs')
    .select((eb) => ['target_folder_id', eb.fn.countAll<number>().as('sorted')])
    .where('user_id', '=', userId)
    .where('mailbox_id', '=', mailboxId)
    .where('status', '=', 'processed')
    .where('reason', '<>', 'assigned')
    .where('target_folder_id', 'is not', null)
    .where('processed_at', '>=', since)
    .groupBy('target_folder_id')
    .execute()
  return rows.flatMap(({ target_folder_id: folderId, sorted }) => (folderId === null ? [] : [{ folderId, sorted }]))
}

export async function foldersNamed(tx: Tx, userId: string, ids: string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('email_folders')
    .select(['id', 'mailbox_id', 'folder_name', 'display_name'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

/** @returns `limit` null where there is none */
export async function usageOf(tx: Tx, { userId, month, hasPlans }: CountedMonth) {
  const { rows } = await sql<{ processed: number; limit: number }>`
    select app.email_limit_total(${userId}::uuid, ${hasPlans}) as limit, coalesce(
      (select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date),
      0) as processed`.execute(tx)
  const { processed, limit } = rows[0] ?? { processed: 0, limit: 0 }
  return { processed, limit: limitOrNull(limit) }
}
