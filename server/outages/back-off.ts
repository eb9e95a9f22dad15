import { addMs } from '../clock.ts'
import { outageMinFailures } from './limits.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { PausedError, type VendorError } from '../vendors/http/vendor-error.ts'

/** Pause after a 429 without `Retry-After`. */
export const throttledPauseMs = 10_000
/** Part of a pause that is random, so that accounts that failed together do not return together. */
const backOffJitter = 0.25

/** The schedule of one account, shared by all work for it on all nodes. */
export interface Pause {
  consecutive_failures: number
  /** No call before. */
  paused_until: Date
  /** Until when one call has the right to try the account in its outage. */
  probe_claimed_until: Date | null
}

/**
 * A single failure pauses nothing: the work that failed is retried by its own schedule. From the second on, the pause
 * grows (`server/retry-delay.ts`).
 * @param random between 0 and 1
 */
export function backOffMs(failures: number, random: number): number {
  if (failures < outageMinFailures) return 0
  const full = retryDelayMs('account', failures - outageMinFailures + 1)
  return Math.ceil(full * (1 - backOffJitter * random))
}

/** How long a response requests to wait: `Retry-After`, or `throttledPauseMs` after a 429 without one; else null. */
export const requestedPauseMs = (error: VendorError): number | null =>
  error instanceof PausedError ? null : (error.retryAfterMs ?? (error.status === 429 ? throttledPauseMs : null))

interface AccountFailure {
  /** `consecutive_failures` when the call was admitted: of calls that fail together, one counts. */
  seen: number
  error: VendorError
  now: Date
  random: number
}

/** `Retry-After` is never shortened. */
export function afterFailure(
  current: Omit<Pause, 'probe_claimed_until'>,
  { seen, error, now, random }: AccountFailure,
): Pick<Pause, 'consecutive_failures' | 'paused_until'> {
  const isCounted = current.consecutive_failures === seen
  const failures = isCounted ? seen + 1 : current.consecutive_failures
  const requestedMs = requestedPauseMs(error) ?? 0
  const until = addMs(now, isCounted ? Math.max(requestedMs, backOffMs(failures, random)) : requestedMs)
  return { consecutive_failures: failures, paused_until: until > current.paused_until ? until : current.paused_until }
}
