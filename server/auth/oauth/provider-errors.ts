import { composeText } from '../../../contract/compose-text.ts'
import type { SignInProviderName } from '../../vendors/oauth/sign-in-provider.ts'
import type { VendorError } from '../../vendors/http/vendor-error.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { providerLabels } from './providers.ts'

/** The error for a callback whose state, issuer or code is missing or not the expected one. */
export const invalidCallback = (part: 'state' | 'iss' | 'code'): AuthError =>
  new AuthError(400, part === 'state' ? 'bad_oauth_state' : 'bad_oauth_callback', invalidCallbackMessages[part])

const invalidCallbackMessages = {
  state: composeText('This sign-in was not started here, or it has expired. Please sign in again.'),
  iss: composeText('This answer is not of the provider that was asked. Please sign in again.'),
  code: composeText('This sign-in came back incomplete. Please sign in again.'),
}

/**
 * Maps the provider's error response (RFC 6749, section 4.1.2.1) to an error of ours. The provider's texts are never
 * shown, because anyone can put them into the URL.
 */
export function callbackError(provider: SignInProviderName, error: string): AuthError {
  const service = providerLabels[provider]
  switch (error) {
    case 'access_denied':
    case 'consent_required':
    case 'interaction_required':
    case 'login_required':
      return new AuthError(
        403,
        'access_denied',
        composeText('You did not finish signing in with {service}. Please try again.', { service }),
      )
    case 'server_error':
    case 'temporarily_unavailable':
      return unreachable(provider)
    default:
      return new AuthError(
        400,
        'bad_oauth_callback',
        composeText('{service} refused the sign-in. Please try again.', { service }),
      )
  }
}

/**
 * Maps a failed call to the provider to an error for the user.
 * @returns null if the fault is on our side, which only the operator can fix
 */
export function providerError(provider: SignInProviderName, error: VendorError): AuthError | null {
  if (error.transient) return unreachable(provider)
  const isUserError = ['invalid_grant', 'invalid_id_token', 'wrong_audience'].includes(error.code)
  if (!isUserError) return null
  const message = composeText('{service} did not accept the end of this sign-in. Please try again.', {
    service: providerLabels[provider],
  })
  return new AuthError(400, 'bad_oauth_callback', message)
}

/** 503, so that clients retry. */
const unreachable = (provider: SignInProviderName): AuthError =>
  new AuthError(
    503,
    'unexpected_failure',
    composeText('{service} cannot be reached right now. Please try again in a minute.', {
      service: providerLabels[provider],
    }),
  )
