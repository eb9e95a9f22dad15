import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/**
 * Whether another worker, one that is alive, is making this contact right now: two mails of one sender may come at the same time. Whoever asks
 * holds the contact until the end of the transaction, in which they say that they are making it themselves.
 */
export async function isContactBeingMade(
  tx: Tx,
  { runId, userId, contact }: { runId: string; userId: string; contact: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId}/${contact}`}, 6))`.execute(tx)
  const found = await tx
    .selectFrom('app.action_progress as p')
    .innerJoin('email_action_runs as r', 'r.id', 'p.run_id')
    .innerJoin('app.mails_to_act_on as m', 'm.log_id', 'r.log_id')
    .select('p.run_id')
    .where('p.user_id', '=', userId)
    .where('p.run_id', '<>', runId)
    .where('r.status', '=', 'running')
    .where(sql<boolean>`p.progress ->> 'contact' = ${contact} and m.claimed_until > now()`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
