import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthOneTimeTokensRow, DB } from '../../db/rows.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'

export type OneTimeToken = Selectable<AuthOneTimeTokensRow>

interface NewToken {
  userId: string
  purpose: LinkPurpose
  email: string
  tokenHash: Buffer
  codeHash: Buffer
  flowStateId: string | null
  now: Date
  codeExpiresAt: Date
  expiresAt: Date
}

/** One valid token per user and purpose: a new one replaces the last. */
export async function upsertOneTimeToken(tx: Tx, token: NewToken): Promise<void> {
  const values = {
    email: token.email,
    token_hash: token.tokenHash,
    code_hash: token.codeHash,
    code_attempts: 0,
    flow_state_id: token.flowStateId,
    created_at: token.now,
    code_expires_at: token.codeExpiresAt,
    expires_at: token.expiresAt,
  }
  await tx
    .insertInto('auth.one_time_tokens')
    .values({ user_id: token.userId, purpose: token.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(values))
    .execute()
}

/** Locks the token. A concurrent request waits and then finds it consumed. */
export async function lockTokenByHash(tx: Tx, tokenHash: Buffer): Promise<OneTimeToken | undefined> {
  await lockOwners(tx, (token) => token.where('token_hash', '=', tokenHash))
  return tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}

export async function lockTokensOf(
  tx: Tx,
  { email, purposes }: { email: string; purposes: LinkPurpose[] },
): Promise<OneTimeToken[]> {
  await lockOwners(tx, (token) => token.where('email', '=', email).where('purpose', 'in', purposes))
  return tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', 'in', purposes)
    .orderBy('id')
    .forUpdate()
    .execute()
}

type OwnerIds = SelectQueryBuilder<DB, 'auth.one_time_tokens', { user_id: string }>

/**
 * Locks the user rows before the tokens, in the same order as functions that change a user and revoke its tokens, to
 * avoid deadlocks.
 */
async function lockOwners(tx: Tx, ofTokens: (token: OwnerIds) => OwnerIds): Promise<void> {
  await tx
    .selectFrom('auth.users')
    .select('id')
    .where('id', 'in', ofTokens(tx.selectFrom('auth.one_time_tokens').select('user_id')))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function incrementCodeTries(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.one_time_tokens')
    .set((eb) => ({ code_attempts: eb('code_attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteOneTimeToken(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('id', '=', id).execute()
}

/** Deletes all unused one-time tokens of a user: after a change of password or address none may work. */
export async function revokeOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
}
