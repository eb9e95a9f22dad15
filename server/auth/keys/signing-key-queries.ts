import { sql, type Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthSigningKeysRow, JsonValue } from '../../db/rows.ts'

export type SigningKeyRow = Selectable<AuthSigningKeysRow>

export async function newestSigningKey(tx: Tx): Promise<SigningKeyRow | undefined> {
  return tx
    .selectFrom('auth.signing_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .limit(1)
    .executeTakeFirst()
}

/** Public keys of the active signing keys and of those retired after the given time. */
export async function publicKeysSince(
  tx: Tx,
  retiredAfter: Date,
): Promise<Pick<SigningKeyRow, 'kid' | 'public_jwk'>[]> {
  return tx
    .selectFrom('auth.signing_keys')
    .select(['kid', 'public_jwk'])
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', retiredAfter)]))
    .orderBy('created_at', 'desc')
    .execute()
}

/** Serialises key creation across nodes until the transaction ends: two nodes that start together create one key. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('auth.signing_keys'))`.execute(tx)
}

interface NewSigningKey {
  kid: string
  publicJwk: JsonValue
  privateJwkSealed: string
  now: Date
}

/** Inserts a signing key and retires the others, which verify for as long as their tokens live. */
export async function replaceSigningKey(
  tx: Tx,
  { kid, publicJwk, privateJwkSealed, now }: NewSigningKey,
): Promise<void> {
  await tx.updateTable('auth.signing_keys').set({ retired_at: now }).where('retired_at', 'is', null).execute()
  await tx
    .insertInto('auth.signing_keys')
    .values({
      kid,
      algorithm: 'ES256',
      public_jwk: JSON.stringify(publicJwk),
      private_jwk_sealed: privateJwkSealed,
      created_at: now,
    })
    .execute()
}

export async function resealSigningKey(tx: Tx, kid: string, privateJwkSealed: string): Promise<void> {
  await tx
    .updateTable('auth.signing_keys')
    .set({ private_jwk_sealed: privateJwkSealed })
    .where('kid', '=', kid)
    .execute()
}
