import { addMs } from '../clock.ts'
import { providerProbeIntervalMs } from './limits.ts'

/** Accounts that fail within this time, without a success in between, open the breaker. */
export const outageMinSubjects = 3
export const outageSuspicionMs = 10 * 60_000

/** The circuit breaker of a provider whose calls fail. A breaker without a row is closed. */
export interface BreakerState {
  failed_subjects: string[]
  first_failed_at: Date
  /** Null while it is closed. */
  opened_at: Date | null
  reason: string
  next_probe_at: Date
}

interface ProviderFailure {
  /** The account whose call failed. */
  subject: string
  /**
   * After how long without a success in between the failure is known to concern every account: 0 where the provider
   * refuses our registration or key, infinity where it may be that of the account.
   */
  certainAfterMs: number
  reason: string
  retryAfterMs: number | null
  /** When the breaker admitted this call while it was open; null for a call of a closed breaker. */
  probeStartedAt: Date | null
  now: Date
}

/** @param current null while the provider responds */
export function afterProviderFailure(current: BreakerState | null, failure: ProviderFailure): BreakerState {
  const { now, reason, subject } = failure
  const intervalMs = Math.max(failure.retryAfterMs ?? 0, providerProbeIntervalMs)
  if (current?.opened_at) {
    if (!failure.probeStartedAt) return current
    // Counted from the start of the probe, which may have taken long.
    const next = addMs(failure.probeStartedAt, intervalMs)
    return { ...current, next_probe_at: next > now ? next : now }
  }
  const isRecent = current !== null && now.getTime() - current.first_failed_at.getTime() <= outageSuspicionMs
  const firstFailedAt = isRecent ? current.first_failed_at : now
  const subjects = [...new Set([...(isRecent ? current.failed_subjects : []), subject])]
  const isCertain = now.getTime() - firstFailedAt.getTime() >= failure.certainAfterMs
  const isOpened = isCertain || subjects.length >= outageMinSubjects
  return {
    failed_subjects: isOpened ? [] : subjects,
    first_failed_at: firstFailedAt,
    opened_at: isOpened ? now : null,
    reason: isOpened ? reason : '',
    next_probe_at: isOpened ? addMs(now, intervalMs) : now,
  }
}
