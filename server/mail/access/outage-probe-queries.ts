import { sql, type RawBuilder } from 'kysely'
import { tokenRefreshThresholdMs } from '../../../contract/limits.ts'
import { later } from '../../clock.ts'

/**
 * When the next probe is due, while an outage of Graph, or of Entra where the mailbox needs a new access token, stops
 * the calls for a mailbox; null otherwise. @param mailboxId a column of the query
 */
export const outageProbeAt = (mailboxId: string, now: Date): RawBuilder<Date | null> =>
  sql<Date | null>`(select max(o.next_probe_at) from app.provider_outages o where o.opened_at is not null
    and (o.provider = 'graph' or (o.provider = 'entra' and exists (select from app.mailbox_tokens t
      where t.mailbox_id = ${sql.ref(mailboxId)} and t.expires_at <= ${later(now, tokenRefreshThresholdMs)}))))`
