import { setTimeout as delay } from 'node:timers/promises'
import { VendorError } from '../../../vendors/http/vendor-error.ts'

/** The callback of a new mailbox: delays before a failed call is repeated, and the time for all of them together. */
const connectRetryDelaysMs = [300, 1000, 2500]
const connectRetryMaxMs = 8000

/**
 * The user waits in the browser for a mailbox to connect: a call that fails for a moment is repeated within the time
 * that they wait. A longer `Retry-After` ends it at once.
 */
export function createConnectRetries(): <T>(call: () => Promise<T>) => Promise<T> {
  const startedAt = performance.now()
  return async (call) => {
    for (const delayMs of connectRetryDelaysMs) {
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof VendorError && error.transient)) throw error
        const waitMs = Math.max(delayMs, error.retryAfterMs ?? 0)
        if (performance.now() - startedAt + waitMs > connectRetryMaxMs) throw error
        await delay(waitMs)
      }
    }
    return call()
  }
}
