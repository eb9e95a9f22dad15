import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import type { LinkPurpose } from '../../emails/kinds.ts'
import { userColumns, type User } from '../queries.ts'
import { deleteUnclaimed } from '../unclaimed-queries.ts'

/** The account with this address for as long as it is being changed. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.selectFrom('auth.users').select(userColumns).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
}

/**
 * The person has shown that the address is theirs. What was set before anybody had shown that may be a stranger's: the password stays
 * only where it came with the very sign-up that is confirmed.
 */
export async function confirmAddress(
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

/** @returns whether there were any beside the account's own e-mail */
export async function removeOtherIdentities(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '<>', 'email')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whether a provider leads to the account, too. */
export async function hasOtherIdentity(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('auth.identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider', '<>', 'email')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** An address that was only assumed to be the person's has turned out to be, and whoever came in without it is out. */
export async function noteAddressShown(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ email_assumed: false })
    .where('id', '=', userId)
    .where('email_assumed', '=', true)
    .execute()
}

/** What the latest sign-up said about the person, in the account and, as the protocol has it, in its e-mail identity. */
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

/** Which column says when an e-mail of this purpose last went out; a sign-in and a reset share theirs, as in the protocol. */
const sentColumns = {
  signup: 'confirmation_sent_at',
  invite: 'confirmation_sent_at',
  magiclink: 'recovery_sent_at',
  recovery: 'recovery_sent_at',
} as const satisfies Partial<Record<LinkPurpose, string>>
export type SignInPurpose = keyof typeof sentColumns

export async function noteLinkSent(
  tx: Tx,
  { userId, purpose, now }: { userId: string; purpose: SignInPurpose; now: Date },
): Promise<void> {
  await tx
    .updateTable('auth.users')
    .set({ [sentColumns[purpose]]: now })
    .where('id', '=', userId)
    .execute()
}

const waysIn: LinkPurpose[] = ['signup', 'invite', 'magiclink', 'recovery']

/** Whether a way in was sent to this person that can still be used. */
export async function hasLiveLink(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const live = await tx
    .selectFrom('auth.one_time_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', 'in', waysIn)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return live !== undefined
}

/** Every way in that was sent to this person: once one is used, the others are needed no more. */
export async function voidSignInTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).where('purpose', 'in', waysIn).execute()
}

/** An account that nobody has ever confirmed gives way to who signs up with its address. */
export async function removeUnconfirmed(tx: Tx, email: string): Promise<void> {
  await deleteUnclaimed(tx).where('email', '=', email).execute()
}
