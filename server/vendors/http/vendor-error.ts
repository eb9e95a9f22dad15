/** What has an outage: the whole provider, or one account at it (a mailbox, a user's connection). */
type Outage = 'provider' | 'account'

/** The code of the error of a call that is not made because of an outage or a requested pause. */
export const pausedCode = 'paused'

/**
 * The error of every vendor client. Features decide what it means; users never see it.
 * - `status` 0: no complete response arrived, so the effect of the request is unknown.
 * - `retryAfterMs`: from `Retry-After`; null without one.
 */
export class VendorError extends Error {
  readonly vendor: string
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number | null
  /** Set by `server/outages` and `server/grants`: the failure belongs to an outage, so it is no attempt of the work. */
  outage: Outage | null = null

  constructor(vendor: string, status: number, code: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(`${vendor} answered ${status} ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'VendorError'
    this.vendor = vendor
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  /** The same request may succeed later: no response, 429 or 5xx. */
  get transient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }

  /** The request was sent, and may have taken effect although its response says otherwise or is lost. */
  get mayHaveEffect(): boolean {
    return this.code !== pausedCode && (this.status === 0 || this.status >= 500)
  }
}
