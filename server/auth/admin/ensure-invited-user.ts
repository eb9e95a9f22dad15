import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import { insertUserWithEmail, credentialsOf, type User } from '../user-rows/user-queries.ts'
import { updateUserRow } from './managed-user-queries.ts'

interface Invitation {
  id: string
  email: string
  data: Record<string, JsonValue>
  now: Date
}

/**
 * Creates the invited user, or reuses an unconfirmed one. The latter loses its password, which an attacker may have
 * set: the invitation goes to the owner of the mailbox.
 * @returns null where a confirmed account has the address
 */
export async function ensureInvitedUser(tx: Tx, { id, email, data, now }: Invitation): Promise<User | null> {
  const added = await insertUserWithEmail(
    tx,
    { id, email, passwordHash: null, confirmedAt: null, invitedAt: now, now },
    data,
  )
  if (added) return added
  const found = await credentialsOf(tx, email)
  if (!found || found.user.email_confirmed_at) return null
  const change = { invited_at: now, encrypted_password: null, updated_at: now }
  return (await updateUserRow(tx, found.user.id, change)) ?? null
}
