import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** Work that waits, and mailboxes by state, for the metrics. @param tx as service */
export async function readBacklog(tx: Tx) {
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::integer as waiting, coalesce(extract(epoch from max(now() - start_after)), 0)::integer as oldest
    from pgboss.job where state in ('created', 'retry') and start_after <= now()`.execute(tx)
  const mailboxes = await tx
    .selectFrom('mailboxes')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const sorting = await tx
    .selectFrom('mailboxes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'active')
    .where('real_time', '=', true)
    .executeTakeFirstOrThrow()
  return {
    waiting: rows[0]?.waiting ?? 0,
    oldestSeconds: rows[0]?.oldest ?? 0,
    mailboxes,
    sortingMailboxes: sorting.count,
  }
}
