import { providerProbeIntervalMs } from './limits.ts'
import { PausedError, VendorError } from '../vendors/http/vendor-error.ts'

/** What a failed call means for the work that made it: a message, a run of an action, a job. */
interface CallFailure {
  /** What has an outage: then this is no attempt of the work. */
  outage: VendorError['outage']
  /**
   * - `paused`: the call was not made
   * - `throttled`: the provider requests to wait
   * - `failed`: the same call may succeed later
   * - `refused`: another call would be refused in the same way, unless that is an outage
   * - `unexpected`: no provider explains it, so it is probably a defect of ours
   */
  kind: 'paused' | 'throttled' | 'failed' | 'refused' | 'unexpected'
  /** The requested wait; null where none is requested. */
  waitMs: number | null
  vendorStatus: number | null
}

/** The one classification of failed calls. Each kind of work has its own reaction to them. */
export function classifyFailure(error: unknown): CallFailure {
  if (!(error instanceof VendorError)) return { outage: null, kind: 'unexpected', waitMs: null, vendorStatus: null }
  const { outage, retryAfterMs, status } = error
  return { outage, kind: kindOf(error), waitMs: retryAfterMs, vendorStatus: status }
}

/** How long work waits for the end of an outage, which is no attempt of it; null where the failure is none. */
export const outageWaitMs = ({ outage, retryAfterMs }: VendorError): number | null =>
  outage ? (retryAfterMs ?? providerProbeIntervalMs) : null

function kindOf(error: VendorError): CallFailure['kind'] {
  if (error instanceof PausedError) return 'paused'
  if (!error.transient) return 'refused'
  // A call that fails again and again with `Retry-After`, while others may succeed, is an outage of its account.
  const isThrottled = error.status === 429 || (error.retryAfterMs !== null && error.outage !== 'account')
  return isThrottled ? 'throttled' : 'failed'
}
