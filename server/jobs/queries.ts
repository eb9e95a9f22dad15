import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from '../db/database.ts'

/**
 * The queues in which a job is due; those that wait for a moment which the injected clock has passed become due now. Only `drain()`
 * needs it: the database's own clock moves by itself. Whether a job may be had is decided by pg-boss, when it is fetched.
 */
export async function dueQueues(pool: pg.Pool, now: Date): Promise<Set<string>> {
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

/** A job that waits already comes earlier where it was asked for again with an earlier moment. */
export async function hasten(tx: Tx, job: { name: string; key: string; after: Date; waitMs: number }): Promise<void> {
  await sql`
    update pgboss.job
    set start_after = now() + make_interval(secs => ${job.waitMs / 1000}),
        data = jsonb_set(data, '{notBefore}', to_jsonb(${job.after.toISOString()}::text))
    where name = ${job.name} and singleton_key = ${job.key} and state = 'created'
      and (data ->> 'notBefore')::timestamptz > ${job.after}`.execute(tx)
}
