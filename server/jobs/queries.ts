import type pg from 'pg'

/**
 * Jobs that wait for a moment which the injected clock has passed become due now. Only `drain()` needs it: the database's own
 * clock moves by itself.
 */
export async function bringForward(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `update pgboss.job set start_after = now()
     where state in ('created', 'retry') and start_after > now() and (data ->> 'notBefore')::timestamptz <= $1`,
    [now],
  )
}
