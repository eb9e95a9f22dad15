import { serializeFactor } from './serialize-factor.ts'
import type { Factor } from './factor-queries.ts'
import type { Identity, User } from './user-queries.ts'

/**
 * The user object of a GoTrue response, field by field, so that no other column can leak. `userResponse` loads its
 * parts.
 */
export const serializeUser = (user: User, identities: Identity[], factors: Factor[]) => ({
  id: user.id,
  aud: 'authenticated',
  role: 'authenticated',
  email: user.email,
  ...(user.email_confirmed_at && {
    email_confirmed_at: user.email_confirmed_at.toISOString(),
    confirmed_at: user.email_confirmed_at.toISOString(),
  }),
  phone: '',
  ...serializeTimestamps(user),
  ...(user.new_email && { new_email: user.new_email }),
  ...(user.last_sign_in_at && { last_sign_in_at: user.last_sign_in_at.toISOString() }),
  app_metadata: user.raw_app_meta_data,
  user_metadata: user.raw_user_meta_data,
  identities: identities.map(serializeIdentity),
  ...(factors.length > 0 && { factors: factors.map(serializeFactor) }),
  ...(user.banned_until && { banned_until: user.banned_until.toISOString() }),
  created_at: user.created_at.toISOString(),
  updated_at: user.updated_at.toISOString(),
  is_anonymous: false,
})

/** Times of the last email of each kind; absent if none was sent. */
const serializeTimestamps = (user: User): Record<string, string> =>
  Object.fromEntries(
    timestampColumns.flatMap((name) => {
      const moment = user[name]
      return moment ? [[name, moment.toISOString()]] : []
    }),
  )
const timestampColumns = [
  'invited_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'email_change_sent_at',
  'reauthentication_sent_at',
] as const

const serializeIdentity = (identity: Identity) => ({
  identity_id: identity.id,
  id: identity.provider_id,
  user_id: identity.user_id,
  identity_data: identity.identity_data,
  provider: identity.provider,
  ...(identity.last_sign_in_at && { last_sign_in_at: identity.last_sign_in_at.toISOString() }),
  created_at: identity.created_at.toISOString(),
  updated_at: identity.updated_at.toISOString(),
  ...emailOf(identity.identity_data),
})

const emailOf = (data: Identity['identity_data']): { email?: string } =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && typeof data['email'] === 'string'
    ? { email: data['email'] }
    : {}
