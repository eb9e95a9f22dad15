import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Reads the monthly email limit of the user's plan and add-ons, and its usage.
 * @param month first day, `YYYY-MM-DD`
 */
export async function readEmailLimit(tx: Tx, userId: string, month: string): Promise<{ limit: number; used: number }> {
  const { rows } = await sql<{ limit: number; used: number }>`
    select app.email_limit_total(${userId}::uuid) as limit,
      coalesce((select emails_processed from public.usage
        where user_id = ${userId}::uuid and month = ${month}::date), 0) as used`.execute(tx)
  return rows[0] ?? { limit: 0, used: 0 }
}
