import { providerProbeIntervalMs } from './limits.ts'
import { EntraError } from '../vendors/oauth/entra-error.ts'
import { ServiceError } from '../vendors/services/service-error.ts'
import { AccountDownError, OutageError, PausedError, VendorError } from '../vendors/http/vendor-error.ts'

/**
 * What a failed call means for other calls:
 * - `provider`: the provider refuses our registration or key, for every account
 * - `tenant`: Entra refuses our registration for one organization; `callProvider` decides whether it does so for all
 * - `suspected`: no usable response. The account has an outage; once several accounts have one, so has the provider
 * - `account`: an outage of this account, e.g. throttled
 * - `request`: the provider responds; only this request, or the user's grant, is refused
 */
export type FailureScope = 'provider' | 'tenant' | 'suspected' | 'account' | 'request'

/** RFC 6749, section 5.2: these concern the client, not the grant. */
const registrationCodes: ReadonlySet<string> = new Set([
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_grant_type',
])
/** Entra: the tenant of the account does not know our app or has disabled it, or the app no longer exists. */
const tenantNumbers: ReadonlySet<number> = new Set([700016, 7000112])
/** Stripe, the mail server and the language model: one key for all calls. */
const keyedVendors: ReadonlySet<string> = new Set(['stripe', 'smtp', 'model'])
/** Codes of our own: the failure is about one request, although the outcome is unknown. */
const requestCodes: ReadonlySet<string> = new Set(['answer_too_large', 'account_changed', 'recipient_delayed'])

/**
 * Whether the error comes from this provider: an API, a token endpoint (`dropbox_tokens`) or a server
 * (`imap/HOST:PORT`). A call for one provider may call another: an upload reads the attachment from the mailbox.
 */
export const isErrorOf = ({ vendor }: VendorError, provider: string): boolean =>
  provider === vendor || provider === `${vendor}_tokens` || provider.startsWith(`${vendor}/`)

/** Throttled or failed. Any other response ends an outage. */
export const isDown = ({ status }: VendorError): boolean => status === 0 || status === 429 || status >= 500

export function failureScope(error: unknown): FailureScope {
  if (error instanceof OutageError) return failureScope(error.failure)
  if (!(error instanceof VendorError) || error instanceof PausedError || requestCodes.has(error.code)) return 'request'
  if (error instanceof EntraError) return entraScope(error)
  // OneDrive signs in at Entra.
  if (error.cause instanceof EntraError) return entraScope(error.cause)
  if (keyedVendors.has(error.vendor)) return keyedScope(error)
  if (registrationCodes.has(error.code)) return 'provider'
  if (error instanceof AccountDownError) return 'account'
  // The quota of the mailbox or drive is exhausted.
  if (!error.transient || error.status === 507) return 'request'
  if (error.status === 429 || error.code === 'unreadable_answer') return 'account'
  // By status: Google Drive sends rate limits with 403.
  if (error instanceof ServiceError && error.status > 0 && error.status < 500) return 'account'
  return 'suspected'
}

function entraScope(error: EntraError): FailureScope {
  if (error.numbers.some((number) => tenantNumbers.has(number))) return 'tenant'
  if (registrationCodes.has(error.code)) return 'provider'
  if (error.signInNeeded || error.administratorNeeded) return 'request'
  const isUnavailable = error.status === 0 || error.status >= 500 || error.code === 'temporarily_unavailable'
  return isUnavailable ? 'suspected' : 'account'
}

function keyedScope({ status, transient, vendor, code, retryAfterMs }: VendorError): FailureScope {
  if (status === 401 || code === 'login_refused') return 'provider'
  // The clients keep shorter waits themselves. A longer one concerns all calls with the key.
  if (retryAfterMs !== null && retryAfterMs >= providerProbeIntervalMs) return 'provider'
  // A model's 403 may be about one request.
  return transient || (vendor === 'model' && status === 403) ? 'suspected' : 'request'
}
