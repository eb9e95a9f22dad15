import { randomUUID } from 'node:crypto'
import type { JsonValue } from '../db/rows.ts'
import { presentUser } from './protocol/present-user.ts'

interface NewUser {
  id: string
  email: string
  data: Record<string, JsonValue>
  now: Date
}

/**
 * What the protocol shows of an account that waits for its confirmation, made without a look at the database: whoever signs up with an
 * address that is taken gets the same.
 */
export function presentNobody({ id, email, data, now }: NewUser) {
  const said = { sub: id, email, email_verified: false, phone_verified: false }
  const identity = {
    id: randomUUID(),
    user_id: id,
    provider: 'email',
    provider_id: id,
    identity_data: { ...data, ...said },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  }
  const user = {
    id,
    email,
    email_confirmed_at: null,
    email_assumed: false,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...data, ...said },
    banned_until: null,
    invited_at: null,
    confirmation_sent_at: now,
    recovery_sent_at: null,
    reauthentication_sent_at: null,
    email_change_sent_at: null,
    new_email: null,
    email_change_current_confirmed: false,
    email_change_new_confirmed: false,
    deleted_at: null,
    last_sign_in_at: null,
    created_at: now,
    updated_at: now,
  }
  return presentUser(user, [identity], [])
}
