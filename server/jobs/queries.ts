import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/database.ts'
import type { JobName } from './queues.ts'

/** Queues with due jobs. One statement for all queues, since each node runs it every second. */
export async function findDueQueues(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select q.name from pgboss.queue q where exists (
       select from pgboss.job j
       where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
  )
  return rows.map(({ name }) => name)
}

/**
 * As `findDueQueues`, for `runDueJobs()`: delayed jobs whose time has passed on the injected clock become due, since
 * pg-boss itself uses the database's clock.
 */
export async function bringForwardDueJobs(pool: pg.Pool, now: Date): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `with brought_forward as (
       update pgboss.job set start_after = now()
       where state in ('created', 'retry') and start_after > now() and (data ->> 'notBefore')::timestamptz <= $1
       returning name
     )
     select name from brought_forward
     union
     select name from pgboss.job where state in ('created', 'retry') and start_after <= now()`,
    [now],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Moves the start of a delayed job forward when it is enqueued again with an earlier start. */
export async function rescheduleEarlier(
  tx: Tx,
  job: { name: string; key: string; after: Date; waitMs: number },
): Promise<void> {
  await sql`
    update pgboss.job
    set start_after = now() + make_interval(secs => ${job.waitMs / 1000}),
        data = jsonb_set(data, '{notBefore}', to_jsonb(${job.after.toISOString()}::text))
    where name = ${job.name} and singleton_key = ${job.key} and state = 'created'
      and (data ->> 'notBefore')::timestamptz > ${job.after}`.execute(tx)
}

/**
 * Ids of the jobs, also of finished ones, about a user: about their mailboxes, emails, connections and outgoing emails.
 * Call it before these rows are deleted. @param tx as service
 */
export async function findJobsOf(tx: Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mine as (
      select id::text from public.mailboxes where user_id = ${userId}::uuid
      union all select id::text from public.email_processing_logs where user_id = ${userId}::uuid
      union all select id::text from app.service_connections where user_id = ${userId}::uuid
      union all select id::text from app.outgoing_emails where user_id = ${userId}::uuid)
    select j.id::text from pgboss.job j
    where coalesce(j.data ->> 'mailboxId', j.data ->> 'logId', j.data ->> 'connectionId', j.data ->> 'emailId')
      in (select id from mine)`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Deletes jobs in any state: those with these ids, and those whose payload names a deleted user or mailbox.
 * @param tx as service
 */
export async function deleteJobs(tx: Tx, { jobIds, subjects }: { jobIds: string[]; subjects: string[] }) {
  await sql`
    delete from pgboss.job j
    where j.id = any(${jobIds}::uuid[])
      or exists (select from unnest(${subjects}::text[]) subject
                 where position(subject in j.data::text) > 0)`.execute(tx)
}

/**
 * Of the job of a queue that was enqueued last: null where it has ended, and where there is none.
 * @param tx as service
 */
export async function readLastJobState(tx: Tx, name: JobName): Promise<'waiting' | 'running' | 'failed' | null> {
  const { rows } = await sql<{ state: string }>`
    select state::text from pgboss.job where name = ${name} order by created_on desc limit 1`.execute(tx)
  const states = { created: 'waiting', active: 'running', retry: 'failed', failed: 'failed' } as const
  const state = rows[0]?.state
  return state !== undefined && isKeyOf(states, state) ? states[state] : null
}

const isKeyOf = <T extends object>(of: T, key: PropertyKey): key is keyof T => Object.hasOwn(of, key)
