import type { Provider } from '../../contract/providers.ts'

/**
 * Why a connected service cannot be used, whatever the call; only the user can change it:
 * - `not_connected`: not connected, or not configured by the operator
 * - `signed_out`: the service no longer accepts the grant
 * - `scope`: the user has not granted what the call needs
 */
export class ConnectionAccessError extends Error {
  readonly provider: Provider
  readonly kind: 'not_connected' | 'signed_out' | 'scope'

  constructor(provider: Provider, kind: ConnectionAccessError['kind'], cause?: unknown) {
    super(`${provider} cannot be used: ${kind}`, cause === undefined ? undefined : { cause })
    this.name = 'ConnectionAccessError'
    this.provider = provider
    this.kind = kind
  }
}
