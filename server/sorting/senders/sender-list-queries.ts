import { type RawBuilder, sql } from 'kysely'
import type { SenderOrder } from '../../../contract/functions/senders.ts'
import { sendersPageSize, senderYearDays } from '../../../contract/limits.ts'
import type { Tx } from '../../db/database.ts'

const recentDays = 30

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
  now: Date
}

/** A sender without a name is found and ordered by its address. */
const shownName = sql<string>`coalesce(nullif(s.name, ''), s.address)`

const columns: Record<SenderOrder, RawBuilder<unknown>> = {
  name: sql`lower(${shownName})`,
  recent: sql`c.recent`,
  year: sql`c.year`,
  read: sql`c.read::float / c.year`,
  last: sql`s.last_at`,
  place: sql`lower(f.folder_name)`,
}

/**
 * A page of the senders of the last year. Their place is that of the newest correction about the sender or its list,
 * else the one that has most of its emails.
 */
export async function listSenders(tx: Tx, mailboxId: string, wanted: Wanted): Promise<SenderRow[]> {
  const { order, descending, search, page, now } = wanted
  const direction = descending ? sql`desc nulls last` : sql`asc nulls first`
  const pattern = `%${search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  // A mailbox that was just read has no statistics yet: with nested loops, 30,000 senders would take a minute.
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
  const { rows } = await sql<SenderRow>`
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
      from places group by address),
    chosen as (
      select distinct on (kind, value) kind, value, folder_id, created_at from app.corrections
      where mailbox_id = ${mailboxId}::uuid order by kind, value, created_at desc),
    folders as (
      select id::text as key, id, folder_name from public.email_folders where mailbox_id = ${mailboxId}::uuid
      union all
      select provider_folder_id, id, folder_name from public.email_folders where mailbox_id = ${mailboxId}::uuid)
    select s.address, s.name, c.recent, c.year, c.read, s.last_at as "lastAt", f.id as "folderId",
      h.is_chosen as "isChosen", s.unsubscribe_url as "unsubscribeUrl", count(*) over ()::integer as total
    from app.senders s join counted c on c.address = s.address
    left join chosen a on a.kind = 'sender' and a.value = s.address
    left join chosen l on l.kind = 'list' and l.value = s.list_id
    cross join lateral (select a.value is not null or l.value is not null as is_chosen,
      case when l.created_at > a.created_at or a.value is null then l.folder_id else a.folder_id end as folder_id) h
    left join folders f on f.key = case when h.is_chosen then h.folder_id::text else c.place end
    where s.mailbox_id = ${mailboxId}::uuid
      and (lower(s.address) like ${pattern} or lower(s.name) like ${pattern})
    order by ${columns[order]} ${direction}, s.address
    limit ${sendersPageSize} offset ${(page - 1) * sendersPageSize}`.execute(tx)
  return rows
}
