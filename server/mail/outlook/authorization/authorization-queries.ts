import type { Tx } from '../../../db/database.ts'
import type { UserAuthorizationState } from '../../../grants/authorization-callback.ts'

export interface MailboxAuthorizationState extends UserAuthorizationState {
  nonce_hash: Buffer
  mailbox_name: string | null
  /** The mailbox to sign in to again; null where a new one may be connected. */
  mailbox_id: string | null
  /** Whether `Mail.Send` is requested. */
  with_send_scope: boolean
}

export async function insertAuthorizationState(tx: Tx, state: MailboxAuthorizationState, now: Date): Promise<void> {
  await tx
    .insertInto('app.oauth_states')
    .values({ ...state, provider: 'microsoft' })
    .execute()
  // Abandoned authorizations.
  await tx.deleteFrom('app.oauth_states').where('expires_at', '<', now).execute()
}

export async function consumeAuthorizationState(tx: Tx, stateHash: Buffer): Promise<MailboxAuthorizationState | null> {
  const deleted = await tx
    .deleteFrom('app.oauth_states')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', 'microsoft')
    .returningAll()
    .executeTakeFirst()
  return deleted ?? null
}

/** The user's connected mailbox of this Microsoft account, with its granted scopes. */
export async function findMailboxByAccount(
  tx: Tx,
  at: { userId: string; tenantId: string; accountId: string },
): Promise<{ id: string; scopes: string | null } | null> {
  const found = await tx
    .selectFrom('mailboxes as m')
    .leftJoin('app.mailbox_tokens as t', 't.mailbox_id', 'm.id')
    .select(['m.id', 't.scopes'])
    .where('m.user_id', '=', at.userId)
    .where('m.provider', '=', 'microsoft')
    .where('m.provider_tenant_id', '=', at.tenantId)
    .where('m.provider_account_id', '=', at.accountId)
    .executeTakeFirst()
  return found ?? null
}
