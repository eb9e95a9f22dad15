import { days, later } from '../../clock.ts'

/** A session that nobody uses for a month ends, and so does one of half a year however busy (security checklist B10). */
const idleMs = days(30)
const absoluteMs = days(180)

export const notAfter = (now: Date): Date => later(now, absoluteMs)
export const idleSince = (now: Date): Date => later(now, -idleMs)

/** Why a session may not go on, in the protocol's words; null where it may. */
export function expiryOf(session: { refreshed_at: Date; not_after: Date | null }, now: Date): string | null {
  if (session.not_after && session.not_after <= now) return 'Invalid Refresh Token: Session Expired'
  if (session.refreshed_at <= idleSince(now)) return 'Invalid Refresh Token: Session Expired (Inactivity)'
  return null
}
