import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import type { Identity, User } from './user-queries.ts'
import { clearedEmailChange, deleteFlowStatesOf } from './update-user-queries.ts'

/** Identifies a user at a provider. */
interface IdentityKey {
  provider: string
  providerId: string
}

export async function findIdentity(tx: Tx, { provider, providerId }: IdentityKey): Promise<Identity | undefined> {
  return tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
}

interface NewIdentity extends IdentityKey {
  userId: string
  data: JsonValue
  now: Date
}

/** @returns false when the identity is already linked, including by a concurrent request */
export async function insertIdentity(
  tx: Tx,
  { provider, providerId, userId, data, now }: NewIdentity,
): Promise<boolean> {
  const added = await tx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider,
      provider_id: providerId,
      identity_data: JSON.stringify(data),
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Saves the provider's current claims. */
export async function recordIdentityUse(tx: Tx, id: string, data: JsonValue, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), last_sign_in_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteIdentity(tx: Tx, { id, user_id }: Pick<Identity, 'id' | 'user_id'>): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).where('user_id', '=', user_id).execute()
}

/**
 * Sets `app_metadata.provider` (the first) and `providers` (all). Derived from the identities, so that no caller can
 * set them.
 */
export async function updateProviderMetadata(tx: Tx, userId: string, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('auth.identities')
    .select('provider')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const providers = [...new Set(rows.map(({ provider }) => provider))]
  const derived = JSON.stringify({ provider: providers[0] ?? 'email', providers })
  await tx
    .updateTable('auth.users')
    .set((eb) => ({
      raw_app_meta_data: sql<string>`${eb.ref('raw_app_meta_data')} || ${derived}::jsonb`,
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute()
}

export async function clearPassword(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Deletes all sign-in methods, one-time tokens and pending flows of a user, but not the sessions. */
export async function deleteSignInMethods(tx: Tx, { id }: Pick<User, 'id'>): Promise<void> {
  for (const table of ['auth.identities', 'auth.one_time_tokens', 'auth.mfa_factors', 'auth.recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await deleteFlowStatesOf(tx, id)
  await tx.updateTable('auth.users').set(clearedEmailChange).where('id', '=', id).execute()
}
