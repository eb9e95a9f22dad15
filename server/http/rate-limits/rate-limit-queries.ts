import type { Pool } from 'pg'
import type { Database } from '../../db/database.ts'

const rateLimitCleanupBatchSize = 1000

/** A window of a rate limit: calls so far, this one included, and the end in epoch milliseconds. */
interface RateLimitWindow {
  points: number
  endsAt: number
}

/** Counts a call in the key's window, or starts a new window after its end. Concurrent calls get distinct counts. */
export async function incrementWindow(
  { pool, preparesStatements }: Pick<Database, 'pool' | 'preparesStatements'>,
  call: { key: string; now: number; endsAt: number },
): Promise<RateLimitWindow> {
  const { rows } = await pool.query<{ points: number; expire: string }>({
    ...(preparesStatements && { name: 'increment-window' }),
    text: `insert into app.rate_limits as counted (key, points, expire) values ($1, 1, $3)
      on conflict (key) do update set
        points = case when counted.expire <= $2 then 1 else counted.points + 1 end,
        expire = case when counted.expire <= $2 then $3 else counted.expire end
      returning points, expire`,
    values: [call.key, call.now, call.endsAt],
  })
  const [row] = rows
  if (!row) throw new Error('A rate limit was not counted')
  return { points: row.points, endsAt: Number(row.expire) }
}

/** Deletes ended windows in batches; `skip locked` leaves rows that another node is deleting. */
export async function deleteExpiredWindows(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `delete from app.rate_limits where key in
      (select key from app.rate_limits where expire <= $1 limit $2 for update skip locked)`,
    [now, rateLimitCleanupBatchSize],
  )
}

/** Deletes the windows whose key contains the user's id. */
export async function deleteWindowsOf(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from app.rate_limits where position($1 in key) > 0', [userId])
}
