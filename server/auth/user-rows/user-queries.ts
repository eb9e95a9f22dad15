import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { AuthIdentitiesRow, AuthUsersRow, JsonValue } from '../../db/rows.ts'

/** Rows per statement. */
const deactivatedUserBatchSize = 500

/** A user without the password hash, which only sign-in and a change of password read. */
export type User = Omit<Selectable<AuthUsersRow>, 'encrypted_password'>
export type Identity = Selectable<AuthIdentitiesRow>

export const userColumns = [
  'id',
  'email',
  'email_confirmed_at',
  'email_auto_confirmed',
  'raw_app_meta_data',
  'raw_user_meta_data',
  'banned_until',
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'reauthentication_sent_at',
  'email_change_sent_at',
  'new_email',
  'email_change_current_confirmed',
  'email_change_new_confirmed',
  'deleted_at',
  'last_sign_in_at',
  'created_at',
  'updated_at',
] as const

export async function userById(tx: Tx, id: string): Promise<User | undefined> {
  return tx.selectFrom('auth.users').select(userColumns).where('id', '=', id).executeTakeFirst()
}

/**
 * User and password hash for a sign-in. Always one query, so its duration does not reveal whether the address is known.
 */
export async function credentialsOf(
  tx: Tx,
  email: string,
): Promise<{ user: User; passwordHash: string | null } | null> {
  const row = await tx
    .selectFrom('auth.users')
    .select([...userColumns, 'encrypted_password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row) return null
  const { encrypted_password: passwordHash, ...user } = row
  return { user, passwordHash }
}

export async function passwordHashOf(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.selectFrom('auth.users').select('encrypted_password').where('id', '=', userId).executeTakeFirst()
  return row?.encrypted_password ?? null
}

export async function identitiesOf(tx: Tx, userId: string): Promise<Identity[]> {
  return tx
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

interface NewUser {
  id: string
  email: string
  /** Null for a user who signs in by email link or with a provider. */
  passwordHash: string | null
  metadata: JsonValue
  /** Null while the address is unconfirmed. */
  confirmedAt: Date | null
  /** The address counts as confirmed, but no one has proven ownership of the mailbox. */
  isAutoConfirmed?: boolean
  invitedAt?: Date
  now: Date
}

/** @returns undefined when the address or the id is taken, including by a concurrent request */
export async function insertUser(
  tx: Tx,
  { id, email, passwordHash, metadata, confirmedAt, isAutoConfirmed, invitedAt, now }: NewUser,
): Promise<User | undefined> {
  return tx
    .insertInto('auth.users')
    .values({
      id,
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: confirmedAt,
      email_auto_confirmed: isAutoConfirmed ?? false,
      invited_at: invitedAt ?? null,
      raw_user_meta_data: JSON.stringify(metadata),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst()
}

/** Inserts the identity of provider `email`. Its provider id is the user id, as in GoTrue. */
export async function insertEmailIdentity(tx: Tx, userId: string, data: JsonValue, now: Date): Promise<void> {
  await tx
    .insertInto('auth.identities')
    .values({
      user_id: userId,
      provider: 'email',
      provider_id: userId,
      identity_data: JSON.stringify(data),
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Inserts a user with an email identity. @returns undefined when the address is taken */
export async function insertUserWithEmail(
  tx: Tx,
  user: Omit<NewUser, 'metadata'>,
  data: Record<string, JsonValue>,
  { byOperator = false }: { byOperator?: boolean } = {},
): Promise<User | undefined> {
  // At a sign-up GoTrue copies the identity's claims into the metadata, where they override the client's values; users
  // of the operator get the given metadata only.
  const identityClaims = {
    sub: user.id,
    email: user.email,
    email_verified: user.confirmedAt !== null,
    phone_verified: false,
  }
  const metadata = { ...data, ...identityClaims }
  const added = await insertUser(tx, { ...user, metadata: byOperator ? data : metadata })
  if (added) await insertEmailIdentity(tx, user.id, metadata, user.now)
  return added
}

export async function recordSignIn(tx: Tx, userId: string, now: Date): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

export async function updatePasswordHash(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function updateUserMetadata(tx: Tx, userId: string, metadata: JsonValue, now: Date): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({ raw_user_meta_data: JSON.stringify(metadata), updated_at: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

/**
 * Locks a user row until the transaction ends. `for no key update` instead of `for update`: inserting a session or
 * token only needs a key-share lock and must not wait here, which could deadlock.
 */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('auth.users').select(userColumns).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Clears a user row until the job deletes it. The placeholder address uses the reserved domain `.invalid` (RFC 2606).
 */
export async function anonymizeUser(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const table of ['auth.identities', 'auth.one_time_tokens', 'auth.mfa_factors'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  await tx
    .updateTable('auth.users')
    .set({
      email: `${userId}@deleted.invalid`,
      new_email: null,
      encrypted_password: null,
      raw_user_meta_data: '{}',
      deleted_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

/** Deactivated users whose deletion job was lost or failed. */
export const findDeactivatedUsers = (tx: Tx): Promise<{ userId: string }[]> =>
  tx
    .selectFrom('auth.users')
    .select('id as userId')
    .where('deleted_at', 'is not', null)
    .limit(deactivatedUserBatchSize)
    .execute()

/** Deletes a user; foreign keys cascade to the user's rows in all tables. */
export async function removeUser(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth.users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
