import type { Tx } from '../db/database.ts'
import type { JsonValue } from '../db/rows.ts'
import { userColumns, type User } from './queries.ts'

/** A wish for another address; one that was pending is forgotten, with what has been confirmed of it. */
export async function putEmailChange(tx: Tx, userId: string, newEmail: string, now: Date): Promise<void> {
  await removeEmailChangeTokens(tx, userId)
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

export async function dropEmailChange(tx: Tx, userId: string, now: Date): Promise<void> {
  await removeEmailChangeTokens(tx, userId)
  await tx
    .updateTable('auth.users')
    .set({ ...noEmailChange, updated_at: now })
    .where('id', '=', userId)
    .where('new_email', 'is not', null)
    .execute()
}

export const noEmailChange = {
  new_email: null,
  email_change_current_confirmed: false,
  email_change_new_confirmed: false,
}

async function removeEmailChangeTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['email_change_current', 'email_change_new'])
    .execute()
}

export async function noteHalfOfEmailChange(tx: Tx, userId: string, half: 'current' | 'new', now: Date): Promise<void> {
  const confirmed = half === 'current' ? { email_change_current_confirmed: true } : { email_change_new_confirmed: true }
  await tx
    .updateTable('auth.users')
    .set({ ...confirmed, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

export async function isAddressTaken(tx: Tx, email: string): Promise<boolean> {
  const row = await tx.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

interface NewAddress {
  email: string
  metadata: JsonValue
  now: Date
}

export async function replaceAddress(tx: Tx, userId: string, { email, metadata, now }: NewAddress): Promise<User> {
  return tx
    .updateTable('auth.users')
    .set({
      ...noEmailChange,
      email,
      email_confirmed_at: now,
      email_assumed: false,
      raw_user_meta_data: JSON.stringify(metadata),
      updated_at: now,
    })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow()
}

export async function replaceIdentityData(tx: Tx, identityId: string, data: JsonValue, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(data), updated_at: now })
    .where('id', '=', identityId)
    .execute()
}

/** Flows that have not given their session yet: what began before a change of password must not outlive it. */
export async function removeFlowsOf(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.flow_states')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('linking_user_id', '=', userId)]))
    .execute()
}

export async function noteReauthentication(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('auth.users').set({ reauthentication_sent_at: now }).where('id', '=', userId).execute()
}
