/**
 * What every wire client throws when the outside says no. The feature decides what it means; nothing here is shown to people.
 * - `status` 0: no answer arrived (refused, cut, timed out), so that the effect is unknown.
 * - `retryAfterMs`: as the service asked, null where it did not.
 */
export class VendorError extends Error {
  readonly vendor: string
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number | null

  constructor(vendor: string, status: number, code: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(`${vendor} answered ${status} ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'VendorError'
    this.vendor = vendor
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  /** Worth another try later, with the same request: no answer, too many requests, or the service's own trouble. */
  get transient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
