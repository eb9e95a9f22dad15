import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * How many e-mails the person's plan and add-ons take now, and how many of the month are used.
 * @param month first day, `YYYY-MM-DD`
 */
export async function limitOf(tx: Tx, userId: string, month: string): Promise<{ limit: number; used: number }> {
  const { rows } = await sql<{ limit: number; used: number }>`
    select app.email_limit_total(${userId}::uuid) as limit,
      coalesce((select emails_processed from public.usage where user_id = ${userId}::uuid and month = ${month}::date), 0) as used`.execute(
    tx,
  )
  return rows[0] ?? { limit: 0, used: 0 }
}
