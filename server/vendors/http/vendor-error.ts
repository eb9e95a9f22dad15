/** What has an outage: the whole provider, or one account at it (a mailbox, a user's connection). */
type Outage = 'provider' | 'account'

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
  /** What the failure is an outage of (`OutageError`, `PausedError`): then it is no attempt of the work. */
  readonly outage: Outage | null = null

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
    return this.status === 0 || this.status >= 500
  }
}

/** The provider says that this account is down, and not the provider: e.g. a mailbox that is being moved. */
export class AccountDownError extends VendorError {}

/** The code where the account has no space left. */
export const quotaFullCode = 'quota_full'

/** A call that failed within an outage. `server/outages` throws it in place of the failure. */
export class OutageError extends VendorError {
  override readonly outage: Outage
  readonly failure: VendorError

  constructor(outage: Outage, failure: VendorError) {
    super(failure.vendor, failure.status, failure.code, failure.retryAfterMs, failure)
    this.name = 'OutageError'
    this.outage = outage
    this.failure = failure
  }

  override get transient(): boolean {
    return this.failure.transient
  }

  override get mayHaveEffect(): boolean {
    return this.failure.mayHaveEffect
  }
}

/** A call that was not made, because of an outage or of a requested pause. Callers treat it like a 429. */
export class PausedError extends VendorError {
  override readonly outage: Outage | null

  constructor(vendor: string, waitMs: number, outage: Outage | null = null) {
    super(vendor, 429, 'paused', waitMs)
    this.name = 'PausedError'
    this.outage = outage
  }
}
