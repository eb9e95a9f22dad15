import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import { userColumns, type User } from './user-queries.ts'

/** Saves a requested change of address. It replaces a pending one and its confirmations. */
export async function saveEmailChange(tx: Tx, userId: string, newEmail: string, now: Date): Promise<void> {
  await deleteEmailChangeTokens(tx, userId)
  await tx
    .updateTable('auth.users')
    .set({
      new_email: newEmail,
      email_change_sent_at: now,
      email_change_current_confirmed: false,
      email_change_new_confirmed: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

export async function cancelEmailChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteEmailChangeTokens(tx, userId)
  await tx
    .updateTable('auth.users')
    .set({ ...clearedEmailChange, updated_at: now })
    .where('id', '=', userId)
    .where('new_email', 'is not', null)
    .execute()
}

export const clearedEmailChange = {
  new_email: null,
  email_change_current_confirmed: false,
  email_change_new_confirmed: false,
}

async function deleteEmailChangeTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['email_change_current', 'email_change_new'])
    .execute()
}

export async function recordEmailChangeConfirmation(
  tx: Tx,
  userId: string,
  half: 'current' | 'new',
  now: Date,
): Promise<void> {
  const confirmed = half === 'current' ? { email_change_current_confirmed: true } : { email_change_new_confirmed: true }
  await tx
    .updateTable('auth.users')
    .set({ ...confirmed, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

interface NewEmail {
  email: string
  metadata: JsonValue
  now: Date
}

export async function updateEmail(tx: Tx, userId: string, { email, metadata, now }: NewEmail): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({
      ...clearedEmailChange,
      email,
      email_confirmed_at: now,
      email_auto_confirmed: false,
      raw_user_meta_data: JSON.stringify(metadata),
      updated_at: now,
    })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

export async function updateIdentityData(tx: Tx, identityId: string, data: JsonValue, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: now })
    .where('id', '=', identityId)
    .execute()
}

/** Deletes pending flow states, so that none issues a session after a change of password. */
export async function deleteFlowStatesOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.flow_states')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('linking_user_id', '=', userId)]))
    .execute()
}

export async function recordReauthenticationSent(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('auth.users').set({ reauthentication_sent_at: now }).where('id', '=', userId).execute()
}
