import type { Tx } from '../db/database.ts'

/** Links, codes, flows and challenges whose time is over. */
export async function forgetExpired(tx: Tx, now: Date): Promise<void> {
  for (const table of ['auth.one_time_tokens', 'auth.flow_states', 'auth.mfa_challenges'] as const) {
    await tx.deleteFrom(table).where('expires_at', '<=', now).execute()
  }
}

export async function forgetAuditEntries(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('auth.audit_log_entries').where('created_at', '<', before).execute()
}
