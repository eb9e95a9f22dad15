import { tokenRefreshThresholdMs } from '../../contract/limits.ts'

/** Milliseconds until a mailbox token has to be refreshed; 0 if due, null if the expiry is unknown. */
export function msUntilTokenRefresh(expiresAt: string | null, now: Date): number | null {
  if (expiresAt === null) return null
  const expires = Date.parse(expiresAt)
  return Number.isNaN(expires) ? null : Math.max(0, expires - tokenRefreshThresholdMs - now.getTime())
}
