import type { Session } from '@supabase/auth-js'
import { now } from '../lib/clock.ts'

/** Key in `localStorage` under which the auth client stores the session (access token, refresh token, user) as JSON. */
export const sessionKey = 'mailroom.session'

/** The stored session, read without loading the auth client; null if missing or malformed. */
export function readStoredSession(): Session | null {
  try {
    const session: unknown = JSON.parse(localStorage.getItem(sessionKey) ?? 'null')
    return isSession(session) ? session : null
  } catch {
    return null
  }
}

/** More than the 90 s before expiry at which the auth client treats a token as expired. */
const sessionRenewalLeadMs = 120_000

/** Milliseconds until the auth client has to renew the token; 0 if it is due. */
export const msUntilRenewal = ({ expires_at = 0 }: Session): number =>
  Math.max(0, expires_at * 1000 - now().getTime() - sessionRenewalLeadMs)

const isSession = (value: unknown): value is Session =>
  isObject(value) &&
  typeof value['access_token'] === 'string' &&
  typeof value['refresh_token'] === 'string' &&
  typeof value['expires_at'] === 'number' &&
  isObject(value['user']) &&
  typeof value['user']['id'] === 'string'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
