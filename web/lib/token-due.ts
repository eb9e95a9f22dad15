import { tokenRefreshThresholdMs } from '../../contract/limits.ts'

/** Milliseconds until a token has to be refreshed: zero where that is now, null where nothing is known. */
export function untilTokenRefresh(expiresAt: string | null, now: Date): number | null {
  if (expiresAt === null) return null
  const expires = Date.parse(expiresAt)
  return Number.isNaN(expires) ? null : Math.max(0, expires - tokenRefreshThresholdMs - now.getTime())
}
