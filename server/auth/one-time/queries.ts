import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthOneTimeTokensRow, DB } from '../../db/rows.ts'
import type { LinkPurpose } from '../../emails/kinds.ts'

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

/** One live token per person and purpose: a new one takes the place of the last. */
export async function putOneTimeToken(tx: Tx, token: NewToken): Promise<void> {
  const values = {
    email: token.email,
    token_hash: token.tokenHash,
    code_hash: token.codeHash,
    code_tries: 0,
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

/** Whoever wants to use it too waits; the one after them finds it gone. */
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

/** The account first, then its tokens: who changes an account and voids its tokens goes the same way, so that nobody waits in a ring. */
async function lockOwners(tx: Tx, ofTokens: (token: OwnerIds) => OwnerIds): Promise<void> {
  await tx
    .selectFrom('auth.users')
    .select('id')
    .where('id', 'in', ofTokens(tx.selectFrom('auth.one_time_tokens').select('user_id')))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export async function countCodeTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('auth.one_time_tokens')
    .set((eb) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function removeOneTimeToken(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('id', '=', id).execute()
}

/** Everything that was sent to this person and not used: after a change of password or address none of it may work. */
export async function voidOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
}
