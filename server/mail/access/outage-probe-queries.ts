import { sql, type RawBuilder } from 'kysely'
import { tokenRefreshThresholdMs } from '../../../contract/limits.ts'
import { addMs } from '../../clock.ts'

/**
 * When the next probe is due, while an outage stops the calls for a mailbox: of its API, or of its token endpoint where
 * the mailbox needs a new access token; null otherwise. @param mailboxId a column of the query
 */
export const outageProbeAt = (mailboxId: string, now: Date): RawBuilder<Date | null> =>
  sql<Date | null>`(select max(o.next_probe_at) from app.provider_outages o
    join app.mailbox_sync_states s on s.mailbox_id = ${sql.ref(mailboxId)}
    where o.opened_at is not null
    and (o.provider = s.call_breaker or (o.provider = s.token_breaker and exists (select from app.mailbox_tokens t
      where t.mailbox_id = s.mailbox_id and t.expires_at <= ${addMs(now, tokenRefreshThresholdMs)}))))`
