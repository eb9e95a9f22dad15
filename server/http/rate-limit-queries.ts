import type { Pool } from 'pg'

/** A window of a limit: calls so far (this one among them), and its end in epoch milliseconds. */
export interface Window {
  points: number
  endsAt: number
}

/** One more in the window of this key; where the last one is over, the first of the next. Calls at once each get a count of their own. */
export async function countCall(pool: Pool, call: { key: string; now: number; endsAt: number }): Promise<Window> {
  const { rows } = await pool.query<{ points: number; expire: string }>({
    name: 'count-call',
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

/** Windows that are over, some at a time; what another node removes right now is left to it. */
export async function removeClosedWindows(pool: Pool, now: number): Promise<void> {
  await pool.query(
    `delete from app.rate_limits where key in
      (select key from app.rate_limits where expire <= $1 limit 1000 for update skip locked)`,
    [now],
  )
}
