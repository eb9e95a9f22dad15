import { addMs } from '../../clock.ts'

/** A session ends when it was not used for this long, and in any case after `sessionLifetimeMs`. */
const sessionIdleMs = 30 * 24 * 60 * 60_000
const sessionLifetimeMs = 180 * 24 * 60 * 60_000

export const sessionNotAfter = (now: Date): Date => addMs(now, sessionLifetimeMs)
export const idleSince = (now: Date): Date => addMs(now, -sessionIdleMs)

/** Why a session has expired, as GoTrue's message; null if it has not. */
export function expiryOf(session: { refreshed_at: Date; not_after: Date | null }, now: Date): string | null {
  if (session.not_after && session.not_after <= now) return 'Invalid Refresh Token: Session Expired'
  if (session.refreshed_at <= idleSince(now)) return 'Invalid Refresh Token: Session Expired (Inactivity)'
  return null
}
