import type { Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { AuthIdentitiesRow, AuthUsersRow, JsonValue } from '../db/rows.ts'

/** An account without its password's hash, which only a sign-in and a change of password have to read. */
export type User = Omit<Selectable<AuthUsersRow>, 'encrypted_password'>
export type Identity = Selectable<AuthIdentitiesRow>

export const userColumns = [
  'id',
  'email',
  'email_confirmed_at',
  'email_assumed',
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

/** What a sign-in is judged by. One query whether the address is known or not. */
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
  /** Null where the person signs in by e-mail or by a provider. */
  passwordHash: string | null
  metadata: JsonValue
  /** Null where the address is still to be confirmed. */
  confirmedAt: Date | null
  /** Confirmed without anybody having shown that the mailbox is theirs. */
  isAssumed?: boolean
  invitedAt?: Date
  now: Date
}

/** @returns undefined where the address or the id is taken, also when two ask at the same moment */
export async function addUser(
  tx: Tx,
  { id, email, passwordHash, metadata, confirmedAt, isAssumed, invitedAt, now }: NewUser,
): Promise<User | undefined> {
  return tx
    .insertInto('auth.users')
    .values({
      id,
      email,
      encrypted_password: passwordHash,
      email_confirmed_at: confirmedAt,
      email_assumed: isAssumed ?? false,
      invited_at: invitedAt ?? null,
      raw_user_meta_data: JSON.stringify(metadata),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst()
}

/** The account's own e-mail as a way to sign in; its id with the provider is the account's id, as the protocol has it. */
export async function addEmailIdentity(tx: Tx, userId: string, data: JsonValue, now: Date): Promise<void> {
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

/** An account with its e-mail identity. @returns undefined where the address is taken */
export async function addUserByEmail(
  tx: Tx,
  user: Omit<NewUser, 'metadata'>,
  data: Record<string, JsonValue>,
): Promise<User | undefined> {
  // The protocol copies what the provider says into the metadata, above whatever the client sent under these names.
  const said = { sub: user.id, email: user.email, email_verified: user.confirmedAt !== null, phone_verified: false }
  const metadata = { ...data, ...said }
  const added = await addUser(tx, { ...user, metadata })
  if (added) await addEmailIdentity(tx, user.id, metadata, user.now)
  return added
}

export async function noteSignIn(tx: Tx, userId: string, now: Date): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({ last_sign_in_at: now, updated_at: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

export async function replacePassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function replaceUserMetadata(tx: Tx, userId: string, metadata: JsonValue, now: Date): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({ raw_user_meta_data: JSON.stringify(metadata), updated_at: now })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

/**
 * The account for as long as it is being changed; others who want to change it wait. Not `for update`: that would also stop
 * those who only add a session or a token to it, while they may hold what this one waits for.
 */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return tx.selectFrom('auth.users').select(userColumns).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

/** Leaves of an account its id alone, until everything that hangs on it is gone. No address ends in `.invalid` (RFC 2606). */
export async function emptyAccount(tx: Tx, userId: string, now: Date): Promise<void> {
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

/** Accounts that were ended and are still there, since a job was lost or failed. */
export async function endedAccounts(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('auth.users').select('id').where('deleted_at', 'is not', null).limit(500).execute()
  return rows.map(({ id }) => id)
}

/** Takes every row of the person with it, in all tables. */
export async function removeUser(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth.users').where('id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}
