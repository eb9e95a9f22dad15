import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { isMessageFree } from '../runner/calls-in-flight-queries.ts'

/**
 * Whether another live worker is creating this contact at this moment, for another message of the same sender. Locks
 * the contact until the transaction ends, so that the caller can record that it creates the contact itself.
 */
export async function isContactBeingCreated(
  tx: Tx,
  { runId, userId, contact }: { runId: string; userId: string; contact: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${userId}/${contact}`}, 6))`.execute(tx)
  const found = await tx
    .selectFrom('app.action_progress as p')
    .innerJoin('email_action_runs as r', 'r.id', 'p.run_id')
    .innerJoin('app.pending_action_messages as m', 'm.log_id', 'r.log_id')
    .select('p.run_id')
    .where('p.user_id', '=', userId)
    .where('p.run_id', '<>', runId)
    .where('r.status', '=', 'running')
    .where(sql<boolean>`p.progress ->> 'contact' = ${contact} and not ${isMessageFree('m')}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
