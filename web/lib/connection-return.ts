import { Provider } from '../../contract/providers.ts'
import { t, text } from '../texts/translate.ts'

export type ConnectionReturn = { outcome: 'connected'; provider: Provider } | { outcome: 'failed'; description: string }

/** By OAuth error code: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1 */
const errorDescriptions: Readonly<Record<string, string>> = {
  access_denied: text('You denied access to your account'),
  invalid_request: text('Invalid OAuth request'),
  server_error: text('Server error occurred during connection'),
  temporarily_unavailable: text('Service temporarily unavailable'),
}
const fallbackDescription = text('Failed to connect to the service. Please try again.')

/**
 * Outcome of a service's sign-in, read from the query parameters; null if there was none. Reads only codes: other text
 * in the URL is untrusted and not shown.
 */
export function readConnectionReturn(search: Readonly<Record<string, unknown>>): ConnectionReturn | null {
  const { error, success, service } = search
  if (typeof error === 'string' && error !== '')
    return {
      outcome: 'failed',
      description: t((Object.hasOwn(errorDescriptions, error) && errorDescriptions[error]) || fallbackDescription),
    }
  const provider = Provider.safeParse(service)
  return provider.success && success === `${provider.data}_connected`
    ? { outcome: 'connected', provider: provider.data }
    : null
}
