import type { Tx } from '../../db/database.ts'
import type { JsonValue } from '../../db/rows.ts'
import { refuse } from '../protocol/auth-error.ts'
import { addUserByEmail, credentialsOf, type User } from '../queries.ts'
import { refuseUnknownUser } from './admin-route.ts'
import { changeUser } from './queries.ts'

interface Invitation {
  id: string
  email: string
  data: Record<string, JsonValue>
  now: Date
}

/**
 * The account that an invitation is for: a new one, or one that nobody has confirmed yet. Whatever password a stranger may have set on
 * that one goes, since the person who opens the mail is its owner.
 * @throws AuthError `email_exists`
 */
export async function invitedUser(tx: Tx, { id, email, data, now }: Invitation): Promise<User> {
  const added = await addUserByEmail(
    tx,
    { id, email, passwordHash: null, confirmedAt: null, invitedAt: now, now },
    data,
  )
  if (added) return added
  const found = await credentialsOf(tx, email)
  if (!found || found.user.email_confirmed_at)
    refuse(422, 'email_exists', 'A user with this email address has already been registered')
  const change = { invited_at: now, encrypted_password: null, updated_at: now }
  return (await changeUser(tx, found.user.id, change)) ?? refuseUnknownUser()
}
