import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { limitOrNull, type CountedMonth } from '../../shared/monthly-limit.ts'

interface EmailLimit {
  /** Null: none. */
  limit: number | null
  used: number
}

/** Reads the monthly email limit of the user's plan and add-ons, or that of the operator, and its usage. */
export async function readEmailLimit(tx: Tx, { userId, month, hasPlans }: CountedMonth): Promise<EmailLimit> {
  const { rows } = await sql<{ limit: number; used: number }>`
    select app.email_limit_total(${userId}::uuid, ${hasPlans}) as limit,
      coalesce((select emails_processed from public.usage
        where user_id = ${userId}::uuid and month = ${month}::date), 0) as used`.execute(tx)
  const { limit, used } = rows[0] ?? { limit: 0, used: 0 }
  return { limit: limitOrNull(limit), used }
}

export async function saveUserLimit(tx: Tx, userId: string, limit: number): Promise<void> {
  await tx
    .insertInto('app.user_limits')
    .values({ user_id: userId, email_limit: limit })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ email_limit: limit }))
    .execute()
}

export async function deleteUserLimit(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('app.user_limits').where('user_id', '=', userId).execute()
}
