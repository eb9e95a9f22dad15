import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { limitOrNull } from '../shared/monthly-limit.ts'

interface UseOfAccount {
  userId: string
  mailboxes: number
  /** Emails counted in the month. */
  used: number
  /** Null: none. */
  limit: number | null
}

/** @param tx as service */
export async function readUseOfAccounts(
  tx: Tx,
  userIds: readonly string[],
  { month, hasPlans }: { month: string; hasPlans: boolean },
): Promise<Map<string, UseOfAccount>> {
  const { rows } = await sql<UseOfAccount & { limit: number }>`
    select u.id as "userId",
      (select count(*)::integer from public.mailboxes m where m.user_id = u.id) as mailboxes,
      coalesce((select emails_processed from public.usage p
        where p.user_id = u.id and p.month = ${month}::date), 0) as used,
      app.email_limit_total(u.id, ${hasPlans}) as limit
    from unnest(${[...userIds]}::uuid[]) as u(id)`.execute(tx)
  return new Map(rows.map((row) => [row.userId, { ...row, limit: limitOrNull(row.limit) }]))
}
