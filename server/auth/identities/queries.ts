import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import type { Identity, User } from '../queries.ts'
import { noEmailChange, removeFlowsOf } from '../update-user-queries.ts'

/** What stands for somebody at a provider. */
export interface IdentityKey {
  provider: string
  providerId: string
}

export async function identityBy(tx: Tx, { provider, providerId }: IdentityKey): Promise<Identity | undefined> {
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

/** @returns false where some account has this identity already, also when two ask at the same moment */
export async function addIdentity(tx: Tx, { provider, providerId, userId, data, now }: NewIdentity): Promise<boolean> {
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

/** What the provider says of the person today. */
export async function noteIdentityUse(tx: Tx, id: string, data: JsonValue, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), last_sign_in_at: now, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function removeIdentity(tx: Tx, { id, user_id }: Pick<Identity, 'id' | 'user_id'>): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).where('user_id', '=', user_id).execute()
}

/** `app_metadata.provider` is the first that the account has, `providers` all of them; derived, so that nobody can say otherwise. */
export async function deriveProviders(tx: Tx, userId: string, now: Date): Promise<void> {
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

export async function removePassword(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: null, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Every way into an account and everything that is under way for it, but for its sessions. */
export async function removeWaysIn(tx: Tx, { id }: Pick<User, 'id'>): Promise<void> {
  for (const table of ['auth.identities', 'auth.one_time_tokens', 'auth.mfa_factors', 'auth.recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', id).execute()
  await removeFlowsOf(tx, id)
  await tx.updateTable('auth.users').set(noEmailChange).where('id', '=', id).execute()
}
