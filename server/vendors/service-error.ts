import { VendorError } from './vendor-error.ts'

/**
 * What a refusal of a connected service (Dropbox, Google Drive, OneDrive, TeamLeader) asks for, whatever its own words were:
 * - `unauthorized`: the access token is over; refresh it and try once more
 * - `signed_out`: the grant is over, the person has to connect again
 * - `scope`: the grant lacks what the call needs, the person has to connect again and allow it
 * - `quota`: no space left
 * - `conflict`: something else stands there already
 * - `gone`: what was asked for is not there (any more)
 * - `later`: the same request may be made again, after `retryAfterMs` where the service said so
 * - `unknown`: no answer arrived, so that the effect is unknown: look before doing again
 * - `refused`: the service will never take this request
 */
export type ServiceRefusal =
  | 'unauthorized'
  | 'signed_out'
  | 'scope'
  | 'quota'
  | 'conflict'
  | 'gone'
  | 'later'
  | 'unknown'
  | 'refused'

export class ServiceError extends VendorError {
  readonly refusal: ServiceRefusal

  constructor(
    vendor: string,
    refusal: ServiceRefusal,
    answer: { status: number; code: string; retryAfterMs?: number | null; cause?: unknown },
  ) {
    super(vendor, answer.status, answer.code, answer.retryAfterMs ?? null, answer.cause)
    this.name = 'ServiceError'
    this.refusal = refusal
  }

  /** As the service's own words have it: one of them says "too many requests" with 403. */
  override get transient(): boolean {
    return this.refusal === 'later' || this.refusal === 'unknown'
  }
}
