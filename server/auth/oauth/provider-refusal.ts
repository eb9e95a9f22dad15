import type { SignInProviderName } from '../../vendors/sign-in-provider.ts'
import type { VendorError } from '../../vendors/vendor-error.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { providerLabels } from './providers.ts'

/** What is said when the provider does not give a code for a person (RFC 6749, section 4.1.2.1). Its own words are never shown (checklist G4). */
export function refusedAt(provider: SignInProviderName, error: string): AuthError {
  const name = providerLabels[provider]
  switch (error) {
    case 'access_denied':
    case 'consent_required':
    case 'interaction_required':
    case 'login_required':
      return new AuthError(403, 'access_denied', `You did not finish signing in with ${name}. Please try again.`)
    case 'server_error':
    case 'temporarily_unavailable':
      return unreachable(provider)
    default:
      return new AuthError(400, 'bad_oauth_callback', `${name} refused the sign-in. Please try again.`)
  }
}

/**
 * What a failed call to the provider means to the person.
 * @returns null where it is our own fault, which nobody but the operator can mend
 */
export function failedAt(provider: SignInProviderName, error: VendorError): AuthError | null {
  if (error.transient) return unreachable(provider)
  const isOfPerson = ['invalid_grant', 'invalid_id_token', 'wrong_audience'].includes(error.code)
  if (!isOfPerson) return null
  const name = providerLabels[provider]
  return new AuthError(400, 'bad_oauth_callback', `${name} did not accept the end of this sign-in. Please try again.`)
}

/** 503, at which clients try again; 500 they would take for a fault of ours. */
const unreachable = (provider: SignInProviderName): AuthError =>
  new AuthError(
    503,
    'unexpected_failure',
    `${providerLabels[provider]} cannot be reached right now. Please try again in a minute.`,
  )
