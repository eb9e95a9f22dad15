import type { Tx } from '../db/database.ts'
import { deleteUnclaimed } from './unclaimed-queries.ts'
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

export async function forgetUnconfirmed(tx: Tx, before: Date): Promise<void> {
  await deleteUnclaimed(tx).where('created_at', '<', before).execute()
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
