import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import type { LinkPurpose } from '../../emails/email-kinds.ts'
import { userColumns, type User } from '../user-rows/user-queries.ts'
import { deleteUnconfirmedUsers } from '../user-rows/unconfirmed-user-queries.ts'

/** Locks the user with this address until the transaction ends. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('auth.users').select(userColumns).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
}

/**
 * Marks the address as confirmed. Credentials set before the proof may be an attacker's: the password is kept only if
 * it came with the sign-up being confirmed.
 */
export async function confirmEmail(
  tx: Tx,
  userId: string,
  { keepPassword, now }: { keepPassword: boolean; now: Date },
): Promise<void> {
  const verified = sql<JsonValue>`'{"email_verified": true}'::jsonb`
  await tx
    .updateTable('auth.users')
    .set((eb) => ({
      email_confirmed_at: now,
      raw_user_meta_data: sql<string>`${eb.ref('raw_user_meta_data')} || ${verified}`,
      updated_at: now,
      ...(!keepPassword && { encrypted_password: null }),
    }))
    .where('id', '=', userId)
    .execute()
  await tx
    .updateTable('auth.identities')
    .set((eb) => ({ identity_data: sql<string>`${eb.ref('identity_data')} || ${verified}`, updated_at: now }))
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .execute()
}

/** @returns whether there were identities other than `email` */
export async function deleteProviderIdentities(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '<>', 'email')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether the account has an identity other than `email`. */
export async function hasProviderIdentity(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('auth.identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '<>', 'email')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Clears the flag of an address that counted as confirmed without proof. The caller has removed all access gained
 * without the mailbox.
 */
export async function markEmailProven(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ email_auto_confirmed: false })
    .where('id', '=', userId)
    .where('email_auto_confirmed', '=', true)
    .execute()
}

/** Saves the metadata of the latest sign-up in the user row and, as in GoTrue, in the email identity. */
export async function setUnconfirmedMetadata(
  tx: Tx,
  { id, email }: Pick<User, 'id' | 'email'>,
  data: Record<string, JsonValue>,
): Promise<void> {
  const metadata = JSON.stringify({ ...data, sub: id, email, email_verified: false, phone_verified: false })
  await tx.updateTable('auth.users').set({ raw_user_meta_data: metadata }).where('id', '=', id).execute()
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: metadata })
    .where('user_id', '=', id)
    .where('provider', '=', 'email')
    .execute()
}

/** The column with the time of the last email of a purpose; magic link and recovery share one, as in GoTrue. */
const sentColumns = {
  signup: 'confirmation_sent_at',
  invite: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
} as const satisfies Partial<Record<LinkPurpose, string>>
export type SignInPurpose = keyof typeof sentColumns

export async function recordLinkSent(
  tx: Tx,
  { userId, purpose, now }: { userId: string; purpose: SignInPurpose; now: Date },
): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ [sentColumns[purpose]]: now })
    .where('id', '=', userId)
    .execute()
}

const signInPurposes: LinkPurpose[] = ['signup', 'invite', 'magiclink', 'recovery']

/**
 * Creates the account of a sign-up, or replaces the password of an unconfirmed one, unless a link to it is still valid
 * (see `replacePendingSignUp`): the password is known before the email is composed. One statement for free and taken
 * addresses, so that the response does not wait longer for one of them.
 */
export async function savePendingSignUp(tx: Tx, { id, email, passwordHash, data, now }: PendingSignUp): Promise<void> {
  const claims = JSON.stringify({ ...data, sub: id, email, email_verified: false, phone_verified: false })
  const pending = pendingSignInTokens(tx, now).where('token.user_id', '=', sql.ref<string>('account.id'))
  await sql`
    with replaced as (
      update auth.users as account set encrypted_password = ${passwordHash}, updated_at = ${now}
      where email = ${email} and email_confirmed_at is null and not exists (${pending})
        and (banned_until is null or banned_until <= ${now})
    ), added as (
      insert into auth.users (id, email, encrypted_password, raw_user_meta_data, created_at, updated_at)
      values (${id}, ${email}, ${passwordHash}, ${claims}, ${now}, ${now})
      on conflict do nothing
      returning id, created_at
    )
    insert into auth.identities
      (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
    select id, 'email', id, ${claims}, created_at, created_at, created_at from added`.execute(tx)
}

interface PendingSignUp {
  id: string
  email: string
  passwordHash: string
  data: Record<string, JsonValue>
  now: Date
}

/** Whether an emailed sign-in token of the user is still valid. */
export async function hasPendingSignInToken(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const live = await pendingSignInTokens(tx, now).where('token.user_id', '=', userId).executeTakeFirst()
  return live !== undefined
}

const pendingSignInTokens = (tx: Tx, now: Date) =>
  tx
    .selectFrom('auth.one_time_tokens as token')
    .select('token.id')
    .where('token.purpose', 'in', signInPurposes)
    .where('token.expires_at', '>', now)

/** Deletes all emailed sign-in tokens of a user. Using one of them voids the others. */
export async function revokeSignInTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', signInPurposes)
    .execute()
}

/** Deletes an unconfirmed account, so that a new sign-up can use its address. */
export async function deleteUnconfirmedUser(tx: Tx, email: string): Promise<void> {
  await deleteUnconfirmedUsers(tx).where('email', '=', email).execute()
}
