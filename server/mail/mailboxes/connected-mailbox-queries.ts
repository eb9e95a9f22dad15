import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

interface ConnectedMailbox {
  userId: string
  provider: 'imap' | 'microsoft'
  /** What the provider knows the mailbox by: tenant and account, or mail server and name. */
  tenantId: string
  accountId: string
  address: string
  name: string
  /** The breakers of its calls, and of its tokens where it signs in by OAuth. */
  breakers: { calls: string; tokens: string | null }
}

/**
 * Inserts the mailbox, or activates the same user's mailbox again with its name and settings.
 * @returns null where it belongs to another user
 */
export async function upsertConnectedMailbox(tx: Tx, mailbox: ConnectedMailbox): Promise<string | null> {
  const row = await tx
    .insertInto('mailboxes')
    .values({
      user_id: mailbox.userId,
      name: mailbox.name,
      email_address: mailbox.address,
      provider: mailbox.provider,
      provider_tenant_id: mailbox.tenantId,
      provider_account_id: mailbox.accountId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_tenant_id', 'provider_account_id'])
        .doUpdateSet({ email_address: mailbox.address, status: 'active', stopped_at: null })
        // The unique key decides between two users who connect it concurrently; the second only learns that it is
        // taken.
        .where('mailboxes.user_id', '=', mailbox.userId),
    )
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await tx
    .insertInto('app.mailbox_sync_states')
    .values({
      mailbox_id: row.id,
      user_id: mailbox.userId,
      call_breaker: mailbox.breakers.calls,
      token_breaker: mailbox.breakers.tokens,
    })
    // The pause applied to the previous sign-in, which may have been at another port.
    .onConflict((conflict) =>
      conflict.column('mailbox_id').doUpdateSet({
        call_breaker: mailbox.breakers.calls,
        consecutive_failures: 0,
        paused_until: sql`'-infinity'`,
      }),
    )
    .execute()
  return row.id
}
