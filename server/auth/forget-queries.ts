import type { Tx } from '../db/database.ts'
import type { SecurityAction } from './audit/security-action.ts'
import { noEmailChange } from './update-user-queries.ts'

/** Links, codes, flows and challenges whose time is over. */
export async function forgetExpired(tx: Tx, now: Date): Promise<void> {
  for (const table of ['auth.one_time_tokens', 'auth.flow_states', 'auth.mfa_challenges'] as const) {
    await tx.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}

/** Wishes for another address that one of the two mailboxes never agreed to. */
export async function forgetEmailChanges(tx: Tx, before: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set(noEmailChange)
    .where('new_email', 'is not', null)
    .where('email_change_sent_at', '<', before)
    .execute()
}

/**
 * Accounts that somebody made with an address which nobody confirmed; there is nothing in them. Not those that the operator made or
 * invited: people may take them up late.
 */
export async function forgetUnconfirmed(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('auth.users')
    .where('email_confirmed_at', 'is', null)
    .where('invited_at', 'is', null)
    .where('last_sign_in_at', 'is', null)
    .where('created_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('auth.audit_log_entries as entry')
            .select('entry.id')
            .whereRef('entry.user_id', '=', 'auth.users.id')
            .where('entry.action', '=', 'changed_by_operator' satisfies SecurityAction),
        ),
      ),
    )
    .execute()
}

/** Sessions that have come to an end by time, of people who do not sign in any more. */
export async function forgetSessions(tx: Tx, { now, idleSince }: { now: Date; idleSince: Date }): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where((eb) => eb.or([eb('not_after', '<=', now), eb('refreshed_at', '<=', idleSince)]))
    .execute()
}

export async function forgetAuditEntries(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('auth.audit_log_entries').where('created_at', '<', before).execute()
}
