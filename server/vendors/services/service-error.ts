import { VendorError } from '../http/vendor-error.ts'

/**
 * What an error of a connected service (Dropbox, Google Drive, OneDrive, TeamLeader) requires:
 * - `unauthorized`: the access token has expired; refresh it and retry once
 * - `signed_out`: the grant has ended; the user must connect again
 * - `scope`: the grant lacks a scope; the user must connect again and allow it
 * - `quota`: no space left
 * - `conflict`: something else exists there
 * - `gone`: the requested item does not exist
 * - `later`: retry, after `retryAfterMs` if set
 * - `unknown`: no response arrived, so the effect is unknown; check before a retry
 * - `refused`: the service will never accept this request
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

  /** By classification, not by status: Google Drive sends rate limits with 403. */
  override get transient(): boolean {
    return this.refusal === 'later' || this.refusal === 'unknown'
  }
}
