import { type RawBuilder, sql } from 'kysely'
import type { SenderOrder } from '../../../contract/functions/senders.ts'
import { sendersPageSize } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'

interface SenderRow {
  address: string
  name: string
  recent: number
  year: number
  read: number
  lastAt: Date
  folderId: string | null
  isChosen: boolean
  unsubscribeUrl: string | null
  total: number
}

interface Wanted {
  order: SenderOrder
  descending: boolean
  search: string
  page: number
}

/** A sender without a name is found and ordered by its address. */
const shownName = sql<string>`coalesce(nullif(s.name, ''), s.address)`

const columns: Record<SenderOrder, RawBuilder<unknown>> = {
  name: sql`lower(${shownName})`,
  recent: sql`s.recent`,
  year: sql`s.year`,
  read: sql`s.read::float / s.year`,
  last: sql`s.last_at`,
  place: sql`lower(f.folder_name)`,
}

/**
 * A page of the senders of the year before the last scan. Their place is that of the newest correction about the sender
 * or its list, else the one that has most of its emails.
 */
export async function listSenders(tx: Tx, mailboxId: string, wanted: Wanted): Promise<SenderRow[]> {
  const { order, descending, search, page } = wanted
  const direction = descending ? sql`desc nulls last` : sql`asc nulls first`
  const pattern = `%${search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  // As in `addUpDays`.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
  const { rows } = await sql<SenderRow>`
    with chosen as (
      select distinct on (kind, value) kind, value, folder_id, created_at from app.corrections
      where mailbox_id = ${mailboxId}::uuid order by kind, value, created_at desc),
    folders as (
      select id::text as key, id, folder_name from public.email_folders where mailbox_id = ${mailboxId}::uuid
      union all
      select provider_folder_id, id, folder_name from public.email_folders where mailbox_id = ${mailboxId}::uuid)
    select s.address, s.name, s.recent, s.year, s.read, s.last_at as "lastAt", f.id as "folderId",
      h.is_chosen as "isChosen", s.unsubscribe_url as "unsubscribeUrl", count(*) over ()::integer as total
    from app.senders s
    left join chosen a on a.kind = 'sender' and a.value = s.address
    left join chosen l on l.kind = 'list' and l.value = s.list_id
    cross join lateral (select a.value is not null or l.value is not null as is_chosen,
      case when l.created_at > a.created_at or a.value is null then l.folder_id else a.folder_id end as folder_id) h
    left join folders f on f.key = case when h.is_chosen then h.folder_id::text else s.place end
    where s.mailbox_id = ${mailboxId}::uuid and s.year > 0
      and (lower(s.address) like ${pattern} or lower(s.name) like ${pattern})
    order by ${columns[order]} ${direction}, s.address
    limit ${sendersPageSize} offset ${(page - 1) * sendersPageSize}`.execute(tx)
  return rows
}
