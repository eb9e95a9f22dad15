import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { runSql } from './run-sql.ts'
import type { App } from './start-app.ts'

interface LongHistory {
  mailboxId: string
  folderId: string
}

/** Creates two mailboxes of 20 folders each with this many history rows in total, one a minute, newest last. */
export async function longHistory(app: App, userId: string, rows: number): Promise<LongHistory> {
  const [first, second] = [randomUUID(), randomUUID()]
  await app.ctx.db.asService(async (tx) => {
    await sql`insert into mailboxes (id, user_id, email_address, provider_tenant_id, provider_account_id)
      select id, ${userId}, id || '@example.com', 'tenant', id
      from unnest(array[${first}, ${second}]::uuid[]) as id`.execute(tx)
    await sql`insert into email_folders (user_id, mailbox_id, folder_name, display_name, provider_folder_id)
      select ${userId}, m.id, 'Folder ' || n, 'Folder ' || n, 'f' || n
      from mailboxes m, generate_series(1, 20) as n where m.id in (${first}, ${second})`.execute(tx)
    await sql`
      with folders as (
        select mailbox_id, array_agg(id order by folder_name) as ids from email_folders
        where mailbox_id in (${first}, ${second}) group by 1)
      insert into email_processing_logs (user_id, mailbox_id, message_id, subject, from_address, from_name,
         processed_at, status,
        reason, target_folder_id, decided_by, classification_confidence, explanation, evidence)
      select ${userId}, f.mailbox_id, 'm' || n, 'Subject number ' || n, 'sender' || n % 500 || '@shop.example',
         'Sender ' || n % 500,
        timestamptz '2026-11-01' + n * interval '1 minute' + (n % 60000) * interval '1 microsecond',
        case when n % 50 = 0 then 'failed' when n % 10 = 0 then 'left' else 'processed' end,
        case when n % 50 = 0 then 'poison' when n % 10 = 0 then 'low_confidence' else 'sorted' end,
        case when n % 10 = 0 then null else f.ids[1 + n % 20] end, 'classifier', 0.9,
         'Emails from this sender went here 3 times',
        '[{"kind":"sender","text":"somebody"}]'
      from generate_series(1, ${rows}::int) as n
      join folders f on f.mailbox_id = case when n % 4 = 0 then ${second}::uuid else ${first}::uuid end`.execute(tx)
  })
  const folder = await app.ctx.db.asService((tx) =>
    tx.selectFrom('email_folders').select('id').where('mailbox_id', '=', first).orderBy('id').executeTakeFirstOrThrow(),
  )
  return { mailboxId: first, folderId: folder.id }
}

/**
 * Vacuums and analyzes, as autovacuum does in production: the planner knows the row counts and can use index-only
 * scans.
 */
export const settleHistories = (app: App): Promise<void> =>
  runSql(app.database.owner, 'vacuum (analyze) public.email_processing_logs, public.email_folders')
