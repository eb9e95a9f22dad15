import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../server/context.ts'
import type { Database, Tx } from '../../server/db/database.ts'
import { catchUpIntervalMs, folderSyncIntervalMs } from '../../server/mail/limits.ts'
import { hashSecret } from '../../server/sealed.ts'

/** Gives every subscription a known clientState, so that the benchmark can send valid notifications. */
export async function shareClientState(db: Database, clientState: string): Promise<string[]> {
  const rows = await db.asService((tx) =>
    tx
      .updateTable('app.graph_subscriptions')
      .set({ client_state_hash: hashSecret(clientState) })
      .returning('provider_subscription_id as id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

export const countWaitingEvents = (db: Database): Promise<number> =>
  db.asService(async (tx) => {
    const { n } = await tx
      .selectFrom('app.inbox_events')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  })

export const deleteEvents = (db: Database): Promise<unknown> =>
  db.asService((tx) => tx.deleteFrom('app.inbox_events').execute())

/** Messages that wait in a mailbox, as after a long outage, and the job that sorts them. */
export const insertBacklog = (
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  { mailboxId, userId }: { mailboxId: string; userId: string },
  { messageIds, size }: { messageIds: string[]; size: number },
): Promise<void> =>
  db.asService(async (tx) => {
    await sql`
      insert into app.inbox_events (mailbox_id, message_id, user_id, source, due_at, created_at)
      select ${mailboxId}::uuid, coalesce((${messageIds}::text[])[n], 'gone-' || n), ${userId}::uuid, 'delta',
        now(), now()
      from generate_series(1, ${size}::int) as n`.execute(tx)
    await jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  })

/** Nothing is sorted until `dueNow`. */
export const pauseMailboxes = (db: Database, ids: string[]): Promise<unknown> =>
  db.asService((tx) => setPause(tx, ids, sql`now() + interval '1 hour'`))

/** Ends the pause, but the messages wait on. Nodes that know the pause forget it within `slotIntervalMs`. */
export const endPause = (db: Database, ids: string[]): Promise<unknown> =>
  db.asService(async (tx) => {
    await setDue(tx, ids, sql`now() + interval '1 hour'`)
    await setPause(tx, ids, sql`'-infinity'`)
  })

export const dueNow = ({ db, jobs }: Pick<Context, 'db' | 'jobs'>, ids: string[]): Promise<void> =>
  db.asService(async (tx) => {
    await setDue(tx, ids, sql`now()`)
    for (const mailboxId of ids) await jobs.enqueue(tx, 'drain-mailbox', { mailboxId })
  })

const setPause = (tx: Tx, ids: string[], until: RawBuilder<Date>): Promise<unknown> =>
  tx.updateTable('app.mailbox_sync_states').set({ paused_until: until }).where('mailbox_id', 'in', ids).execute()

const setDue = (tx: Tx, ids: string[], dueAt: RawBuilder<Date>): Promise<unknown> =>
  tx.updateTable('app.inbox_events').set({ due_at: dueAt }).where('mailbox_id', 'in', ids).execute()

interface Sorted {
  messageId: string
  subject: string | null
  movedAt: Date | null
  ended: boolean
}

export const listSorted = (db: Database, mailboxIds: string[]): Promise<Sorted[]> =>
  db.asService(async (tx) => {
    const rows = await tx
      .selectFrom('email_processing_logs')
      .select(['message_id', 'subject', 'moved_at', 'status'])
      .where('mailbox_id', 'in', mailboxIds)
      .execute()
    return rows.map((row) => ({
      messageId: row.message_id,
      subject: row.subject,
      movedAt: row.moved_at,
      ended: row.status !== 'processing',
    }))
  })

export const countFinished = (db: Database, mailboxIds: string[]): Promise<number> =>
  db.asService(async (tx) => {
    const { n } = await tx
      .selectFrom('email_processing_logs')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('mailbox_id', 'in', mailboxIds)
      .where('status', '!=', 'processing')
      .executeTakeFirstOrThrow()
    return Number(n)
  })

/** The next call of each mailbox needs a new access token. */
export const expireAccessTokens = (db: Database, now: Date): Promise<unknown> =>
  db.asService((tx) => tx.updateTable('app.mailbox_tokens').set({ expires_at: now }).execute())

export const listOutcomes = (db: Database): Promise<{ messageId: string; status: string }[]> =>
  db.asService((tx) => tx.selectFrom('email_processing_logs').select(['message_id as messageId', 'status']).execute())

/** When the last message of these mailboxes was finished. */
export const lastFinishedAt = (db: Database, mailboxIds: string[]): Promise<Date> =>
  db.asService(async (tx) => {
    const { at } = await tx
      .selectFrom('email_processing_logs')
      .select((eb) => eb.fn.max('processed_at').as('at'))
      .where('mailbox_id', 'in', mailboxIds)
      .executeTakeFirstOrThrow()
    return at
  })

/** Inserts a history of the last 29 days: one message in ten was left in the inbox, one in fifty failed. */
export const fillHistory = (
  db: Database,
  { userId, mailboxId }: { userId: string; mailboxId: string },
  mails: number,
): Promise<unknown> =>
  db.asService((tx) =>
    sql`
      with folders as (
         select array_agg(id order by folder_name) as ids from email_folders where mailbox_id = ${mailboxId})
      insert into email_processing_logs (user_id, mailbox_id, message_id, subject, from_address, from_name,
         processed_at, status,
        reason, target_folder_id, decided_by, classification_confidence, explanation, evidence)
      select ${userId}, ${mailboxId}, 'm' || n, 'Subject number ' || n, 'sender' || n % 500 || '@shop.example',
         'Sender ' || n % 500,
        now() - n * interval '29 days' / ${mails}::int,
        case when n % 50 = 0 then 'failed' when n % 10 = 0 then 'left' else 'processed' end,
        case when n % 50 = 0 then 'poison' when n % 10 = 0 then 'low_confidence' else 'sorted' end,
        case when n % 10 = 0 then null else ids[1 + n % array_length(ids, 1)] end, 'classifier', 0.9,
        'Emails from this sender went here 3 times', '[{"kind":"sender","text":"sender"}]'
      from generate_series(1, ${mails}::int) as n, folders`.execute(tx),
  )

export const countLogs = (db: Database): Promise<number> =>
  db.asService(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from public.email_processing_logs`.execute(
      tx,
    )
    return rows[0]?.n ?? 0
  })

/** Of an earlier run in the same database. */
export const deleteBenchUsers = (db: Database): Promise<unknown> =>
  db.asAccounts((tx) => sql`delete from auth.users where email like 'bench-%'`.execute(tx))

/** Position of the write-ahead log. */
/** The write-ahead log since the server's start: its bytes, and the pages that it contains whole. */
export const readWal = (db: Database): Promise<{ bytes: number; wholePages: number }> =>
  db.asService(async (tx) => {
    const { rows } = await sql<{ bytes: number; whole_pages: number }>`
      select (pg_current_wal_lsn() - '0/0')::bigint as bytes, wal_fpi as whole_pages from pg_stat_wal`.execute(tx)
    const [row] = rows
    return { bytes: row?.bytes ?? 0, wholePages: row?.whole_pages ?? 0 }
  })

/**
 * Adds connected mailboxes of users of their own, until there are so many. They exist in the database only: nothing is
 * due for them in the next 15 minutes, so that no node calls Graph for them.
 */
export async function addIdleMailboxes(db: Database, upTo: number): Promise<void> {
  const numbered = sql`(select n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
    from generate_series(1, ${upTo}::int) as n)`
  await db.asAccounts((tx) =>
    sql`insert into auth.users (id, email) select id, 'idle-' || n || '@people.example' from ${numbered} as idle
      on conflict do nothing`.execute(tx),
  )
  await db.asService(async (tx) => {
    await sql`
      insert into public.mailboxes
        (id, user_id, email_address, provider_tenant_id, provider_account_id, status, real_time)
      select id, id, 'idle-' || n || '@contoso.example', 'idle', n::text, 'active', true
      from ${numbered} as idle on conflict do nothing`.execute(tx)
    await sql`
      insert into app.mailbox_sync_states
        (mailbox_id, user_id, caught_up_until, folders_synced_at, learned_at, sent_read_until, moves_checked_at)
      select id, id, now(), now(), now(), now(), now() from ${numbered} as idle on conflict do nothing`.execute(tx)
    await sql`
      insert into app.mailbox_tokens
        (mailbox_id, user_id, access_token_sealed, refresh_token_sealed, scopes, expires_at)
      select id, id, 'idle', 'idle', '', now() + interval '1 day' from ${numbered} as idle
      on conflict do nothing`.execute(tx)
    await sql`
      insert into app.graph_subscriptions
        (mailbox_id, user_id, provider_subscription_id, client_state_hash, expires_at)
      select id, id, id::text, '', now() + interval '2 days' from ${numbered} as idle
      on conflict do nothing`.execute(tx)
  })
}

export const countDueJobs = (db: Database): Promise<number> =>
  db.asService(async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from pgboss.job
      where state <= 'active' and start_after <= now()`.execute(tx)
    return rows[0]?.n ?? 0
  })

/** Distributes the periodic work of all mailboxes over its intervals, as after a day, and not all at the same time. */
export const spreadDueTimes = (db: Database): Promise<unknown> =>
  db.asService(async (tx) => {
    const ago = (intervalMs: number) => sql<Date>`now() - random() * ${intervalMs} * interval '1 millisecond'`
    await tx
      .updateTable('app.mailbox_sync_states')
      .set({
        caught_up_until: ago(catchUpIntervalMs),
        sent_read_until: ago(catchUpIntervalMs),
        moves_checked_at: ago(catchUpIntervalMs),
        folders_synced_at: ago(folderSyncIntervalMs),
      })
      .execute()
    await tx
      .updateTable('app.mailbox_tokens')
      .set({ expires_at: sql<Date>`now() + random() * (expires_at - now())` })
      .execute()
  })

/** Email of this sender belongs into the folder. @returns false where the mailbox has no such folder yet */
export const instructFolder = (db: Database, mailboxId: string, name: string, sender: string): Promise<boolean> =>
  db.asService(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('email_folders')
      .set({ instructions: `Emails from ${sender}` })
      .where('mailbox_id', '=', mailboxId)
      .where('folder_name', '=', name)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
