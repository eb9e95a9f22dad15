import { Provider } from '../../contract/providers.ts'

export type ConnectionReturn = { outcome: 'connected'; provider: Provider } | { outcome: 'failed'; description: string }

/** Specification §8 "OAuth return codes". */
const refusals: Readonly<Record<string, string>> = {
  access_denied: 'You denied access to your account',
  invalid_request: 'Invalid OAuth request',
  server_error: 'Server error occurred during connection',
  temporarily_unavailable: 'Service temporarily unavailable',
}
const otherRefusal = 'Failed to connect to the service. Please try again.'

/** What the address says about a trip to a service, null where there was none. Codes alone are read: whatever else stands there is not shown. */
export function readConnectionReturn(search: Readonly<Record<string, unknown>>): ConnectionReturn | null {
  const { error, success, service } = search
  if (typeof error === 'string' && error !== '')
    return { outcome: 'failed', description: (Object.hasOwn(refusals, error) && refusals[error]) || otherRefusal }
  const provider = Provider.safeParse(service)
  return provider.success && success === `${provider.data}_connected`
    ? { outcome: 'connected', provider: provider.data }
    : null
}
