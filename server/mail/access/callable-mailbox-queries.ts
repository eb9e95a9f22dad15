import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { reconcileBatchSize } from '../limits.ts'
import { outageProbeAt } from './outage-probe-queries.ts'

/** Mailboxes that may be called: with a valid sign-in, not paused, and without an outage of a provider they need. */
export function callable(tx: Tx, now: Date) {
  return tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
    .select('m.id')
    .where('m.status', '<>', 'reauth_required')
    .where('w.paused_until', '<=', now)
    .where(sql<boolean>`${outageProbeAt('m.id', now)} is null`)
    .limit(reconcileBatchSize)
}
