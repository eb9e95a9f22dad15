import type { Session } from '@supabase/auth-js'
import { now } from '../lib/clock.ts'

export const sessionStorageKey = 'mailroom.session'

/** Above the minute and a half at which the auth client takes a token for expired. */
const renewBeforeMs = 120_000

/** What the auth client has stored in this browser; null where there is none, or nothing that it would take. */
export function storedSession(): Session | null {
  try {
    const session: unknown = JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null')
    return isSession(session) ? session : null
  } catch {
    return null
  }
}

/** Milliseconds for which its token can be used without the auth client; none left: the client has to renew it. */
export const untilRenewal = ({ expires_at = 0 }: Session): number =>
  Math.max(0, expires_at * 1000 - now().getTime() - renewBeforeMs)

const isSession = (value: unknown): value is Session =>
  isObject(value) &&
  typeof value['access_token'] === 'string' &&
  typeof value['refresh_token'] === 'string' &&
  typeof value['expires_at'] === 'number' &&
  isObject(value['user']) &&
  typeof value['user']['id'] === 'string'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
