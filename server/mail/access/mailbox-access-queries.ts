import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { GrantRow } from '../../grants/grant.ts'
import type { SealedTokens } from '../../grants/sealed-tokens.ts'
import { providerState } from '../../outages/queries.ts'
import type { MailboxRow } from '../mailboxes/mailbox-queries.ts'

type Tokens = SealedTokens & Pick<GrantRow, 'generation'>

/** What a call to a mailbox needs of its rows. The tokens are null where the mailbox signs in without them. */
export type MailboxAccess = Omit<GrantRow, keyof Tokens> &
  Pick<MailboxRow, 'user_id' | 'status'> & { [Column in keyof Tokens]: Tokens[Column] | null } & {
    /** `mailboxes.provider` */
    kind: string
    /** The operator has stopped all mailboxes. */
    stopped: boolean
  }

export async function findMailboxAccess(tx: Tx, mailboxId: string): Promise<MailboxAccess | null> {
  const found = await tx
    .selectFrom('mailboxes as m')
    .innerJoin('app.mailbox_sync_states as w', 'w.mailbox_id', 'm.id')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .select(['m.user_id', 'm.provider as kind', 'm.status'])
    .select(['w.paused_until', 'w.consecutive_failures', 'w.probe_claimed_until'])
    .select(['t.access_token_sealed', 't.refresh_token_sealed', 't.scopes', 't.expires_at', 't.generation'])
    .select([
      providerState(sql.ref('w.call_breaker')).as('provider_state'),
      providerState(sql.ref('w.token_breaker')).as('token_provider_state'),
    ])
    .select(sql<boolean>`exists (select from app.automation_switch s where s.mailboxes_stopped)`.as('stopped'))
    .where('m.id', '=', mailboxId)
    .executeTakeFirst()
  return found ?? null
}
