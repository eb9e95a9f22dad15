import { randomUUID } from 'node:crypto'
import type { JsonValue } from '../../db/rows.ts'
import { serializeUser } from '../user-rows/serialize-user.ts'

interface NewUser {
  id: string
  email: string
  data: Record<string, JsonValue>
  now: Date
}

/**
 * The response of a sign-up that awaits confirmation, built without a query: a sign-up with a taken address must get
 * the same response.
 */
export function unconfirmedUserResponse({ id, email, data, now }: NewUser) {
  const identityClaims = { sub: id, email, email_verified: false, phone_verified: false }
  const identity = {
    id: randomUUID(),
    user_id: id,
    provider: 'email',
    provider_id: id,
    identity_data: { ...data, ...identityClaims },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  }
  const user = {
    id,
    email,
    email_confirmed_at: null,
    email_auto_confirmed: false,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { ...data, ...identityClaims },
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
  return serializeUser(user, [identity], [])
}
